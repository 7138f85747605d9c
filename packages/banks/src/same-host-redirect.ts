import { ReceiptUnreadable } from "./bank-failure.ts";

/** A host that needs more than this is going round in circles. */
export const maxRedirects = 3;

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return redirectStatuses.has(status);
}

/**
 * Where a bank's answer sends us on, within the same scheme, host and port. Throws `ReceiptUnreadable` for anywhere
 * else: only the configured host is asked, whatever it says.
 */
export function redirectTarget(from: string, location: string | undefined): string {
  const target = location === undefined ? null : URL.parse(location, from);
  if (target === null) throw new ReceiptUnreadable("the bank redirects without saying where to");
  const staysAtHost = target.origin === new URL(from).origin;
  if (!staysAtHost || target.username !== "" || target.password !== "")
    throw new ReceiptUnreadable("the bank redirects to another host");
  return `${target.origin}${target.pathname}${target.search}`;
}
