import type { RateLimiter, RateLimitState } from "@receipts/fast-store";
import type { Response } from "express";

import { ApiProblem } from "./api-problem.ts";
import { type Caller, credentialId } from "./caller.ts";

const WINDOW_SECONDS = 60;

export interface RateLimitDeps {
  readonly perKey: RateLimiter;
  readonly perAccount: RateLimiter;
  /** Requests a minute, as the headers tell them. */
  readonly quotas: { readonly key: number; readonly account: number };
}

/** Counts the call against its key and its account; writes the headers; throws 429 when either is used up. */
export function createRateLimit(deps: RateLimitDeps) {
  const policy = Object.entries(deps.quotas)
    .map(([name, quota]) => `"${name}";q=${quota};w=${WINDOW_SECONDS}`)
    .join(", ");
  return async (caller: Caller, response: Response): Promise<void> => {
    const key = await deps.perKey.consume(credentialId(caller));
    // What its own key refuses must not use up the account's share: other keys would pay for a runaway one.
    const account = key.allowed ? await deps.perAccount.consume(caller.userId) : undefined;
    const tighter =
      account !== undefined && (!account.allowed || account.remaining < key.remaining)
        ? { name: "account", state: account }
        : { name: "key", state: key };
    writeHeaders(response, tighter, policy);
    if (!tighter.state.allowed) {
      throw new ApiProblem("rate_limited", {
        message: `More than ${tighter.state.limit} requests a minute for this ${tighter.name}`,
        retryAfterSeconds: tighter.state.resetMs / 1_000,
      });
    }
  };
}

function writeHeaders(
  response: Response,
  tighter: { readonly name: string; readonly state: RateLimitState },
  policy: string,
): void {
  const { limit, remaining, resetMs } = tighter.state;
  const resetSeconds = Math.ceil(resetMs / 1_000);
  response.set({
    "RateLimit-Policy": policy,
    RateLimit: `"${tighter.name}";r=${remaining};t=${resetSeconds}`,
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  });
}
