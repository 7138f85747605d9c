import type {
  FastStore,
  RateLimiter,
  RateLimiterOptions,
  RateLimiterPair,
  RateLimitState,
} from "@receipts/fast-store";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import type { Response } from "express";

import { ApiProblem } from "./api-problem.ts";
import { type Caller, credentialId } from "./caller.ts";

const WINDOW_SECONDS = 60;

/** Limits that are counted in the shared store, and by each process alone while the store is down. */
export interface LimitsWithFallback {
  limiter(options: RateLimiterOptions): RateLimiter;
  pair(inner: RateLimiterOptions, outer: RateLimiterOptions): RateLimiterPair;
}

export function createLimitsWithFallback(deps: {
  readonly fastStore: FastStore;
  readonly fallbackStore: FastStore;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}): LimitsWithFallback {
  /** Reports each call that this process counts alone. */
  function fallbackReporter(names: readonly string[]): (error: unknown) => void {
    const counted = deps.metrics.counter(
      "rate_limit_insured_total",
      "Calls that this process counted alone, because the shared store was down",
      ["limiter"],
      { limiter: names },
    );
    return (error) => {
      for (const limiter of names) {
        counted.inc({ limiter });
        deps.log.warn("rate_limit.store_failed", { limiter, error });
      }
    };
  }

  return {
    limiter: (options) => {
      const shared = deps.fastStore.rateLimiter(options);
      const fallback = deps.fallbackStore.rateLimiter(options);
      const onFallback = fallbackReporter([options.name]);
      return {
        consume: (key) =>
          shared.consume(key).catch((error: unknown) => {
            onFallback(error);
            return fallback.consume(key);
          }),
      };
    },
    pair: (inner, outer) => {
      const shared = deps.fastStore.rateLimiterPair(inner, outer);
      const fallback = deps.fallbackStore.rateLimiterPair(inner, outer);
      const onFallback = fallbackReporter([inner.name, outer.name]);
      return {
        consume: (innerKey, outerKey) =>
          shared.consume(innerKey, outerKey).catch((error: unknown) => {
            onFallback(error);
            return fallback.consume(innerKey, outerKey);
          }),
      };
    },
  };
}

/** Counts the call against its key and its account, and writes the headers. Throws 429 if either is used up. */
export function createRateLimit(
  limits: Pick<LimitsWithFallback, "pair">,
  /** Requests a minute; the names appear in the headers. */
  quotas: { readonly key: number; readonly account: number },
) {
  const policy = Object.entries(quotas)
    .map(([name, quota]) => `"${name}";q=${quota};w=${WINDOW_SECONDS}`)
    .join(", ");
  // Calls refused by their key's limit must not use up the account's: one runaway key would block the other keys.
  const pair = limits.pair(
    { name: "key", points: quotas.key, windowSeconds: WINDOW_SECONDS },
    { name: "account", points: quotas.account, windowSeconds: WINDOW_SECONDS },
  );
  return async (caller: Caller, response: Response): Promise<void> => {
    const { inner: key, outer: account } = await pair.consume(credentialId(caller), caller.userId);
    const accountIsTighter = account !== undefined && (!account.allowed || account.remaining < key.remaining);
    const [name, state] = accountIsTighter ? ["account", account] : ["key", key];
    writeHeaders(response, name, state, policy);
    if (!state.allowed) throw rateLimited(state, `requests a minute for this ${name}`);
  };
}

function writeHeaders(response: Response, name: string, state: RateLimitState, policy: string): void {
  const resetSeconds = Math.ceil(state.resetMs / 1_000);
  response.setHeader("RateLimit-Policy", policy);
  response.setHeader("RateLimit", `"${name}";r=${state.remaining};t=${resetSeconds}`);
  response.setHeader("RateLimit-Limit", state.limit);
  response.setHeader("RateLimit-Remaining", state.remaining);
  response.setHeader("RateLimit-Reset", resetSeconds);
}

/** Limits calls that cost no credit and make us call a URL of the caller. `unit`: such as "test webhooks a minute". */
export async function limitAccount(perAccount: RateLimiter, userId: string, unit: string): Promise<void> {
  const state = await perAccount.consume(userId);
  if (!state.allowed) throw rateLimited(state, `${unit} for this account`);
}

function rateLimited({ limit, resetMs }: RateLimitState, unit: string): ApiProblem {
  return new ApiProblem("rate_limited", {
    message: `More than ${limit} ${unit}`,
    retryAfterSeconds: resetMs / 1_000,
  });
}
