import type { Socket } from "node:net";
import { type BytesAllowed, limitBytes } from "@receipts/service-kit";
import { Client, type Dispatcher } from "undici";
import type { PooledConnection } from "./connection-pool.ts";
import type { PostAttempt } from "./post-attempt.ts";
import { ConnectError } from "./post-outcome.ts";

export interface WebhookRequest {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
  /** Default: 0. */
  readonly excerptBytes?: number;
}

/** Head of a response, and the first bytes of its body. */
export interface WebhookResponse {
  readonly statusCode: number;
  readonly retryAfter: string | undefined;
  readonly excerpt: Buffer | undefined;
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
/** A response on the wire: its head, which undici limits to 16 KiB, its body, and what TLS and chunks add. */
const maxWireBytes = 64 * 1024;

/** Such as 103 before the response: a server that never ends them would take our time. */
const MOST_INFORMATIONAL = 5;

/**
 * undici's Client is one connection that reconnects when a request needs it. One Client per connection, instead of
 * undici's Pool, links each connect to its attempt: the deadline aborts it and its duration is logged.
 */
export function createWebhookConnection(url: URL, deps: WebhookConnectionDeps): WebhookConnection {
  let current: PostAttempt | undefined;
  let connected = false;
  let wire: BytesAllowed | undefined;

  const client = new Client(url.origin, {
    connect: (_options, callback) => {
      if (current === undefined) throw new Error("connected without a request");
      deps.openSocket(url, current).then(
        (socket) => {
          wire = limitBytes(socket, () => new ConnectError("protocol"));
          callback(null, socket);
        },
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
    post: ({ url: { pathname, search }, headers, body, excerptBytes = 0 }, attempt) =>
      new Promise((resolve, reject) => {
        current = attempt;
        const handler = responseHandler({ attempt, excerptBytes, wire: () => wire }, { resolve, reject });
        client.dispatch({ method: "POST", path: pathname + search, headers, body }, handler);
      }),
  };
}

/** Avoids undici's `request`, which creates a stream for each body: here at most its beginning is kept. */
function responseHandler(
  {
    attempt,
    excerptBytes,
    wire,
  }: {
    readonly attempt: PostAttempt;
    readonly excerptBytes: number;
    /** The counter of the connection, which exists when the request starts. */
    readonly wire: () => BytesAllowed | undefined;
  },
  { resolve, reject }: Pick<PromiseWithResolvers<WebhookResponse>, "resolve" | "reject">,
): Dispatcher.DispatchHandler {
  let head: Pick<WebhookResponse, "statusCode" | "retryAfter"> | undefined;
  let [bytes, informational] = [0, 0];
  const kept: Buffer[] = [];
  const finish = (isComplete: boolean): void => {
    if (head === undefined) return;
    resolve({ ...head, excerpt: kept.length === 0 ? undefined : Buffer.concat(kept), isComplete });
  };
  return {
    onRequestStart: (controller) => {
      wire()?.allow(maxWireBytes);
      attempt.onEnd(() => controller.abort(new Error("the attempt has ended")));
    },
    onResponseStart: (controller, statusCode, headers) => {
      if (statusCode < 200) {
        informational += 1;
        if (informational > MOST_INFORMATIONAL) controller.abort(new ConnectError("protocol"));
        return;
      }
      attempt.endStage("firstByteMs");
      const [retryAfter] = [headers["retry-after"]].flat();
      head = { statusCode, retryAfter };
    },
    onResponseData: (controller, chunk) => {
      const wanted = excerptBytes - bytes;
      if (wanted > 0 && chunk.length > 0) kept.push(Buffer.from(chunk.subarray(0, wanted)));
      bytes += chunk.length;
      if (bytes < maxResponseBytes || head === undefined) return;
      finish(false);
      controller.abort(new Error("the response is too long"));
    },
    onResponseEnd: () => finish(true),
    onResponseError: (_controller, error) => {
      if (head === undefined) reject(error);
      else finish(false);
    },
  };
}
