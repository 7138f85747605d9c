import {
  isTerminal,
  type ProcessingStatus,
  type Recheck,
  type ResultDecision,
  verificationRoutes,
} from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import type { LiveStatus, LiveStatusChannel } from "@receipts/verdicts";
import type { Request, Response } from "express";
import type { Caller } from "../http/caller.ts";
import type { CredentialWatcher } from "../http/credential-watcher.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import { callerOf, outsideTurn } from "../http/request-context.ts";
import { sendEvent } from "../http/slow-reader.ts";
import { requireVerification } from "./read-routes.ts";
import type { VerificationRepository, VerificationRow } from "./verification-repository.ts";

export interface StatusStreamDeps {
  readonly verifications: Pick<VerificationRepository, "find">;
  readonly liveStatus: Pick<LiveStatusChannel, "listen">;
  /** Ends a stream with its key or session. */
  readonly credentials: CredentialWatcher;
  readonly log: Log;
  /** Aborted when the process drains: streams end, and clients reconnect to another pod. */
  readonly draining: AbortSignal;
  /** Whether announcements currently arrive. */
  readonly announcementsWork: () => boolean;
  readonly openStreams: OpenStreams;
  readonly heartbeatMs?: number;
  readonly timeoutMs?: number;
}

const HEARTBEAT_MS = 15_000;
const TIMEOUT_MS = 300_000;
/** Announcements are fast. The row is also read now and then in case one was lost, more often while none can arrive. */
const RECHECK_MS = 15_000;
const RECHECK_NO_CHANNEL_MS = 2_000;

/** States only go forward, so their position is the event's id. */
const eventIds: Record<ProcessingStatus, number> = { queued: 1, running: 2, completed: 3, failed: 3 };
const DONE_ID = 4;

export function statusStreamRoutes(deps: StatusStreamDeps): MountedRoute[] {
  return [
    {
      contract: verificationRoutes.streamVerification,
      handler: async (request, response) => {
        const { id } = await requireVerification(deps.verifications, request);
        await sendStatusStream(deps, request, response, { verificationId: id });
      },
    },
  ];
}

/**
 * Streams the status of a request that the caller may read. `untilDecided`: one in review is followed until a person has
 * decided.
 */
export async function sendStatusStream(
  deps: StatusStreamDeps,
  request: Request,
  response: Response,
  {
    verificationId,
    untilDecided = false,
  }: { readonly verificationId: string; readonly untilDecided?: boolean },
): Promise<void> {
  const caller = callerOf(request);
  if (request.method === "HEAD") {
    response.type("text/event-stream").end();
    return;
  }
  const lastEventId = Number(request.get("last-event-id") ?? 0);
  // Disconnected while the row was read: no "close" event would follow.
  if (response.destroyed || response.closed) return;
  deps.openStreams.count(caller.userId, response);
  response.status(200).set({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  const stream = createStream(response, verificationId, Number.isInteger(lastEventId) ? lastEventId : 0);
  await outsideTurn(request, () => follow(deps, stream, { caller, verificationId, untilDecided }));
}

interface Stream {
  /** Sends a state that the client has not seen. Returns true if it was the last. */
  state(status: LiveStatus & Partial<ResultDecision & Pick<VerificationRow, "failureReason">>): boolean;
  /** The bank does not know the receipt yet. */
  recheck(recheck: Recheck): void;
  done(reason: "terminal" | "timeout"): void;
  comment(): void;
  /** Ends without `done`, so that the client reconnects. */
  disconnect(): void;
  readonly closed: AbortSignal;
}

function createStream(response: Response, requestId: string, lastEventId: number): Stream {
  let seen = lastEventId;
  let ended = false;
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  response.on("error", () => closed.abort());
  const send = (text: string) => {
    if (!ended && !closed.signal.aborted) sendEvent(response, text);
  };
  const end = (text?: string) => {
    if (text !== undefined) send(text);
    if (!ended) response.end();
    ended = true;
  };
  const write = (event: string, id: number, data: object) =>
    send(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  return {
    closed: closed.signal,
    state: ({ processingStatus, status, verified, decision, decisionReasons, failureReason }) => {
      const id = eventIds[processingStatus];
      // A client that saw "queued" and missed "running" gets both. A request that exceeded its deadline never ran.
      if (seen === eventIds.queued && id > eventIds.running && failureReason !== "deadline_exceeded") {
        seen = eventIds.running;
        write("status", seen, { requestId, processingStatus: "running", status: "pending", verified: false });
      }
      if (id > seen) {
        seen = id;
        const decided = isTerminal(processingStatus) ? { decision, decisionReasons } : {};
        write("status", id, { requestId, processingStatus, status, verified, ...decided });
      }
      return isTerminal(processingStatus);
    },
    // Without an id: a client that reconnects gets the present one.
    recheck: (recheck) => send(`event: recheck\ndata: ${JSON.stringify({ requestId, ...recheck })}\n\n`),
    done: (reason) => {
      write("done", DONE_ID, { requestId, reason });
      end();
    },
    comment: () => send(": keep-alive\n\n"),
    disconnect: () => end("retry: 1000\n\n"),
  };
}

async function follow(
  deps: StatusStreamDeps,
  stream: Stream,
  request: { readonly caller: Caller; readonly verificationId: string; readonly untilDecided: boolean },
): Promise<void> {
  const ended = Promise.withResolvers<"terminal" | "timeout" | "draining" | "refused" | "gone">();
  let shownTries = 0;
  // The outcome is read from the row, which has the decision.
  let hasEnded = false;
  const recheck = async () => {
    const row = await deps.verifications.find(request.caller.userId, request.verificationId);
    if (row === undefined) return;
    const isOver = stream.state(row);
    hasEnded &&= row.decision !== "review";
    if (isOver && !(request.untilDecided && row.decision === "review")) ended.resolve("terminal");
    else if (row.recheck !== null && row.recheck.tries !== shownTries) {
      shownTries = row.recheck.tries;
      stream.recheck(row.recheck);
    }
  };
  const guarded = () =>
    void recheck().catch((error: unknown) => deps.log.warn("stream.recheck_failed", { error }));
  const onStatus = (status: LiveStatus) => {
    hasEnded = isTerminal(status.processingStatus);
    if (hasEnded || status.isRechecked === true) guarded();
    else stream.state(status);
  };
  const listening = await deps.liveStatus.listen(request.verificationId, onStatus).catch(() => undefined);
  const timers = [
    setInterval(() => stream.comment(), deps.heartbeatMs ?? HEARTBEAT_MS),
    setInterval(guarded, RECHECK_MS),
    setInterval(() => {
      if (listening === undefined || hasEnded || !deps.announcementsWork()) guarded();
    }, RECHECK_NO_CHANNEL_MS),
    setTimeout(() => ended.resolve("timeout"), deps.timeoutMs ?? TIMEOUT_MS),
  ];
  const unwatch = deps.credentials.watch(request.caller, () => ended.resolve("refused"));
  const drained = () => ended.resolve("draining");
  deps.draining.addEventListener("abort", drained, { once: true });
  stream.closed.addEventListener("abort", () => ended.resolve("gone"), { once: true });
  // Disconnected before the listener was added.
  if (stream.closed.aborted) ended.resolve("gone");
  guarded();
  try {
    const reason = deps.draining.aborted ? "draining" : await ended.promise;
    if (reason === "terminal" || reason === "timeout") stream.done(reason);
    // A client that reconnects with an ended key or session gets a 401.
    else if (reason === "draining" || reason === "refused") stream.disconnect();
  } finally {
    for (const timer of timers) clearTimeout(timer);
    unwatch();
    deps.draining.removeEventListener("abort", drained);
    await listening?.();
  }
}
