import type { Cluster, Redis } from "ioredis";
import { FastStoreUnavailable } from "../fast-store.ts";
import { unavailable, withoutArguments } from "./redis-fault.ts";

interface ConnectionWatchOptions {
  /** The longest that a caller waits. */
  readonly commandTimeoutMs: number;
  /** How long nobody asks after an answer was missed, until a PING has been answered. */
  readonly awayMs: number;
  /** How often an idle connection is asked whether it is still there. */
  readonly heartbeatMs: number;
  readonly onChange: () => void;
}

export type ConnectionWatch = ReturnType<typeof watchConnection>;

/** A timer that comes so late was kept waiting by this process. */
const BUSY_MS = 20;

/**
 * Knows whether a connection answers, so that only the first callers wait for a Redis that does not.
 *
 *   answering ── an answer is missed ──▶ away ── PING answered, asked every `awayMs` ──▶ answering
 *       └─────── connection lost ──────▶ away ── connected anew ──────────────────────▶ answering
 */
export function watchConnection(client: Redis | Cluster, options: ConnectionWatchOptions) {
  let answering = client.status === "ready";
  let closed = false;
  let fault: Error | undefined;
  let nextBeat: NodeJS.Timeout | undefined;

  function setAnswering(value: boolean): void {
    if (closed || value === answering) return;
    answering = value;
    options.onChange();
  }

  function beatIn(ms: number): void {
    clearTimeout(nextBeat);
    if (!closed) nextBeat = setTimeout(beat, ms).unref();
  }

  async function beat(): Promise<void> {
    const answered = client.status === "ready" && (await bounded(() => client.ping()).then(isTrue, isFalse));
    // The connection may have been lost and made anew meanwhile: then `ready` has said so.
    if (answered && client.status === "ready") setAnswering(true);
    beatIn(answering ? options.heartbeatMs : options.awayMs);
  }

  function missAnswer(): FastStoreUnavailable {
    const missed = new FastStoreUnavailable(`Redis did not answer within ${options.commandTimeoutMs} ms`);
    fault = missed;
    setAnswering(false);
    beatIn(options.awayMs);
    return missed;
  }

  function bounded<T>(command: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let over = false;
      let timer: NodeJS.Timeout;
      // When this process itself was busy, the command may not even be out: Redis then has its time all over again, once.
      const arm = (isLast: boolean) => {
        const dueAt = performance.now() + options.commandTimeoutMs;
        timer = setTimeout(() => {
          const wasBusy = performance.now() - dueAt > BUSY_MS;
          if (wasBusy && !isLast) arm(true);
          // And the answer may be there, unread: it is read before the next immediate.
          else setImmediate(() => over || reject(missAnswer()));
        }, options.commandTimeoutMs);
      };
      const settle = () => {
        over = true;
        clearTimeout(timer);
      };
      arm(false);
      command().then(
        (answer) => {
          settle();
          resolve(answer);
        },
        (error: unknown) => {
          settle();
          reject(unavailable(error));
        },
      );
    });
  }

  client.on("error", (error: unknown) => {
    fault = withoutArguments(error);
  });
  client.on("ready", () => {
    fault = undefined;
    setAnswering(true);
  });
  client.on("close", () => {
    fault ??= new Error("the connection was closed");
    setAnswering(false);
  });
  client.on("end", () => setAnswering(false));
  beatIn(options.heartbeatMs);

  return {
    isAnswering: () => answering && !closed,
    /** Why it does not answer. */
    lastFault: () => fault,
    /** Runs a command for at most the time limit; whatever goes wrong is FastStoreUnavailable. */
    async ask<T>(command: () => Promise<T>): Promise<T> {
      if (closed) throw new FastStoreUnavailable("the store is closed");
      if (!answering) throw new FastStoreUnavailable("Redis is away", { cause: fault });
      return await bounded(command);
    },
    async close(): Promise<void> {
      if (closed) return;
      closed = true;
      clearTimeout(nextBeat);
      if (answering) await bounded(() => client.quit()).catch(() => undefined);
      client.disconnect();
    },
  };
}

const isTrue = () => true;
const isFalse = () => false;
