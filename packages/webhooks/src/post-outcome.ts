import { errors } from "undici";

export type PostErrorClass =
  | "dns"
  | "unsafe_address"
  | "connect"
  | "tls"
  | "timeout"
  | "reset"
  | "protocol"
  /** Ours: the request could not even be made. */
  | "internal"
  | "aborted";

/** Whole milliseconds of each stage; null where it was not reached, or not needed (a kept connection, an IP literal). */
export interface PostTimings {
  readonly dnsMs: number | null;
  /** TCP and TLS. */
  readonly connectMs: number | null;
  /** From a ready connection to the end of the answer's headers. */
  readonly firstByteMs: number | null;
  /** From the call to the outcome, the wait for a free connection included. */
  readonly totalMs: number;
}

/** Status line and headers make an answer, whatever its body does afterwards. */
export type PostOutcome =
  | {
      readonly kind: "responded";
      readonly statusCode: number;
      readonly retryAfter: string | undefined;
      readonly timings: PostTimings;
    }
  | { readonly kind: "failed"; readonly errorClass: PostErrorClass; readonly timings: PostTimings };

/** No connection was made. Its message never leaves the process. */
export class ConnectFault extends Error {
  readonly errorClass: PostErrorClass;
  constructor(errorClass: PostErrorClass, options?: { readonly cause?: unknown }) {
    super(`no connection: ${errorClass}`, options);
    this.name = new.target.name;
    this.errorClass = errorClass;
  }
}

/** What went wrong on the wire; undefined for a fault of ours, which is to be thrown on. */
export function errorClassOf(error: unknown): PostErrorClass | undefined {
  if (error instanceof ConnectFault) return error.errorClass;
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
