import type { StatusRecord } from "@receipts/contracts";

/** What the stream of a request says at each change, as far as it is of use here. */
type StreamedStatus = Pick<StatusRecord, "processingStatus">;

/** A stream is refused while too many are open: the next would be as well, were it asked for at once. */
const REFUSED_MS = 5_000;

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
  let refused: ReturnType<typeof setTimeout> | undefined;
  // Refused for good, as one stream too many is: what there is can be asked for, after a while.
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) refused = setTimeout(heard.done, REFUSED_MS);
  });
  return () => {
    clearTimeout(refused);
    source.close();
  };
}
