import type { RateLimiter } from "@receipts/fast-store";
import { ApiProblem } from "../http/api-problem.ts";

/** A limit of its own for what sends to addresses that strangers chose, and costs no credit. */
export async function limitAccount(perAccount: RateLimiter, userId: string, what: string): Promise<void> {
  const state = await perAccount.consume(userId);
  if (state.allowed) return;
  throw new ApiProblem("rate_limited", {
    message: `More than ${state.limit} ${what} a minute for this account`,
    retryAfterSeconds: state.resetMs / 1_000,
  });
}
