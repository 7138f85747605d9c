import { createHash } from "node:crypto";
import type { RateLimiter, RateLimitState } from "@receipts/fast-store";
import type { Request, RequestHandler } from "express";
import { ApiProblem } from "./api-problem.ts";
import { CLIENTS_OF_A_PROXY, clientOf } from "./client-address.ts";
import { jsonBody } from "./json-body.ts";
import type { RequireSameOrigin } from "./require-same-origin.ts";

export type AttemptLimitName = "address_limit" | "email_limit" | "email_anywhere_limit" | "device_limit";

/** Counts a call against its client: all calls, or those `of` one thing. */
export type ClientLimit = (request: Request, of?: string) => Promise<RateLimitState>;

/**
 * A call refused by the client's own limit does not count against its proxy: otherwise one client could use up the
 * limit of all.
 */
export function createClientLimit(
  limiter: (name: string, points: number) => RateLimiter,
  name: string,
  points: number,
): ClientLimit {
  const perClient = limiter(name, points);
  const perProxy = limiter(`${name}-proxy`, points * CLIENTS_OF_A_PROXY);
  const usedUp = createUsedUp();
  return async (request, of) => {
    const { client, network } = clientOf(request);
    const keyOf = (who: string) => (of === undefined ? who : `${of}:${who}`);
    if (client === network) return await perClient.consume(keyOf(client));
    const proxy = keyOf(network);
    const before = usedUp.find(proxy);
    if (before !== undefined) return before;
    const state = await perClient.consume(keyOf(client));
    if (!state.allowed) return state;
    const ofProxy = await perProxy.consume(proxy);
    if (!ofProxy.allowed) usedUp.add(proxy, ofProxy);
    return ofProxy;
  };
}

/**
 * Proxies whose limit is used up, until it is renewed. Their calls are refused for any client: counting each, with
 * another forged address, would fill the memory.
 */
function createUsedUp() {
  const found = new Map<string, { readonly state: RateLimitState; readonly until: number }>();
  return {
    find(proxy: string): RateLimitState | undefined {
      const entry = found.get(proxy);
      const resetMs = entry === undefined ? 0 : entry.until - performance.now();
      return entry === undefined || resetMs <= 0 ? undefined : { ...entry.state, resetMs };
    },
    add(proxy: string, state: RateLimitState): void {
      const now = performance.now();
      for (const [other, { until }] of found) if (until <= now) found.delete(other);
      found.set(proxy, { state, until: now + state.resetMs });
    },
  };
}

/** Counts a call that causes a mail against its network. */
export type CountMails = (request: Request) => Promise<RateLimitState>;

/** Limits of attempts, for any claimed identity and from any number of places. */
export interface AttemptLimits {
  readonly perAddress: ClientLimit;
  /** For one email from one client: a client that uses it up blocks no other. */
  readonly perEmail: ClientLimit;
  /** For one email, from all networks. */
  readonly perEmailAnywhere: RateLimiter;
  /** Called with the limit that refused an attempt. */
  readonly onRefused?: (limit: AttemptLimitName) => void;
}

/** Successes count as well: a response must not reveal by its limits whether the last guess was right. */
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

/**
 * A call refused by the client's limit does not count against the email: otherwise one place could use up the limit of
 * all.
 */
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

/** Whether one more mail may go to this address, for a call from this network. Refusals are silent. */
export type MayMail = (email: string, network: string) => Promise<boolean>;

/** A network uses up only its own share: the owner of the address can call from another. */
export function createMayMail(limits: {
  readonly perNetwork: RateLimiter;
  readonly perEmail: RateLimiter;
  readonly perDayOfNetwork: RateLimiter;
  readonly perDay: RateLimiter;
}): MayMail {
  return async (email, network) => {
    const key = emailKey(email);
    if (!(await limits.perNetwork.consume(`${key}:${network}`)).allowed) return false;
    // Before those that all networks share.
    if (!(await limits.perDayOfNetwork.consume(`${key}:${network}`)).allowed) return false;
    if (!(await limits.perEmail.consume(key)).allowed) return false;
    return (await limits.perDay.consume(key)).allowed;
  };
}

/** The counting store holds no personal data, so an email is hashed. */
export function emailKey(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}

/**
 * Reads the body on routes without sign-in. Their callers have no cookie to misuse, but a foreign page could sign its
 * visitor in to its own account: so the origin is checked here too.
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
