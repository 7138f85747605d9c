/** Says whether the device has no connection, or the service does not work: only the first is the shop's to repair. */
import { element, type Refusal, texts } from "./api.ts";

/** `away`: there was no response. `failing`: one of a service that does not work. */
export type Connection = "there" | "away" | "failing";

/** A response that the page cannot go on with. */
export class ServiceFault extends Error {
  readonly retryAfterMs: number;

  constructor(path: string, { status, retryAfterMs }: Refusal) {
    super(`${path}: ${status}`);
    this.retryAfterMs = retryAfterMs;
  }
}

export function connectionIn(answer: { readonly status: number } | undefined): Connection {
  if (answer === undefined) return "away";
  return answer.status >= 500 ? "failing" : "there";
}

export function showConnection(connection: Connection): void {
  const notice = element("offline");
  notice.hidden = connection === "there";
  if (connection === "there") return;
  const { offline, unreachable, failing } = texts;
  const text = connection === "failing" ? failing : navigator.onLine ? unreachable : offline;
  if (notice.textContent !== text) notice.textContent = text;
}

/** After a call of which `error` came. */
export function showFailedCall(error: unknown): void {
  showConnection(error instanceof ServiceFault ? "failing" : "away");
}
