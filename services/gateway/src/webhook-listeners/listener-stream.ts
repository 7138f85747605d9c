import { isId, webhookListenerRoutes } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Log } from "@receipts/service-kit";
import { type SecretBox, webhookHeaders } from "@receipts/webhooks";
import type { Request, Response } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import type { Caller } from "../http/caller.ts";
import type { CredentialWatcher } from "../http/credential-watcher.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import { callerOf } from "../http/request-context.ts";
import { createSharedPoller, type SharedPoller } from "../http/shared-poller.ts";
import { createSlowWriter, sendEvent } from "../http/slow-reader.ts";
import {
  extendListener,
  findWaiting,
  type ListenedWebhook,
  type ListenerSecrets,
  readWebhook,
  type WaitingWebhook,
} from "./listener-repository.ts";

export interface ListenerStreamDeps {
  readonly pool: Pool;
  readonly secretBox: SecretBox;
  /** Ends a stream with its key or session. */
  readonly credentials: CredentialWatcher;
  readonly openStreams: OpenStreams;
  readonly draining: AbortSignal;
  readonly log: Log;
}

/** `ended`: the listener is deleted or has expired. */
type Waiting = readonly WaitingWebhook[] | "ended";

const HEARTBEAT_MS = 15_000;
const EXTEND_MS = 30_000;
/** A stream pauses at this much without an acknowledgement: a connection without a reader holds no more. */
const MOST_UNACKNOWLEDGED_BYTES = 256 * 1024;
/** Maximum duration of a stream. Afterwards clients reconnect. */
const LONGEST_MS = 300_000;

export function listenerStreamRoute(deps: ListenerStreamDeps): MountedRoute {
  const poller = createSharedPoller<Waiting>({
    find: (ids) => findWaiting(deps.pool, ids),
    onError: (error) => deps.log.warn("webhook_listeners.poll_failed", { error }),
  });
  /** The open streams of this process, by listener. */
  const open = new Map<string, FollowedStream>();

  return {
    contract: webhookListenerRoutes.streamWebhookListener,
    handler: async (request, response) => {
      const caller = callerOf(request);
      const listenerId = listenerIdOf(request);
      const secrets = await extendListener(deps.pool, deps.secretBox, caller.userId, listenerId);
      if (secrets === undefined) throw noSuchListener();
      if (request.method === "HEAD") {
        response.type("text/event-stream").end();
        return;
      }
      // Disconnected while the row was read: no "close" event would follow.
      if (response.destroyed || response.closed) return;
      // The connection of an earlier stream may have died unnoticed.
      open.get(listenerId)?.replace();
      deps.openStreams.count(caller.userId, response);
      response.status(200).set({
        "Content-Type": "text/event-stream; charset=utf-8",
        "X-Accel-Buffering": "no",
      });
      response.flushHeaders();
      const stream = follow({ ...deps, poller }, response, { caller, listenerId, secrets });
      open.set(listenerId, stream);
      response.once("close", () => {
        if (open.get(listenerId) === stream) open.delete(listenerId);
      });
    },
  };
}

interface Listening {
  readonly caller: Caller;
  readonly listenerId: string;
  readonly secrets: NonNullable<ListenerSecrets>;
}

interface FollowedStream {
  /** Another stream of the listener takes over. */
  replace(): void;
}

/** Sends the webhooks until the connection closes. */
function follow(
  deps: ListenerStreamDeps & { readonly poller: SharedPoller<Waiting> },
  response: Response,
  { caller, listenerId, secrets }: Listening,
): FollowedStream {
  const { pool, secretBox, log } = deps;
  /** Bytes of each attempt that was sent. */
  const sent = new Map<string, number>();
  let unacknowledged = 0;
  const writeSlowly = createSlowWriter(response);
  // The reader has left, or stands still: another stream brings it what is not acknowledged.
  const write = (text: string) => writeSlowly(text).catch(() => response.destroy());
  let isReading = false;
  let hasEnded = false;
  const stops: (() => void)[] = [];
  const stop = () => {
    hasEnded = true;
    for (const undo of stops.splice(0)) undo();
  };
  const end = () => {
    if (hasEnded) return;
    stop();
    response.end("retry: 1000\n\n");
  };

  /** Unread bytes would stay in the kernel's memory. Another stream sends them again. */
  const cut = () => {
    if (unacknowledged === 0) return end();
    stop();
    response.socket?.resetAndDestroy();
  };

  /** Each poll brings all that is unacknowledged. One payload at a time is in memory. */
  async function send(waiting: Waiting): Promise<void> {
    if (waiting === "ended") return cut();
    if (isReading) return;
    isReading = true;
    try {
      unacknowledged = waiting.reduce((bytes, webhook) => bytes + (sent.get(keyOf(webhook)) ?? 0), 0);
      for (const { id } of waiting.filter((webhook) => !sent.has(keyOf(webhook)))) {
        if (hasEnded || response.destroyed || unacknowledged >= MOST_UNACKNOWLEDGED_BYTES) return;
        const webhook = await readWebhook(pool, id);
        if (webhook === undefined) continue;
        const event = `event: webhook\ndata: ${JSON.stringify(signed(webhook, secrets))}\n\n`;
        const bytes = Buffer.byteLength(event);
        sent.set(keyOf(webhook), bytes);
        unacknowledged += bytes;
        await write(event);
      }
    } finally {
      isReading = false;
    }
  }
  const extend = async () => {
    const extended = await extendListener(pool, secretBox, caller.userId, listenerId);
    if (extended === undefined) cut();
  };
  const guarded = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.warn("webhook_listeners.stream_failed", { listenerId, error }));

  response.once("close", stop);
  response.on("error", stop);
  const timers = [
    setInterval(() => sendEvent(response, ": keep-alive\n\n"), HEARTBEAT_MS),
    setInterval(() => guarded(extend()), EXTEND_MS),
    setTimeout(cut, LONGEST_MS),
  ];
  stops.push(() => timers.forEach(clearTimeout));
  stops.push(deps.credentials.watch(caller, cut));
  stops.push(deps.poller.follow(listenerId, (waiting) => guarded(send(waiting))));
  deps.draining.addEventListener("abort", end, { once: true });
  stops.push(() => deps.draining.removeEventListener("abort", end));
  if (deps.draining.aborted) end();
  else guarded(findWaiting(pool, [listenerId]).then((found) => send(found.get(listenerId) ?? "ended")));
  return { replace: cut };
}

/** A redelivery is sent again on the same stream. */
const keyOf = ({ id, attempt }: WaitingWebhook) => `${id} ${attempt}`;

/** With the headers of the dispatcher's requests. */
function signed(webhook: ListenedWebhook, secrets: NonNullable<ListenerSecrets>) {
  const { id, type, attempt, payload, readAt } = webhook;
  const timestampSeconds = Math.floor(readAt.getTime() / 1_000);
  const headers = webhookHeaders({
    ...webhook,
    event: type,
    deliveryId: id,
    secrets,
    timestampSeconds,
    body: payload,
  });
  return { id, type, attempt, headers, body: payload };
}

export function listenerIdOf(request: Request): string {
  const id = String(request.params["id"]);
  if (!isId("webhookEndpoint", id)) throw noSuchListener();
  return id;
}

/** Unknown, of another account, or ended. */
export function noSuchListener(): ApiProblem {
  return new ApiProblem("not_found", { message: "There is no such listener: it may have ended" });
}
