import { ReceiptUnreadable, UnexpectedAnswer } from "./bank-failure.ts";

/** A host that needs more than this is going round in circles. */
export const maxRedirects = 3;

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return redirectStatuses.has(status);
}

export interface Redirect {
  readonly status: number;
  readonly location: string | undefined;
}

/**
 * Where a bank's answer sends us on, within the same scheme, host and port. Throws `ReceiptUnreadable` for anywhere
 * else: only the configured host is asked, whatever it says. An operator whose bank has moved finds where to.
 */
export function redirectTarget(from: string, { status, location }: Redirect): string {
  const target = location === undefined ? null : URL.parse(location, from);
  if (target === null) throw new ReceiptUnreadable("the bank redirects without saying where to");
  const staysAtHost = target.origin === new URL(from).origin;
  if (!staysAtHost || target.username !== "" || target.password !== "")
    throw new UnexpectedAnswer(
      `the bank redirects to another host (${target.origin})`,
      asDocument(status, target),
    );
  return `${target.origin}${target.pathname}${target.search}`;
}

/** The whole target names the receipt, so it is for the quarantine, not for a log. */
function asDocument(status: number, { href }: URL) {
  return { contentType: "message/http", body: Buffer.from(`HTTP status ${status}\nLocation: ${href}\n`) };
}
