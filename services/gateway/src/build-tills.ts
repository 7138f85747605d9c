import { branchRoutesOf } from "./branches/branch-routes.ts";
import { refusingWhenFull } from "./build-account-routes.ts";
import type { BuiltGuards } from "./build-guards.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { createClientLimit, guardedBody } from "./http/attempt-limits.ts";
import type { MountedRoute } from "./http/mount-routes.ts";
import { createPasswordHasher } from "./passwords/password-hasher.ts";
import { cashierRoutesOf } from "./tills/cashier-routes.ts";
import { counterRoutesOf } from "./tills/counter-routes.ts";
import { deviceRoutes } from "./tills/device-routes.ts";
import { createSignInAtTill } from "./tills/sign-in-at-till.ts";
import { createTillDevices } from "./tills/till-devices.ts";
import { tillRoutesOf } from "./tills/till-routes.ts";
import type { ReadOutages } from "./uptime/outages.ts";
import type { Verification } from "./verification/build-verification.ts";

/** A code has 39 bits and lasts 15 minutes. */
const ENROLL_WINDOW_SECONDS = 15 * 60;
/**
 * The limit of all addresses together, by that of one: 5,000 guesses with default settings. Even with a hundred open codes
 * a guesser with a thousand addresses needs 13 years for an even chance.
 */
const ENROLLING_ADDRESSES = 50;
/** The first ones of an address do not count for the limit of all, so that an attacker shuts out no other device. */
const FIRST_ENROLLMENTS = 3;
/** Openings of the page and sign-ins together: many times those of a busy counter. */
const CALLS_PER_TILL = 120;
/** A whole shop changes shift behind one address. */
const SIGN_INS_PER_ADDRESS = 600;
/** At most five of them compare a wrong PIN; this bounds the work of hashing. */
const SIGN_INS_PER_CASHIER = 60;

/** Builds the routes of branches, cashiers and tills, and of the cashier's page. */
export function buildTills(
  deps: GatewayParts &
    BuiltGuards &
    Pick<Verification, "submit" | "rules" | "streaming"> & { readonly readOutages: ReadOutages },
): MountedRoute[] {
  const { config, pool, limiter, sessions, guards, readOutages } = deps;
  const { requireSameOrigin } = guards;
  // One at a time: passwords have two of the four threads, and a change of shift is no emergency.
  const hasher = refusingWhenFull(createPasswordHasher({ slots: 1 }));
  const { tokens, cookie, tillCookie } = sessions;
  const perWindow = (name: string, points: number) => limiter(name, points, ENROLL_WINDOW_SECONDS);
  const enrollments = createClientLimit(
    perWindow,
    "till-enroll-address",
    config.SIGN_IN_ATTEMPTS_PER_ADDRESS,
  );
  const signIns = createClientLimit(limiter, "till-sign-in-address", SIGN_INS_PER_ADDRESS);
  return [
    ...branchRoutesOf({ pool }),
    ...cashierRoutesOf({ pool, hasher }),
    ...tillRoutesOf({ pool, config }),
    ...deviceRoutes({
      pool,
      cookie,
      tokens,
      devices: createTillDevices(pool, tillCookie),
      signIn: createSignInAtTill({ pool, hasher }),
      readEnrollment: guardedBody({ perAddress: enrollments }, requireSameOrigin),
      readSignIn: guardedBody({ perAddress: signIns }, requireSameOrigin),
      firstEnrollments: createClientLimit(perWindow, "till-enroll-first", FIRST_ENROLLMENTS),
      enrollmentsAnywhere: perWindow(
        "till-enroll-anywhere",
        config.SIGN_IN_ATTEMPTS_PER_ADDRESS * ENROLLING_ADDRESSES,
      ),
      perTill: limiter("till", CALLS_PER_TILL),
      perCashier: limiter("till-cashier", SIGN_INS_PER_CASHIER),
      readOutages,
    }),
    ...counterRoutesOf({
      pool,
      firstConfirmationsOf: deps.firstConfirmationsOf,
      cookie,
      readOutages,
      submit: deps.submit,
      rules: deps.rules,
      streaming: deps.streaming,
    }),
  ];
}
