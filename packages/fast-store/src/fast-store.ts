/**
 * Fast memory that may be lost: cached verdicts, live status, rate limits. Never the source of truth.
 *
 * Every operation rejects with `FastStoreUnavailable` if the store does not respond; callers continue without it.
 */
export interface FastStore {
  get(key: string): Promise<string | undefined>;
  /** Expires after `ttlMs` (whole milliseconds, at least 1), or sooner if the store is full. */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Reaches current listeners only; nothing is stored. */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Resolves when the subscription is active: the listener gets all later messages, in order, until the returned
   * function is called. Messages published during an outage are lost, so listeners must also poll the database now and
   * then. A listener that throws does not affect the others.
   */
  subscribe(channel: string, listener: Listener): Promise<Unsubscribe>;
  /** Limiters with the same name share their counts and must have the same options. */
  rateLimiter(options: RateLimiterOptions): RateLimiter;
  /** Shares no counts with limiters of the same names. */
  rateLimiterPair(inner: RateLimiterOptions, outer: RateLimiterOptions): RateLimiterPair;
  /** False while the store is known to be unavailable: callers then need not wait for a timeout. */
  isAvailable(): boolean;
  close(): Promise<void>;
}

export type Listener = (message: string) => void;
export type Unsubscribe = () => Promise<void>;

export interface RateLimiterOptions {
  readonly name: string;
  /** Calls allowed in one window. */
  readonly points: number;
  /** A window starts with the first call for a key and has a fixed end. */
  readonly windowSeconds: number;
}

export interface RateLimiter {
  /**
   * Takes a point from the key's window. An error of the store is thrown and never looks like a limit. A refused call
   * may or may not take a point.
   */
  consume(key: string): Promise<RateLimitState>;
}

/** Two limits of one call, such as its key's and its account's, in one round trip. */
export interface RateLimiterPair {
  /**
   * Takes a point from the inner key's window, then one from the outer key's. If the inner limit refuses, `outer` is
   * undefined and loses no point. Each outer key has its own inner keys.
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
  /** Milliseconds until the window ends; above 0. */
  readonly resetMs: number;
}

/** The store did not respond. Says nothing about keys or limits. */
export class FastStoreUnavailable extends Error {
  readonly retryable = true;
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = "FastStoreUnavailable";
  }
}
