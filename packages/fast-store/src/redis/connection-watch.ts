import type { Cluster, Redis } from "ioredis";
import { FastStoreUnavailable } from "../fast-store.ts";
import { unavailable, withoutArguments } from "./redis-error.ts";

interface ConnectionWatchOptions {
  /** Maximum time that a caller waits. */
  readonly commandTimeoutMs: number;
  /** After a timeout: interval of the PINGs until one gets a response. Callers are rejected meanwhile. */
  readonly retryMs: number;
  /** Interval of the PINGs on a responding connection. */
  readonly heartbeatMs: number;
  readonly onChange: () => void;
}

export type ConnectionWatch = ReturnType<typeof watchConnection>;

/** A timer that fires this late was delayed by this process. */
const BUSY_MS = 20;

/**
 * Tracks whether a connection responds, so that only the first callers wait for a Redis that does not.
 *
 *   responding ── timeout ─────────▶ unavailable ── PONG to a PING every `retryMs` ──▶ responding
 *        └─────── connection lost ─▶ unavailable ── reconnected ─────────────────────▶ responding
 */
export function watchConnection(client: Redis | Cluster, options: ConnectionWatchOptions) {
  let responding = client.status === "ready";
  let closed = false;
  let lastError: Error | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;

  function setResponding(value: boolean): void {
    if (closed || value === responding) return;
    responding = value;
    options.onChange();
  }

  function scheduleHeartbeat(ms: number): void {
    clearTimeout(heartbeatTimer);
    if (!closed) heartbeatTimer = setTimeout(heartbeat, ms).unref();
  }

  async function heartbeat(): Promise<void> {
    const responded =
      client.status === "ready" && (await withTimeLimit(() => client.ping()).then(isTrue, isFalse));
    // The connection may have been lost meanwhile; after a reconnect the `ready` event sets the state.
    if (responded && client.status === "ready") setResponding(true);
    scheduleHeartbeat(responding ? options.heartbeatMs : options.retryMs);
  }

  function onTimeout(): FastStoreUnavailable {
    const error = new FastStoreUnavailable(`Redis did not respond within ${options.commandTimeoutMs} ms`);
    lastError = error;
    setResponding(false);
    scheduleHeartbeat(options.retryMs);
    return error;
  }

  function withTimeLimit<T>(command: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let finished = false;
      let timer: NodeJS.Timeout;
      // If this process was busy, the command may not have been sent: then the time limit starts again, once.
      const arm = (isLast: boolean) => {
        const dueAt = performance.now() + options.commandTimeoutMs;
        timer = setTimeout(() => {
          const wasBusy = performance.now() - dueAt > BUSY_MS;
          if (wasBusy && !isLast) arm(true);
          // The response may have arrived but not been read: that happens before the next immediate.
          else setImmediate(() => finished || reject(onTimeout()));
        }, options.commandTimeoutMs);
      };
      const finish = () => {
        finished = true;
        clearTimeout(timer);
      };
      arm(false);
      command().then(
        (result) => {
          finish();
          resolve(result);
        },
        (error: unknown) => {
          finish();
          reject(unavailable(error));
        },
      );
    });
  }

  client.on("error", (error: unknown) => {
    lastError = withoutArguments(error);
  });
  client.on("ready", () => {
    lastError = undefined;
    setResponding(true);
  });
  client.on("close", () => {
    lastError ??= new Error("the connection was closed");
    setResponding(false);
  });
  client.on("end", () => setResponding(false));
  scheduleHeartbeat(options.heartbeatMs);

  return {
    isResponding: () => responding && !closed,
    lastError: () => lastError,
    /** Runs a command within the time limit. Every error is a `FastStoreUnavailable`. */
    async run<T>(command: () => Promise<T>): Promise<T> {
      if (closed) throw new FastStoreUnavailable("the store is closed");
      if (!responding) throw new FastStoreUnavailable("Redis is unavailable", { cause: lastError });
      return await withTimeLimit(command);
    },
    async close(): Promise<void> {
      if (closed) return;
      closed = true;
      clearTimeout(heartbeatTimer);
      if (responding) await withTimeLimit(() => client.quit()).catch(() => undefined);
      client.disconnect();
    },
  };
}

const isTrue = () => true;
const isFalse = () => false;
