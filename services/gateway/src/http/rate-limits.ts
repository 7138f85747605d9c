import type { RateLimiter, RateLimitState } from "@receipts/fast-store";
import type { Log } from "@receipts/service-kit";
import type { Response } from "express";
import type { Caller } from "../api-keys/authenticate.ts";
import { ApiProblem } from "./api-problem.ts";

const WINDOW_SECONDS = 60;

export interface RateLimitDeps {
  readonly perKey: RateLimiter;
  readonly perAccount: RateLimiter;
  readonly log: Log;
}

/** Counts the call against its key and its account; writes the headers; throws 429 when either is used up. */
export function createRateLimit(deps: RateLimitDeps) {
  return async (caller: Caller, response: Response): Promise<void> => {
    const states = await consume(deps, caller);
    if (states === undefined) return;
    const { key, account } = states;
    const tighter =
      !account.allowed || account.remaining < key.remaining
        ? { name: "account", state: account }
        : { name: "key", state: key };
    writeHeaders(response, key, account, tighter);
    if (!tighter.state.allowed) {
      throw new ApiProblem("rate_limited", {
        message: `More than ${tighter.state.limit} requests a minute for this ${tighter.name}`,
        retryAfterSeconds: tighter.state.resetMs / 1_000,
      });
    }
  };
}

/** A store that fails is not a limit: the call goes on, uncounted. */
async function consume(
  deps: RateLimitDeps,
  caller: Caller,
): Promise<{ key: RateLimitState; account: RateLimitState } | undefined> {
  try {
    const [key, account] = await Promise.all([
      deps.perKey.consume(caller.apiKeyId),
      deps.perAccount.consume(caller.userId),
    ]);
    return { key, account };
  } catch (error) {
    deps.log.warn("rate_limit.store_failed", { error });
    return undefined;
  }
}

function writeHeaders(
  response: Response,
  key: RateLimitState,
  account: RateLimitState,
  tighter: { name: string; state: RateLimitState },
): void {
  const { limit, remaining, resetMs } = tighter.state;
  const resetSeconds = Math.ceil(resetMs / 1_000);
  response.set({
    "RateLimit-Policy": `"key";q=${key.limit};w=${WINDOW_SECONDS}, "account";q=${account.limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"${tighter.name}";r=${remaining};t=${resetSeconds}`,
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  });
}
