/**
 * Fast memory that may be lost: cached answers, live status, rate limits. Never the truth.
 *
 * Every operation rejects with FastStoreUnavailable when the store does not answer; callers go on without it.
 */
export interface FastStore {
  get(key: string): Promise<string | undefined>;
  /** Gone after `ttlMs` (whole milliseconds, at least 1), or sooner when room is needed. */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Reaches those who listen now; nothing is kept for later. */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Resolves when the subscription is in force: every message published after that is seen, in order, until the
   * returned function has been called. Messages published while the store is away are lost, so a listener also
   * looks at the truth now and then. A listener that throws keeps the message from no one else.
   */
  subscribe(channel: string, listener: Listener): Promise<Unsubscribe>;
  /** Limiters of one name share their counts, so they must have the same options. */
  rateLimiter(options: RateLimiterOptions): RateLimiter;
  /** Its counts are its own, whatever limiters of the same names there are. */
  rateLimiterPair(inner: RateLimiterOptions, outer: RateLimiterOptions): RateLimiterPair;
  /** False while the store is known to be away: callers then need not wait for a timeout. */
  isAvailable(): boolean;
  close(): Promise<void>;
}

export type Listener = (message: string) => void;
export type Unsubscribe = () => Promise<void>;

export interface RateLimiterOptions {
  readonly name: string;
  /** How much may be consumed in one window. */
  readonly points: number;
  /** A window starts with the first consumption of a key and is fixed from then on. */
  readonly windowSeconds: number;
}

export interface RateLimiter {
  /**
   * Takes a point from the key's window. A fault of the store is thrown and never reads as a limit. What a refused call
   * takes from the rest of the window is not promised.
   */
  consume(key: string): Promise<RateLimitState>;
}

/** Two limits of one call, such as its key's and its account's, in one round trip. */
export interface RateLimiterPair {
  /**
   * Takes a point from the inner key's window (each outer key has inner keys of its own) and then one from the outer
   * key's, unless the inner one refuses: then `outer` is undefined and nothing is taken from it.
   */
  consume(
    innerKey: string,
    outerKey: string,
  ): Promise<{ readonly inner: RateLimitState; readonly outer: RateLimitState | undefined }>;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends; above 0. */
  readonly resetMs: number;
}

/** The store did not answer. Says nothing about keys or limits. */
export class FastStoreUnavailable extends Error {
  readonly retryable = true;
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "FastStoreUnavailable";
  }
}
