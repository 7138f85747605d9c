import type { StatusRecord } from "@receipts/contracts";

/** The part of a stream event that the dashboard uses. */
type StreamedStatus = Pick<StatusRecord, "processingStatus">;

/** Too many open streams are refused. An immediate retry would be refused too. */
const REFUSED_MS = 5_000;

/** Follows a request until it ends. */
export function followStatus(
  requestId: string,
  {
    status,
    recheck,
    done,
  }: {
    readonly status: (status: StreamedStatus) => void;
    /** The bank has not booked the payment yet, or not at the last look. */
    readonly recheck?: () => void;
    readonly done: () => void;
  },
): () => void {
  const address = `/api/verify/${encodeURIComponent(requestId)}/events`;
  return followStream(address, { event: "status", changed: status, recheck, done });
}

/**
 * Follows a stream until its `done`, or until it is refused. Browsers reconnect by themselves after a lost connection or
 * a drain. Returns a function that stops it.
 */
export function followStream<Changed>(
  address: string,
  handlers: {
    readonly event: string;
    readonly changed: (data: Changed) => void;
    readonly recheck?: (() => void) | undefined;
    readonly done: () => void;
  },
): () => void {
  const source = new EventSource(address);
  source.addEventListener(handlers.event, (event: MessageEvent<string>) =>
    handlers.changed(JSON.parse(event.data)),
  );
  source.addEventListener("recheck", () => handlers.recheck?.());
  source.addEventListener("done", () => {
    source.close();
    handlers.done();
  });
  let refused: ReturnType<typeof setTimeout> | undefined;
  // Closed means refused, for example one stream too many. The caller can read the status after a delay.
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) refused = setTimeout(handlers.done, REFUSED_MS);
  });
  return () => {
    clearTimeout(refused);
    source.close();
  };
}
