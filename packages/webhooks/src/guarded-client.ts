import { memoize } from "@receipts/service-kit";
import { createConnectionPool } from "./connection-pool.ts";
import { openGuardedSocket } from "./guarded-socket.ts";
import { createDnsLookup, lookupLikeTheSystem } from "./host-lookup.ts";
import { type PostAttempt, startPostAttempt } from "./post-attempt.ts";
import { errorClassOf, type PostErrorClass, type PostOutcome } from "./post-outcome.ts";
import type { LookupHost } from "./resolve-host.ts";
import {
  createWebhookConnection,
  type WebhookConnection,
  type WebhookRequest,
} from "./webhook-connection.ts";
import { checkWebhookUrl } from "./webhook-url.ts";

export interface GuardedClientOptions {
  /** Allows http and non-public addresses. Development only. */
  readonly allowPrivate: boolean;
  /** Default: DNS; with `allowPrivate` the system's resolver, which knows `localhost` and `/etc/hosts`. */
  readonly lookup?: LookupHost;
  /** Connections to one origin; further requests wait for a free one within their deadline. */
  readonly connectionsPerHost?: number;
  /** Root certificates (PEM). Default: Node's. */
  readonly ca?: string;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
  /** Time from the call to the last byte, including DNS. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  /** Bytes of the response's body that the outcome keeps. Default: none. */
  readonly excerptBytes?: number;
}

export interface GuardedClient {
  /** Never follows a redirect and never throws for errors of the receiver. The response's body is discarded, except the excerpt. */
  readonly post: (request: PostRequest) => Promise<PostOutcome>;
  /** Ends all requests in flight as `aborted`. */
  readonly close: () => Promise<void>;
}

/** Posts to untrusted URLs: connects only to public addresses, checked for each connection. */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { allowPrivate, connectionsPerHost = 8, ca } = options;
  const lookup = options.lookup ?? (allowPrivate ? lookupLikeTheSystem : createDnsLookup());
  const inFlight = new Set<PostAttempt>();
  // Checks only the text; addresses are checked at each connection.
  const check = memoize((text: string) => checkWebhookUrl(text, { allowPrivate }));
  let closed = false;
  const connections = createConnectionPool<WebhookConnection>({
    perHost: connectionsPerHost,
    open: (url, onDisconnect) =>
      createWebhookConnection(url, {
        openSocket: (target, attempt) => openGuardedSocket(target, attempt, { allowPrivate, lookup, ca }),
        onDisconnect,
      }),
  });

  const postOnce = async (request: WebhookRequest, attempt: PostAttempt): Promise<PostOutcome> => {
    const connection = await connections.acquire(request.url, attempt);
    if (connection === undefined) return failed(attempt.ended() ?? "aborted", attempt);
    let usable = false;
    try {
      attempt.startStage();
      const { isComplete, ...response } = await connection.post(request, attempt);
      usable = isComplete;
      return { kind: "responded", ...response, timings: attempt.timings() };
    } catch (error) {
      const errorClass = attempt.ended() ?? errorClassOf(error);
      if (errorClass === undefined) throw error;
      return failed(errorClass, attempt);
    } finally {
      connections.release(request.url, connection, usable);
    }
  };

  const post = async ({ url: text, deadlineMs, signal, ...sent }: PostRequest) => {
    const attempt = startPostAttempt({ deadlineMs, signal });
    inFlight.add(attempt);
    if (closed) attempt.abort();
    try {
      const checked = check(text);
      if (checked.kind === "unsafe") return failed("unsafe_address", attempt);
      const request = { url: checked.url, ...sent };
      const outcome = await postOnce(request, attempt);
      return wasStale(outcome) ? await postOnce(request, attempt) : outcome;
    } finally {
      attempt.finish();
      inFlight.delete(attempt);
    }
  };

  const close = async () => {
    closed = true;
    for (const attempt of inFlight) attempt.abort();
    connections.close();
  };

  return { post, close };
}

/**
 * True if the server closed a reused connection while the request was sent. This says nothing about the server, and
 * receivers must accept duplicates anyway, so the request is sent once more at once.
 */
function wasStale(outcome: PostOutcome): boolean {
  return outcome.kind === "failed" && outcome.errorClass === "reset" && outcome.timings.connectMs === null;
}

function failed(errorClass: PostErrorClass, attempt: PostAttempt): PostOutcome {
  return { kind: "failed", errorClass, timings: attempt.timings() };
}
