import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import type { PooledConnection } from "./connection-pool.ts";
import type { PostAttempt } from "./post-attempt.ts";

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
}

/** Head of a response. Its body is discarded. */
export interface WebhookResponse {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  /** False if the body was cut because it was too slow, broken or too long. */
  readonly isComplete: boolean;
}

export interface WebhookConnection extends PooledConnection {
  /** One request at a time. Rejects with errors of undici or the socket. */
  readonly post: (request: WebhookRequest, attempt: PostAttempt) => Promise<WebhookResponse>;
}

export interface WebhookConnectionDeps {
  readonly openSocket: (url: URL, attempt: PostAttempt) => Promise<Socket>;
  readonly onDisconnect: () => void;
}

/** Keep-alive of an idle connection. Shorter than the 5 s of most servers: they must not close it first. */
const keepAliveMs = 4_000;
/** Enough for a usual response, so that its connection can be reused. A longer body is cut. */
const maxResponseBytes = 16 * 1024;

/**
 * undici's Client is one connection that reconnects when a request needs it. One Client per connection, instead of
 * undici's Pool, links each connect to its attempt: the deadline aborts it and its duration is logged.
 */
export function createWebhookConnection(url: URL, deps: WebhookConnectionDeps): WebhookConnection {
  let current: PostAttempt | undefined;
  let connected = false;

  const client = new Client(url.origin, {
    connect: (_options, callback) => {
      if (current === undefined) throw new Error("connected without a request");
      deps.openSocket(url, current).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
    pipelining: 1,
    // The attempt has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
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
    post: ({ url: { pathname, search }, headers, body }, attempt) =>
      new Promise((resolve, reject) => {
        current = attempt;
        const handler = responseHandler(attempt, { resolve, reject });
        client.dispatch({ method: "POST", path: pathname + search, headers, body }, handler);
      }),
  };
}

/** Avoids undici's `request`, which creates a stream for each body: here no body is read. */
function responseHandler(
  attempt: PostAttempt,
  { resolve, reject }: Pick<PromiseWithResolvers<WebhookResponse>, "resolve" | "reject">,
): Dispatcher.DispatchHandler {
  let head: Omit<WebhookResponse, "isComplete"> | undefined;
  let bytes = 0;
  return {
    onRequestStart: (controller) => {
      attempt.onEnd(() => controller.abort(new Error("the attempt has ended")));
    },
    onResponseStart: (_controller, statusCode, headers) => {
      if (statusCode < 200) return; // more follows
      attempt.endStage("firstByteMs");
      const [retryAfter] = [headers["retry-after"]].flat();
      head = { statusCode, retryAfter };
    },
    onResponseData: (controller, chunk) => {
      bytes += chunk.length;
      if (bytes < maxResponseBytes || head === undefined) return;
      resolve({ ...head, isComplete: false });
      controller.abort(new Error("the response is too long"));
    },
    onResponseEnd: () => {
      if (head !== undefined) resolve({ ...head, isComplete: true });
    },
    onResponseError: (_controller, error) => {
      if (head === undefined) reject(error);
      else resolve({ ...head, isComplete: false });
    },
  };
}
