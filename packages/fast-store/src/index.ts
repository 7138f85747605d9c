export {
  type FastStore,
  FastStoreUnavailable,
  type Listener,
  type RateLimiter,
  type RateLimiterOptions,
  type RateLimiterPair,
  type RateLimitState,
  type Unsubscribe,
} from "./fast-store.ts";
export {
  createMemoryFastStore,
  type MemoryFastStore,
  type MemoryFastStoreOptions,
} from "./memory/memory-fast-store.ts";
