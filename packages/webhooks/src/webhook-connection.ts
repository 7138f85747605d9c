import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import type { PooledConnection } from "./connection-pool.ts";
import type { PostAttempt } from "./post-attempt.ts";

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
}

/** The head of an answer. Its body is dropped as it comes. */
export interface WebhookAnswer {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  /** The whole body came. One that drips, breaks or goes on is cut: the answer was its head. */
  readonly isWhole: boolean;
}

export interface WebhookConnection extends PooledConnection {
  /** One at a time. Rejects with whatever undici or the socket says. */
  readonly post: (request: WebhookRequest, attempt: PostAttempt) => Promise<WebhookAnswer>;
}

export interface WebhookConnectionDeps {
  readonly openSocket: (url: URL, attempt: PostAttempt) => Promise<Socket>;
  readonly onDisconnect: () => void;
}

/** How long an unused connection is kept. Shorter than the 5 s of most servers: they must not close it first. */
const keepAliveMs = 4_000;
/** Enough for a well-behaved server's answer, so that its connection can be kept; a longer body is cut. */
const maxAnswerBytes = 16 * 1024;

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
        const handler = answerHandler(attempt, { resolve, reject });
        client.dispatch({ method: "POST", path: pathname + search, headers, body }, handler);
      }),
  };
}

/** Without undici's `request`, which makes a stream of each body: here nothing is read of it. */
function answerHandler(
  attempt: PostAttempt,
  { resolve, reject }: Pick<PromiseWithResolvers<WebhookAnswer>, "resolve" | "reject">,
): Dispatcher.DispatchHandler {
  let head: Omit<WebhookAnswer, "isWhole"> | undefined;
  let bytes = 0;
  return {
    onRequestStart: (controller) => {
      attempt.onEnd(() => controller.abort(new Error("the attempt has ended")));
    },
    onResponseStart: (_controller, statusCode, headers) => {
      if (statusCode < 200) return; // more follows
      attempt.took("firstByteMs");
      const [retryAfter] = [headers["retry-after"]].flat();
      head = { statusCode, retryAfter };
    },
    onResponseData: (controller, chunk) => {
      bytes += chunk.length;
      if (bytes < maxAnswerBytes || head === undefined) return;
      resolve({ ...head, isWhole: false });
      controller.abort(new Error("the answer is too long"));
    },
    onResponseEnd: () => {
      if (head !== undefined) resolve({ ...head, isWhole: true });
    },
    onResponseError: (_controller, error) => {
      if (head === undefined) reject(error);
      else resolve({ ...head, isWhole: false });
    },
  };
}
