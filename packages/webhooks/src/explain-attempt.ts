import type { PostErrorClass } from "./post-outcome.ts";

export interface ExplainedAttempt {
  /** Null without a response. */
  readonly statusCode: number | null;
  readonly errorClass: string | null;
  readonly durationMs: number;
}

/** For people: what happened in an attempt, and what they can do. */
export function explainAttempt({ statusCode, errorClass, durationMs }: ExplainedAttempt): string {
  if (statusCode !== null) return explainStatus(statusCode);
  if (errorClass === "timeout") {
    const seconds = Math.max(1, Math.round(durationMs / 1_000));
    const duration = seconds === 1 ? "a second" : `${seconds} seconds`;
    return `Your server did not respond within ${duration}. Respond with a 2xx status first and do the work afterwards.`;
  }
  return isKnown(errorClass)
    ? errors[errorClass]
    : "Your server did not respond. Check that it is running and reachable from the internet.";
}

const isKnown = (errorClass: string | null): errorClass is keyof typeof errors =>
  errorClass !== null && Object.hasOwn(errors, errorClass);

const errors: Readonly<Record<Exclude<PostErrorClass, "timeout">, string>> = {
  dns: "The host name of the URL could not be resolved. Check its spelling and its DNS records.",
  unsafe_address:
    "The host name resolves to an address that is not public, so no request was made. Use a host with public addresses only.",
  connect:
    "No connection could be made. Check that your server is running, listens on the port of the URL, and that its firewall lets our requests in.",
  tls: "The TLS handshake failed. Check that the certificate is valid, not expired, issued for this host name, and sent with its intermediate certificates.",
  reset:
    "Your server closed the connection before it responded. Check its log, and the time and size limits of its proxy.",
  protocol:
    "Your server sent something that is not a valid HTTP response. Check that the URL leads to an HTTPS server.",
  internal:
    "The attempt failed on our side, before a request was made. You need not do anything: we try again.",
  aborted: "The attempt was cut short on our side. You need not do anything: we try again.",
};

/** Statuses with a text of their own. */
const statuses: Readonly<Record<number, string>> = {
  400: "it could not read the request. Compare how it parses the body with the payload of this delivery.",
  401: "the request was not authenticated. Let this URL through without a login, and verify the signature instead.",
  403: "it refused the request. Check its firewall, its bot protection, and how it verifies the signature.",
  404: "there is nothing at this URL. Check its path.",
  405: "this URL does not take POST requests. Check its path and the method of its route.",
  408: "it did not read the request in time. Check its load and its proxy.",
  410: "it wants no more webhooks. We do not try again, and the endpoint is disabled. Enable it if this was a mistake.",
  413: "the body is too large for it. Raise the size limit of its proxy or framework.",
  415: "it does not take JSON. Accept the content type application/json.",
  429: "it gets too many requests. Limit the rate of the endpoint, or let your server take more.",
  500: "it failed while it handled the webhook. Check its log for an error at this time.",
  501: "it does not support this request. Check its route for POST.",
  502: "its proxy got no valid response from it. Check that the application behind the proxy is running.",
  503: "it is overloaded or down for maintenance. Check that it is running.",
  504: "it did not respond to its proxy in time. Respond with a 2xx status first and do the work afterwards.",
};

function explainStatus(status: number): string {
  if (status >= 200 && status < 300) return `Your server accepted the webhook with status ${status}.`;
  const known = statuses[status];
  if (known !== undefined) return `Your server responded ${status}: ${known}`;
  if (status >= 300 && status < 400) {
    return `Your server responded ${status}, a redirect, which we do not follow. Use the final URL, with https, its exact host name and its trailing slash, if it has one.`;
  }
  if (status >= 400 && status < 500) {
    return `Your server responded ${status}: it refused the request. The response below and your server's log may have the reason.`;
  }
  if (status >= 500) {
    return `Your server responded ${status}: it failed. Check the log of your server and of its proxy at this time.`;
  }
  return `Your server responded ${status}. Only a 2xx status counts as received.`;
}

const EXCERPT_BYTES = 1_024;

/** Text of a response's first bytes that is harmless to show: invalid UTF-8 and control characters are replaced. */
export function excerptText(bytes: Buffer): string {
  // A character that the limit has cut is left out.
  const text = new TextDecoder().decode(bytes, { stream: bytes.length >= EXCERPT_BYTES });
  return text.replaceAll("\r\n", "\n").replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
}
