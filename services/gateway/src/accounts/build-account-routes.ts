import type { Pool } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import type { ServiceMetrics } from "@receipts/service-kit";
import { apiKeyRoutesOf } from "../api-keys/api-key-routes.ts";
import { auditRoutesOf } from "../audit/audit-routes.ts";
import type { GatewayConfig } from "../gateway-config.ts";
import { ApiProblem } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import { createPasswordHasher, HasherFull, type PasswordHasher } from "../passwords/password-hasher.ts";
import type { SessionCookie } from "../sessions/session-cookie.ts";
import { sessionRoutes } from "../sessions/session-routes.ts";
import type { SessionTokens } from "../sessions/session-token.ts";
import { createChangePassword, createSignIn } from "../sessions/sign-in.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import { createRegisterAccount } from "./register-account.ts";
import { registrationRoutes } from "./registration-routes.ts";

export interface AccountRoutesOptions {
  readonly config: GatewayConfig;
  readonly pool: Pool;
  readonly cookie: SessionCookie;
  readonly tokens: SessionTokens;
  readonly requireSameOrigin: RequireSameOrigin;
  readonly limiter: (name: string, points: number, windowSeconds: number) => RateLimiter;
  readonly metrics: ServiceMetrics;
}

/** Long enough that guessing a password takes for ever, short enough that its owner can wait. */
const ATTEMPT_WINDOW_SECONDS = 15 * 60;
const SIGNUP_CREDITS = 100;

/** People, their sessions and keys, and what they did. */
export function buildAccountRoutes(options: AccountRoutesOptions): MountedRoute[] {
  const { config, pool, cookie, tokens, requireSameOrigin } = options;
  const inProduction = config.NODE_ENV === "production";
  const hashed = options.metrics.counter("password_hashes_total", "Passwords hashed, to keep or to compare");
  const hasher = refusingWhenFull(createPasswordHasher({ onWork: () => hashed.inc() }));
  const limitsOf = (name: string): AttemptLimits => ({
    perAddress: options.limiter(
      `${name}-address`,
      config.SIGN_IN_ATTEMPTS_PER_ADDRESS,
      ATTEMPT_WINDOW_SECONDS,
    ),
    perEmail: options.limiter(`${name}-email`, config.SIGN_IN_ATTEMPTS_PER_EMAIL, ATTEMPT_WINDOW_SECONDS),
    perEmailAnywhere: options.limiter(
      `${name}-email-anywhere`,
      config.SIGN_IN_ATTEMPTS_PER_EMAIL_ANYWHERE,
      ATTEMPT_WINDOW_SECONDS,
    ),
  });
  const failures = options.metrics.counter(
    "sign_in_failures_total",
    "Sign-ins that were refused: wrong credentials, or a limit of attempts",
    ["reason"],
    { reason: ["credentials", "address_limit", "email_limit", "email_anywhere_limit"] },
  );
  return [
    ...registrationRoutes({
      registerAccount: createRegisterAccount({
        pool,
        hasher,
        mode: config.REGISTRATION ?? (inProduction ? "closed" : "open"),
        credits: config.SIGNUP_CREDITS ?? (inProduction ? 0 : SIGNUP_CREDITS),
      }),
      limits: limitsOf("register"),
      requireSameOrigin,
    }),
    ...sessionRoutes({
      pool,
      signIn: createSignIn({ pool, hasher }),
      changePassword: createChangePassword({ pool, hasher }),
      tokens,
      cookie,
      limits: { ...limitsOf("login"), onRefused: (reason) => failures.inc({ reason }) },
      onWrongCredentials: () => failures.inc({ reason: "credentials" }),
      requireSameOrigin,
    }),
    ...apiKeyRoutesOf({ pool, keyPrefix: config.API_KEY_PREFIX }),
    ...auditRoutesOf({ database: pool }),
  ];
}

function refusingWhenFull(hasher: PasswordHasher): PasswordHasher {
  const refuse = (error: unknown): never => {
    if (!(error instanceof HasherFull)) throw error;
    const refusal = { cause: error, retryAfterSeconds: 10 };
    throw error.ofClient
      ? new ApiProblem("rate_limited", { ...refusal, message: "Too many attempts at once; try again later" })
      : new ApiProblem("service_unavailable", refusal);
  };
  return {
    hash: (password, client) => hasher.hash(password, client).catch(refuse),
    verify: (password, stored, client) => hasher.verify(password, stored, client).catch(refuse),
  };
}
