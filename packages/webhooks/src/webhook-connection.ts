import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import type { PooledConnection } from "./connection-pool.ts";
import type { PostAttempt } from "./post-attempt.ts";

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
}

/** The head of an answer, and its body still to be read. */
export interface WebhookAnswer {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  readonly body: Dispatcher.ResponseData["body"];
}

export interface WebhookConnection extends PooledConnection {
  /** One at a time. Rejects with whatever undici or the socket says. */
  readonly post: (request: WebhookRequest, attempt: PostAttempt) => Promise<WebhookAnswer>;
}

export interface WebhookConnectionDeps {
  readonly openSocket: (url: URL, attempt: PostAttempt) => Promise<Socket>;
  readonly keepAliveMs: number;
  readonly onDisconnect: () => void;
  /** What is buffered of an answer ahead of its reader. */
  readonly bufferBytes: number;
}

/**
 * undici's Client is one connection that redials when a request needs it. A Client of its own for each connection,
 * in place of undici's Pool, tells which attempt a dial belongs to: its deadline ends the dial, its log gets the times.
 */
export function createWebhookConnection(url: URL, deps: WebhookConnectionDeps): WebhookConnection {
  let current: PostAttempt | undefined;
  let connected = false;

  const client = new Client(url.origin, {
    connect: (_options, callback) => {
      if (current === undefined) throw new Error("dialled without a request");
      deps.openSocket(url, current).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
    pipelining: 1,
    // The attempt has one deadline; undici's own would only cut it short.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: deps.keepAliveMs,
    keepAliveMaxTimeout: deps.keepAliveMs,
  });
  client.on("connect", () => {
    connected = true;
  });
  client.on("disconnect", () => {
    connected = false;
    deps.onDisconnect();
  });

  return {
    isConnected: () => connected,
    destroy: () => void client.destroy(),
    post: async ({ url: { pathname, search }, headers, body }, attempt) => {
      current = attempt;
      const answer = await client.request({
        method: "POST",
        path: pathname + search,
        headers,
        body,
        signal: attempt.signal,
        highWaterMark: deps.bufferBytes,
      });
      const [retryAfter] = [answer.headers["retry-after"]].flat();
      return { statusCode: answer.statusCode, retryAfter, body: answer.body };
    },
  };
}
