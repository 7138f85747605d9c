import type { ProcessingStatus, StatusRecord } from "@receipts/contracts";
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

/** Sends a request and follows it to its end. Calls `changed` at each step. */
export async function verify(
  { app, signal }: { readonly app: App; readonly signal: AbortSignal },
  body: SentReceipt,
  changed: (run: Run) => void,
): Promise<void> {
  const { requestId, verification } = await app.api.post("/api/verify", body);
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
    const { data } = await app.api.get("/api/verify/{requestId}", { params: { requestId }, signal });
    changed({ requestId, processingStatus: data.processingStatus, record: data });
    if (data.result !== null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
