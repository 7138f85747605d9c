import { requireStillActive } from "./active-credentials.ts";
import { findActiveKey } from "./api-keys/api-key-repository.ts";
import { createAuthenticate } from "./api-keys/authenticate.ts";
import type { KeyUsage } from "./api-keys/key-usage.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { createRateLimit, type LimitsWithFallback } from "./http/rate-limits.ts";
import type { RequireCallerDeps } from "./http/require-caller.ts";
import { createRequireSameOrigin } from "./http/require-same-origin.ts";
import { createAuthenticateSession } from "./sessions/authenticate-session.ts";
import { createKnownDevices, type KnownDevices } from "./sessions/known-device.ts";
import {
  createDeviceCookie,
  createSessionCookie,
  createTillCookie,
  type SessionCookie,
} from "./sessions/session-cookie.ts";
import { findOpenSession } from "./sessions/session-repository.ts";
import { createSessionTokens, type SessionTokens } from "./sessions/session-token.ts";

export interface GuardsDeps extends GatewayParts {
  readonly keyUsage: Pick<KeyUsage, "count">;
  readonly limits: LimitsWithFallback;
  /** The current key for signing and sealing, and its predecessors. */
  readonly encryptionKeys: readonly [string, readonly string[]];
}

export interface BuiltGuards {
  readonly guards: Omit<RequireCallerDeps, "authenticateCheckoutKey">;
  /** Created at sign-in, read by the guards. */
  readonly sessions: {
    readonly cookie: SessionCookie;
    readonly tokens: SessionTokens;
    readonly devices: KnownDevices;
    readonly tillCookie: SessionCookie;
  };
}

/** Builds the guards of credentials and rate limits. */
export function buildGuards({ config, pool, keyUsage, limits, encryptionKeys }: GuardsDeps): BuiltGuards {
  const secure = config.NODE_ENV === "production";
  const cookie = createSessionCookie({ secure });
  const tillCookie = createTillCookie({ secure });
  const tokens = createSessionTokens(...encryptionKeys);
  const devices = createKnownDevices(createDeviceCookie({ secure }), encryptionKeys);
  return {
    guards: {
      authenticate: createAuthenticate({
        keyPrefix: config.API_KEY_PREFIX,
        findActiveKey: (hash) => findActiveKey(pool, hash),
        onUse: keyUsage.count,
      }),
      authenticateSession: createAuthenticateSession({
        cookie,
        tokens,
        tillCookie,
        findOpenSession: (id, tillTokenHash) => findOpenSession(pool, id, tillTokenHash),
      }),
      requireSameOrigin: createRequireSameOrigin(config.PUBLIC_BASE_URL),
      requireStillActive,
      rateLimit: createRateLimit(limits, {
        key: config.RATE_LIMIT_PER_MINUTE,
        account: config.ACCOUNT_RATE_LIMIT_PER_MINUTE ?? config.RATE_LIMIT_PER_MINUTE * 3,
      }),
    },
    sessions: { cookie, tokens, devices, tillCookie },
  };
}
