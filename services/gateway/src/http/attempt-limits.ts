import { createHash } from "node:crypto";
import type { RateLimiter, RateLimitState } from "@receipts/fast-store";
import type { Request, RequestHandler } from "express";
import { ApiProblem } from "./api-problem.ts";
import { CLIENTS_OF_A_PROXY, clientOf } from "./client-address.ts";
import { jsonBody } from "./json-body.ts";
import type { RequireSameOrigin } from "./require-same-origin.ts";

export type AttemptLimitName = "address_limit" | "email_limit" | "email_anywhere_limit" | "device_limit";

/** Counts a call against who makes it, of everything or `of` one thing. */
export type ClientLimit = (request: Request, of?: string) => Promise<RateLimitState>;

/** What a client's own limit refuses does not count against the proxy before it: or one could use up everybody's. */
export function createClientLimit(
  limiter: (name: string, points: number) => RateLimiter,
  name: string,
  points: number,
): ClientLimit {
  const perClient = limiter(name, points);
  const perProxy = limiter(`${name}-proxy`, points * CLIENTS_OF_A_PROXY);
  return async (request, of) => {
    const { client, network } = clientOf(request);
    const keyOf = (who: string) => (of === undefined ? who : `${of}:${who}`);
    const state = await perClient.consume(keyOf(client));
    return client === network || !state.allowed ? state : await perProxy.consume(keyOf(network));
  };
}

/** How often one may try, whoever one says to be, and however many places one tries from. */
export interface AttemptLimits {
  readonly perAddress: ClientLimit;
  /** Of one email from one client: whoever uses it up stands in nobody's way elsewhere. */
  readonly perEmail: ClientLimit;
  /** Of one email, from however many networks. */
  readonly perEmailAnywhere: RateLimiter;
  /** Told which limit has refused an attempt. */
  readonly onRefused?: (limit: AttemptLimitName) => void;
}

/** Successes count as well: an answer must not tell by its limits whether the last guess was right. */
export async function requireAttempt(
  counted: Promise<RateLimitState>,
  onRefused?: () => void,
): Promise<void> {
  const state = await counted;
  if (state.allowed) return;
  onRefused?.();
  throw tooManyAttempts(state.resetMs / 1_000);
}

export function tooManyAttempts(retryAfterSeconds: number): ApiProblem {
  return new ApiProblem("rate_limited", { message: "Too many attempts; try again later", retryAfterSeconds });
}

/** What the network's own limit refuses does not count against the email: or one place could use up everybody's. */
export async function requireEmailAttempt(
  limits: AttemptLimits,
  request: Request,
  email: string,
): Promise<void> {
  const key = emailKey(email);
  await requireAttempt(limits.perEmail(request, key), () => limits.onRefused?.("email_limit"));
  await requireAttempt(limits.perEmailAnywhere.consume(key), () =>
    limits.onRefused?.("email_anywhere_limit"),
  );
}

/** Whether one more mail may go to this address, because of a call from this network. What is refused is refused silently. */
export type MayMail = (email: string, network: string) => Promise<boolean>;

/** One network uses up its own share only: the owner of the address can ask from another. */
export function createMayMail(limits: {
  readonly perNetwork: RateLimiter;
  readonly perEmail: RateLimiter;
  readonly perDay: RateLimiter;
}): MayMail {
  return async (email, network) => {
    const key = emailKey(email);
    if (!(await limits.perNetwork.consume(`${key}:${network}`)).allowed) return false;
    if (!(await limits.perEmail.consume(key)).allowed) return false;
    return (await limits.perDay.consume(key)).allowed;
  };
}

/** Emails are not written into the store that counts: it is no place for personal data. */
export function emailKey(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}

/**
 * In place of the body's reader on routes for people who are not signed in yet. They have no cookie to misuse, but a
 * foreign page could sign its visitor in to an account of its own: so the origin counts here as well.
 */
export function guardedBody(
  limits: Pick<AttemptLimits, "perAddress" | "onRefused">,
  requireSameOrigin: RequireSameOrigin,
): RequestHandler {
  return async (request: Request, response, next) => {
    requireSameOrigin(request);
    await requireAttempt(limits.perAddress(request), () => limits.onRefused?.("address_limit"));
    jsonBody(request, response, next);
  };
}
