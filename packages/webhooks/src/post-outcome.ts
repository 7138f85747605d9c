import { errors } from "undici";

export type PostErrorClass =
  | "dns"
  | "unsafe_address"
  | "connect"
  | "tls"
  | "timeout"
  | "reset"
  | "protocol"
  /** Our own error: no request was made. */
  | "internal"
  | "aborted";

/** Whole milliseconds of each stage; null if not reached or not needed (a reused connection, an IP literal). */
export interface PostTimings {
  readonly dnsMs: number | null;
  /** TCP and TLS. */
  readonly connectMs: number | null;
  /** From a ready connection to the end of the response's headers. */
  readonly firstByteMs: number | null;
  /** From the call to the outcome, including the wait for a free connection. */
  readonly totalMs: number;
}

/** Status line and headers make a response, even if its body fails. */
export type PostOutcome =
  | {
      readonly kind: "responded";
      readonly statusCode: number;
      readonly retryAfter: string | undefined;
      /** First bytes of the body, as received; undefined if there are none or none were requested. */
      readonly excerpt?: Buffer | undefined;
      readonly timings: PostTimings;
    }
  | { readonly kind: "failed"; readonly errorClass: PostErrorClass; readonly timings: PostTimings };

/** No connection was made. The message must not leave the process. */
export class ConnectError extends Error {
  readonly errorClass: PostErrorClass;
  constructor(errorClass: PostErrorClass, options?: { readonly cause?: unknown }) {
    super(`no connection: ${errorClass}`, options);
    this.name = new.target.name;
    this.errorClass = errorClass;
  }
}

/** Returns the class of a network error; undefined for an error of our own, which must be rethrown. */
export function errorClassOf(error: unknown): PostErrorClass | undefined {
  if (error instanceof ConnectError) return error.errorClass;
  if (error instanceof errors.HTTPParserError) return "protocol"; // undici leaves its code undefined
  const code = codeOf(error);
  if (code === undefined || code === "UND_ERR_INVALID_ARG") return undefined;
  if (code === "UND_ERR_SOCKET") return "reset";
  if (/^ERR_(?:SSL|TLS)_/.test(code)) return "tls";
  if (/^(?:HPE|UND_ERR|ERR)_/.test(code)) return "protocol";
  return /^E[A-Z]+$/.test(code) ? "reset" : undefined;
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
