import { batchRoutes } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Log } from "@receipts/service-kit";
import type { Response } from "express";
import type { Caller } from "../http/caller.ts";
import type { CredentialWatcher } from "../http/credential-watcher.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import { callerOf } from "../http/request-context.ts";
import { createSharedPoller, type SharedPoller } from "../http/shared-poller.ts";
import { sendEvent } from "../http/slow-reader.ts";
import { type BatchRow, batchView, readBatches, requireBatch } from "./batch-repository.ts";

export interface BatchStreamDeps {
  readonly pool: Pool;
  readonly publicBaseUrl: string;
  /** Ends a stream with its key or session. */
  readonly credentials: CredentialWatcher;
  readonly openStreams: OpenStreams;
  readonly draining: AbortSignal;
  readonly log: Log;
}

const HEARTBEAT_MS = 15_000;
/** Maximum duration of a stream. Afterwards clients reconnect. */
const LONGEST_MS = 300_000;

export function batchStreamRoute(deps: BatchStreamDeps): MountedRoute {
  const poller = createSharedPoller<BatchRow>({
    find: (ids) => readBatches(deps.pool, ids),
    onError: (error) => deps.log.warn("batch.poll_failed", { error }),
  });
  return {
    contract: batchRoutes.streamBatch,
    handler: async (request, response) => {
      const caller = callerOf(request);
      const row = await requireBatch(deps.pool, request);
      if (request.method === "HEAD") {
        response.type("text/event-stream").end();
        return;
      }
      // Disconnected while the row was read: no "close" event would follow.
      if (response.destroyed || response.closed) return;
      deps.openStreams.count(caller.userId, response);
      response.status(200).set({
        "Content-Type": "text/event-stream; charset=utf-8",
        "X-Accel-Buffering": "no",
      });
      response.flushHeaders();
      follow({ ...deps, poller }, response, { caller, row });
    },
  };
}

/** Sends the batch at once and at each change, until it has ended. A client that reconnects gets its present state. */
function follow(
  deps: BatchStreamDeps & { readonly poller: SharedPoller<BatchRow> },
  response: Response,
  { caller, row }: { readonly caller: Caller; readonly row: BatchRow },
): void {
  let sent = "";
  const stops: (() => void)[] = [];
  const stop = () => {
    for (const undo of stops.splice(0)) undo();
  };
  const end = (text: string) => {
    stop();
    response.end(text);
  };
  const endForReconnect = () => end("retry: 1000\n\n");
  const send = (seen: BatchRow) => {
    const text = JSON.stringify(batchView(seen, deps.publicBaseUrl));
    if (text !== sent) sendEvent(response, `event: progress\ndata: ${text}\n\n`);
    sent = text;
    if (seen.completedAt !== null) end(`event: done\ndata: ${JSON.stringify({ id: seen.id })}\n\n`);
  };
  response.once("close", stop);
  response.on("error", stop);
  const timers = [
    setInterval(() => sendEvent(response, ": keep-alive\n\n"), HEARTBEAT_MS),
    setTimeout(endForReconnect, LONGEST_MS),
  ];
  stops.push(() => timers.forEach(clearTimeout));
  stops.push(deps.credentials.watch(caller, endForReconnect));
  stops.push(deps.poller.follow(row.id, send));
  deps.draining.addEventListener("abort", endForReconnect, { once: true });
  stops.push(() => deps.draining.removeEventListener("abort", endForReconnect));
  if (deps.draining.aborted) endForReconnect();
  else send(row);
}
