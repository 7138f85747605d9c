import { checkTtl } from "../check-arguments.ts";
import { type FastStore, FastStoreUnavailable } from "../fast-store.ts";
import { createLimiterRegistry } from "../limiter-registry.ts";
import { createListeners } from "../listeners.ts";
import { createExpiringMap } from "./expiring-map.ts";
import { createMemoryRateLimiter, createMemoryRateLimiterPair } from "./memory-rate-limiter.ts";

export interface MemoryFastStoreOptions {
  /** Maximum keys; one more evicts the oldest. */
  readonly maxEntries?: number;
  /** Called when a listener throws. Default: a process warning. */
  readonly onListenerError?: (error: unknown) => void;
}

export interface MemoryFastStore extends FastStore {
  /** For tests: an unavailable store rejects all operations, and messages published meanwhile are lost. */
  setAvailable(available: boolean): void;
}

/** A store within this process. */
export function createMemoryFastStore({
  maxEntries = 50_000,
  onListenerError,
}: MemoryFastStoreOptions = {}): MemoryFastStore {
  const entries = createExpiringMap(maxEntries);
  const listeners = createListeners(onListenerError);
  let available = true;
  let closed = false;

  function assertAvailable(): void {
    if (closed) throw new FastStoreUnavailable("the store is closed");
    if (!available) throw new FastStoreUnavailable("the store is unavailable");
  }

  return {
    async get(key) {
      assertAvailable();
      return entries.get(key);
    },
    async set(key, value, ttlMs) {
      checkTtl(ttlMs);
      assertAvailable();
      entries.set(key, value, ttlMs);
    },
    async delete(key) {
      assertAvailable();
      entries.delete(key);
    },
    async publish(channel, message) {
      assertAvailable();
      // Asynchronous: over a network no listener runs before `publish` returns either.
      queueMicrotask(() => listeners.deliver(channel, message));
    },
    async subscribe(channel, listener) {
      assertAvailable();
      const remove = listeners.add(channel, listener);
      return async () => remove();
    },
    rateLimiter: createLimiterRegistry((options) => createMemoryRateLimiter(options, assertAvailable)),
    rateLimiterPair: (inner, outer) => createMemoryRateLimiterPair(inner, outer, assertAvailable),
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
