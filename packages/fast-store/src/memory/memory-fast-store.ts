import { checkTtl } from "../check-arguments.ts";
import { type FastStore, FastStoreUnavailable } from "../fast-store.ts";
import { createLimiterRegistry } from "../limiter-registry.ts";
import { createListeners } from "../listeners.ts";
import { createExpiringMap } from "./expiring-map.ts";
import { createMemoryRateLimiter, createMemoryRateLimiterPair } from "./memory-rate-limiter.ts";

export interface MemoryFastStoreOptions {
  /** Most keys kept; one more pushes the oldest out. */
  readonly maxEntries?: number;
  /** A listener threw: a fault of the program, worth a log line. A process warning unless told. */
  readonly onListenerError?: (error: unknown) => void;
}

export interface MemoryFastStore extends FastStore {
  /** For tests: a store that is away answers nothing, and what is published meanwhile is lost. */
  setAvailable(available: boolean): void;
}

/** All in this process, and shared with nobody. */
export function createMemoryFastStore({
  maxEntries = 50_000,
  onListenerError,
}: MemoryFastStoreOptions = {}): MemoryFastStore {
  const entries = createExpiringMap(maxEntries);
  const listeners = createListeners(onListenerError);
  let available = true;
  let closed = false;

  function mustBeThere(): void {
    if (closed) throw new FastStoreUnavailable("the store is closed");
    if (!available) throw new FastStoreUnavailable("the store is away");
  }

  return {
    async get(key) {
      mustBeThere();
      return entries.get(key);
    },
    async set(key, value, ttlMs) {
      checkTtl(ttlMs);
      mustBeThere();
      entries.set(key, value, ttlMs);
    },
    async delete(key) {
      mustBeThere();
      entries.delete(key);
    },
    async publish(channel, message) {
      mustBeThere();
      // Never inside the caller's turn: across a network no listener runs before `publish` returns either.
      queueMicrotask(() => listeners.deliver(channel, message));
    },
    async subscribe(channel, listener) {
      mustBeThere();
      const remove = listeners.add(channel, listener);
      return async () => remove();
    },
    rateLimiter: createLimiterRegistry((options) => createMemoryRateLimiter(options, mustBeThere)),
    rateLimiterPair: (inner, outer) => createMemoryRateLimiterPair(inner, outer, mustBeThere),
    isAvailable: () => available && !closed,
    async close() {
      closed = true;
      entries.clear();
      listeners.clear();
    },
    setAvailable(value) {
      available = value;
    },
  };
}
