import { ReceiptUnreadable, UnexpectedResponse } from "./bank-failure.ts";

/** A host that needs more is in a loop. */
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
 * The target of a redirect within the same scheme, host and port. Throws `ReceiptUnreadable` for any other target: only
 * the configured host is queried. The error shows an operator where a bank has moved.
 */
export function redirectTarget(from: string, { status, location }: Redirect): string {
  const target = location === undefined ? null : URL.parse(location, from);
  if (target === null) throw new ReceiptUnreadable("the bank's redirect has no target");
  const staysAtHost = target.origin === new URL(from).origin;
  if (!staysAtHost || target.username !== "" || target.password !== "")
    throw new UnexpectedResponse(
      `the bank redirects to another host (${target.origin})`,
      asDocument(status, target),
    );
  return `${target.origin}${target.pathname}${target.search}`;
}

/** The whole target identifies the receipt, so it goes into quarantine, not into a log. */
function asDocument(status: number, { href }: URL) {
  return { contentType: "message/http", body: Buffer.from(`HTTP status ${status}\nLocation: ${href}\n`) };
}
