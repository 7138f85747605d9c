import type { ProcessingStatus, VerificationStatus } from "@receipts/contracts";

/** What the stream of a request says at each change. */
export interface StreamedStatus {
  readonly requestId: string;
  readonly processingStatus: ProcessingStatus;
  readonly status: VerificationStatus;
  readonly verified: boolean;
}

/**
 * Follows a request until it has ended, or can be followed no more: browsers come back by themselves when the line breaks or a
 * process drains. Returns how to stop.
 */
export function followStatus(
  requestId: string,
  heard: { readonly status: (status: StreamedStatus) => void; readonly done: () => void },
): () => void {
  const source = new EventSource(`/api/verify/${encodeURIComponent(requestId)}/events`);
  source.addEventListener("status", (event: MessageEvent<string>) => heard.status(JSON.parse(event.data)));
  source.addEventListener("done", () => {
    source.close();
    heard.done();
  });
  // Refused for good, as one stream too many is: what there is can be asked for.
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) heard.done();
  });
  return () => source.close();
}
