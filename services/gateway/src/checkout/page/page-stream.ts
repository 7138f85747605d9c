import type { Request, Response } from "express";
import { ApiProblem } from "../../http/api-problem.ts";
import { clientNetwork } from "../../http/client-address.ts";
import type { SharedPoller } from "../../http/shared-poller.ts";
import { sendEvent } from "../../http/slow-reader.ts";
import type { PageView } from "./page-view.ts";

/** A payer has a few devices; one address can be that of a whole carrier. */
const STREAMS_PER_DEPOSIT = 8;
const STREAMS_PER_ADDRESS = 500;
const RETRY_AFTER_SECONDS = 15;
const HEARTBEAT_MS = 15_000;
/** Maximum duration of a stream. Afterwards browsers reconnect. */
const LONGEST_MS = 300_000;

export interface PageStreamDeps {
  readonly watcher: SharedPoller<PageView>;
  readonly draining: AbortSignal;
  /** Maximum of open streams in this process. */
  readonly maxStreams: number;
  readonly onCount: (open: number) => void;
}

export type SendPageStream = (
  request: Request,
  response: Response,
  deposit: { readonly id: string; readonly view: PageView },
) => void;

/**
 * Sends the deposit's revision at once and at each change, then `end` when it can no longer change by itself. The
 * stream contains no data of the deposit: the client fetches the page.
 */
export function createSendPageStream(deps: PageStreamDeps): SendPageStream {
  const perDeposit = createCounter();
  const perAddress = createCounter();
  let open = 0;

  function count(response: Response, depositId: string, address: string): void {
    const isFull =
      open >= deps.maxStreams ||
      perDeposit.count(depositId) >= STREAMS_PER_DEPOSIT ||
      perAddress.count(address) >= STREAMS_PER_ADDRESS;
    if (isFull) throw new ApiProblem("rate_limited", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const change = (by: 1 | -1) => {
      perDeposit.add(depositId, by);
      perAddress.add(address, by);
      open += by;
      deps.onCount(open);
    };
    change(1);
    response.once("close", () => change(-1));
  }

  return (request, response, { id, view }) => {
    // The client disconnected while the row was read: no "close" will follow.
    if (response.destroyed || response.closed) return;
    if (request.method === "HEAD") {
      response.type("text/event-stream").end();
      return;
    }
    count(response, id, clientNetwork(request));
    response.status(200).set({
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
    });
    response.flushHeaders();
    follow(deps, response, id, view);
  };
}

function follow(deps: PageStreamDeps, response: Response, depositId: string, first: PageView): void {
  let sentRevision = "";
  const stops: (() => void)[] = [];
  const stop = () => {
    for (const undo of stops.splice(0)) undo();
  };
  const end = (text: string) => {
    stop();
    response.end(text);
  };
  const sendRevision = (view: PageView) => {
    if (view.revision !== sentRevision) sendEvent(response, `event: revision\ndata: ${view.revision}\n\n`);
    sentRevision = view.revision;
    if (!view.isLive) end("event: end\ndata: \n\n");
  };
  // Without a `retry` browsers wait several seconds before they reconnect.
  const endForReconnect = () => end("retry: 1000\n\n");
  response.once("close", stop);
  response.on("error", stop);
  if (deps.draining.aborted) {
    endForReconnect();
    return;
  }
  stops.push(deps.watcher.follow(depositId, sendRevision));
  const timers = [
    setInterval(() => sendEvent(response, ": keep-alive\n\n"), HEARTBEAT_MS),
    setTimeout(endForReconnect, LONGEST_MS),
  ];
  stops.push(() => timers.forEach(clearTimeout));
  deps.draining.addEventListener("abort", endForReconnect, { once: true });
  stops.push(() => deps.draining.removeEventListener("abort", endForReconnect));
  sendRevision(first);
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    count: (key: string) => counts.get(key) ?? 0,
    add: (key: string, by: number) => {
      const next = (counts.get(key) ?? 0) + by;
      if (next <= 0) counts.delete(key);
      else counts.set(key, next);
    },
  };
}
