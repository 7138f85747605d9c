import { remembered } from "./bounded-memory.ts";
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
  /** Allows http and addresses that are not public: development only. */
  readonly allowPrivate: boolean;
  /** By default DNS itself, and with `allowPrivate` the system's resolver, which knows `localhost` and `/etc/hosts`. */
  readonly lookup?: LookupHost;
  /** Connections to one origin; further requests wait for a free one within their deadline. */
  readonly connectionsPerHost?: number;
  /** Certificates (PEM) to trust in place of Node's roots. */
  readonly ca?: string;
}

export interface PostRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
  /** From the call to the last byte, DNS included. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

export interface GuardedClient {
  /** Never follows a redirect, never throws for what the other side does. The answer's body is read and dropped. */
  readonly post: (request: PostRequest) => Promise<PostOutcome>;
  /** Ends what is under way as `aborted`. */
  readonly close: () => Promise<void>;
}

/** Posts to addresses that strangers choose: only public ones, checked at each connection and then connected to. */
export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { allowPrivate, connectionsPerHost = 8, ca } = options;
  const lookup = options.lookup ?? (allowPrivate ? lookupLikeTheSystem : createDnsLookup());
  const underWay = new Set<PostAttempt>();
  // Of the text alone; where the name leads is checked at each connection.
  const check = remembered((text: string) => checkWebhookUrl(text, { allowPrivate }));
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
      attempt.begin();
      const { statusCode, retryAfter, isWhole } = await connection.post(request, attempt);
      usable = isWhole;
      return { kind: "responded", statusCode, retryAfter, timings: attempt.timings() };
    } catch (error) {
      const errorClass = attempt.ended() ?? errorClassOf(error);
      if (errorClass === undefined) throw error;
      return failed(errorClass, attempt);
    } finally {
      connections.release(request.url, connection, usable);
    }
  };

  const post = async ({ url: text, headers, body, deadlineMs, signal }: PostRequest) => {
    const attempt = startPostAttempt({ deadlineMs, signal });
    underWay.add(attempt);
    if (closed) attempt.abort();
    try {
      const checked = check(text);
      if (checked.kind === "unsafe") return failed("unsafe_address", attempt);
      const request = { url: checked.url, headers, body };
      const outcome = await postOnce(request, attempt);
      return wasStale(outcome) ? await postOnce(request, attempt) : outcome;
    } finally {
      attempt.finish();
      underWay.delete(attempt);
    }
  };

  const close = async () => {
    closed = true;
    for (const attempt of underWay) attempt.abort();
    connections.close();
  };

  return { post, close };
}

/**
 * A kept connection that the server closed while the request was on its way. It says nothing about the server, and a
 * receiver has to bear a second copy of one delivery anyway, so it is worth one more try at once.
 */
function wasStale(outcome: PostOutcome): boolean {
  return outcome.kind === "failed" && outcome.errorClass === "reset" && outcome.timings.connectMs === null;
}

function failed(errorClass: PostErrorClass, attempt: PostAttempt): PostOutcome {
  return { kind: "failed", errorClass, timings: attempt.timings() };
}
