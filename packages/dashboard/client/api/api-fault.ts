import type { ApiErrorCode, AskFor, FieldFault } from "@receipts/contracts";

/** Error code of the API, or a failure without a readable API response. */
export type FaultCode = ApiErrorCode | "offline" | "unreadable";

interface FaultParts {
  readonly status: number;
  readonly code: FaultCode;
  readonly message: string;
  readonly details?: readonly FieldFault[];
  readonly askFor?: AskFor;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
}

export class ApiFault extends Error {
  readonly status: number;
  readonly code: FaultCode;
  readonly details: readonly FieldFault[];
  /** Only with `no_receipt_in_message`. */
  readonly askFor: AskFor | undefined;
  /** The operator finds the call in the logs by this id. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: FaultParts, options?: ErrorOptions) {
    super(parts.message, options);
    this.name = new.target.name;
    this.status = parts.status;
    this.code = parts.code;
    this.details = parts.details ?? [];
    this.askFor = parts.askFor;
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/** Turns any thrown value into an `ApiFault`. */
export function faultOf(error: unknown): ApiFault {
  if (error instanceof ApiFault) return error;
  return new ApiFault({ status: 0, code: "unreadable", message: String(error) }, { cause: error });
}

/** Returns undefined for a 404 of the API. */
export async function unlessNotFound<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiFault && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Reads an error response. Proxies respond with formats of their own. */
export async function readFault(response: Response): Promise<ApiFault> {
  const requestId = response.headers.get("x-request-id");
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const body: unknown = await response.json().catch(() => undefined);
  const envelope = isErrorBody(body) ? body : undefined;
  return new ApiFault({
    status: response.status,
    code: envelope?.error.code ?? (response.status === 503 ? "service_unavailable" : "unreadable"),
    message: envelope?.message ?? `HTTP ${response.status}`,
    details: envelope?.error.details ?? [],
    ...(envelope?.error.askFor === undefined ? {} : { askFor: envelope.error.askFor }),
    ...(requestId === null ? {} : { requestId }),
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  });
}

interface ErrorBody {
  readonly message: string;
  readonly error: {
    readonly code: ApiErrorCode;
    readonly details?: readonly FieldFault[];
    readonly askFor?: AskFor;
  };
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== "object" || body === null || !("error" in body) || !("message" in body)) return false;
  const { error } = body;
  return typeof error === "object" && error !== null && "code" in error;
}
