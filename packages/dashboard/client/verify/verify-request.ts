import type { ProcessingStatus, StatusRecord } from "@receipts/contracts";
import { faultOf } from "../api/api-fault.ts";
import type { BodyAt } from "../api/api-routes.ts";
import { followStatus } from "../api/status-stream.ts";
import type { App } from "../app/app-context.ts";

export type SentReceipt = BodyAt<"post", "/api/verify">;

/** State of a sent request. */
export interface Run {
  readonly requestId: string;
  readonly processingStatus: ProcessingStatus;
  readonly record: StatusRecord | undefined;
}

/** Poll interval after the stream has ended early or was refused. */
const POLL_MS = 3_000;

/** The samples of the sandbox were paid long ago, and a newcomer is to see what they are for. */
export const ofAnyAge = { maxAgeMinutes: 525_600 };

/**
 * Sends a request and follows it to its end. Calls `changed` at each step. With the same key a second press after a lost
 * response continues the first request: as another one it would find the receipt used.
 */
export async function verify(
  { app, signal }: { readonly app: App; readonly signal: AbortSignal },
  { body, key }: { readonly body: SentReceipt; readonly key: string },
  changed: (run: Run) => void,
): Promise<void> {
  const { requestId, verification } = await app.api.post("/api/verify", body, {
    headers: { "idempotency-key": key },
  });
  const show = (processingStatus: ProcessingStatus) =>
    changed({ requestId, processingStatus, record: undefined });
  show(verification.processingStatus);
  await new Promise<void>((resolve) => {
    const stop = followStatus(requestId, {
      status: ({ processingStatus }) => show(processingStatus),
      done: () => resolve(),
    });
    signal.addEventListener("abort", () => {
      stop();
      resolve();
    });
  });
  while (!signal.aborted) {
    const record = await readRecord(app, requestId, signal);
    if (record !== undefined) changed({ requestId, processingStatus: record.processingStatus, record });
    if (record !== undefined && record.result !== null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Undefined while the network or the service fails: the request goes through without this page. */
async function readRecord(
  app: App,
  requestId: string,
  signal: AbortSignal,
): Promise<StatusRecord | undefined> {
  try {
    return (await app.api.get("/api/verify/{requestId}", { params: { requestId }, signal })).data;
  } catch (error) {
    const { status } = faultOf(error);
    if (status === 0 || status === 429 || status >= 500) return undefined;
    throw error;
  }
}
