import { createConfirmRegistration } from "./accounts/confirm-registration.ts";
import { ownDataRoutes } from "./accounts/own-data-routes.ts";
import { createRegisterAccount } from "./accounts/register-account.ts";
import { registrationRoutes } from "./accounts/registration-routes.ts";
import { apiKeyRoutesOf } from "./api-keys/api-key-routes.ts";
import { auditRoutesOf } from "./audit/audit-routes.ts";
import type { BuiltGuards } from "./build-guards.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { ApiProblem } from "./http/api-problem.ts";
import {
  type AttemptLimits,
  type CountMails,
  createClientLimit,
  createMayMail,
} from "./http/attempt-limits.ts";
import { clientNetwork } from "./http/client-address.ts";
import type { MountedRoute } from "./http/mount-routes.ts";
import { linkWithToken } from "./mail/link-token.ts";
import { HasherFull } from "./passwords/hasher-slots.ts";
import { createPasswordHasher, type PasswordHasher } from "./passwords/password-hasher.ts";
import { twoFactorRoutesOf } from "./profile/two-factor-routes.ts";
import { createChangePassword } from "./sessions/change-password.ts";
import { createPasswordSignIn, type PasswordSignInDeps } from "./sessions/password-sign-in.ts";
import { createProvePerson } from "./sessions/prove-person.ts";
import { createForgotPassword, createResetPassword } from "./sessions/reset-password.ts";
import { sessionRoutes } from "./sessions/session-routes.ts";
import { createSignIn } from "./sessions/sign-in.ts";
import type { SignInFormDeps } from "./sessions/sign-in-form.ts";
import type { SignInLimits } from "./sessions/sign-in-limits.ts";
import { findFirstAccount } from "./sessions/sign-in-repository.ts";
import { teamRoutesOf } from "./team/team-routes.ts";
import { createCheckCode } from "./two-factor/check-code.ts";

export interface AccountRoutesOptions extends GatewayParts, BuiltGuards {
  /** Sends the queued mails. */
  readonly onMailQueued: () => void;
}

/** Long enough to stop password guessing, short enough for the owner to wait. */
const ATTEMPT_WINDOW_SECONDS = 15 * 60;
/** For an address beyond its limit: a person still gets in, and a guesser has one password a second. */
const BEYOND = { points: 60, windowSeconds: 60 };
/**
 * To one address, of each kind: enough for a few mistakes, too few to bury a person's mail. Registrations and forgotten
 * passwords count separately: otherwise, registering a customer's address could block his link for a new password.
 */
const MAILS_PER_HOUR = { ofNetwork: 3, ofAll: 5 };
/** The calls of one network may cause this part of the mails of each kind in an hour. */
const NETWORKS_AT_LEAST = 20;
const LEAST_OF_NETWORK = 10;
const HOUR_SECONDS = 3_600;
/** Of one account: enough for a whole team. */
const INVITATIONS_PER_HOUR = 60;
const DAY_SECONDS = 86_400;
const SIGNUP_CREDITS = 100;

export interface AccountRoutes {
  readonly routes: readonly MountedRoute[];
  readonly signInForm: SignInFormDeps;
}

/** Routes of accounts, sessions, keys and the audit log, and what the form of the sign-in page needs. */
export function buildAccountRoutes(options: AccountRoutesOptions): AccountRoutes {
  const { config, pool, sessions, limiter, onMailQueued, sendFile, sendTable, readInTurn } = options;
  const { requireSameOrigin } = options.guards;
  const inProduction = config.NODE_ENV === "production";
  const mode = config.REGISTRATION ?? (inProduction ? "closed" : "open");
  const credits = config.SIGNUP_CREDITS ?? (inProduction ? 0 : SIGNUP_CREDITS);
  const hashed = options.metrics.counter("password_hashes_total", "Passwords hashed, to store or to compare");
  const hasher = refusingWhenFull(createPasswordHasher({ onWork: () => hashed.inc() }));
  const { perWindow, limitsOf, mayMail, mailsOfNetwork } = createAccountLimits(options);
  const handout = { ...sessions, pool };
  const checkCode = createCheckCode({ pool, secretBox: options.secretBox });
  const perPerson = perWindow("password", config.SIGN_IN_ATTEMPTS_PER_EMAIL);
  const provePerson = createProvePerson({ pool, hasher, checkCode, perPerson });
  const reset = { pool, hasher, mayMail: mayMail("forgot"), onMailQueued };
  const passwordSignIn = createPasswordSignIn({
    signIn: createSignIn({ pool, hasher, checkCode }),
    accountOf: async (email) => await findFirstAccount(pool, email),
    devices: sessions.devices,
    ...signInLimits(options, { ...limitsOf("login"), perPerson }),
    requireSameOrigin,
  });
  const routes = [
    ...registrationRoutes({
      ...handout,
      registerAccount: createRegisterAccount({
        pool,
        hasher,
        mode,
        mayMail: mayMail("register"),
        onMailQueued,
      }),
      confirmRegistration: createConfirmRegistration({ pool, hasher, mode, credits }),
      forgotPassword: createForgotPassword(reset),
      resetPassword: createResetPassword(reset),
      mailsOfNetwork: { register: mailsOfNetwork("register"), forgot: mailsOfNetwork("forgot") },
      limits: {
        register: limitsOf("register"),
        confirm: limitsOf("confirm"),
        forgot: limitsOf("forgot"),
        reset: limitsOf("reset"),
      },
      requireSameOrigin,
    }),
    ...sessionRoutes({
      ...handout,
      provePerson,
      passwordSignIn,
      changePassword: createChangePassword({ pool, hasher, checkCode, onMailQueued }),
      limits: { perPerson },
    }),
    ...twoFactorRoutesOf({
      pool,
      secretBox: options.secretBox,
      provePerson,
      issuer: new URL(config.PUBLIC_BASE_URL).hostname,
      onMailQueued,
    }),
    ...ownDataRoutes({ pool, provePerson, onMailQueued, sendFile }),
    ...teamRoutesOf({
      ...handout,
      hasher,
      mayMail: mayMail("invite"),
      mailsOfNetwork: mailsOfNetwork("invite"),
      perAccount: limiter("invite-account", INVITATIONS_PER_HOUR, HOUR_SECONDS),
      joinLimits: limitsOf("join"),
      requireSameOrigin,
      onMailQueued,
      invitationLink:
        config.SMTP_URL === undefined
          ? (token) => linkWithToken(`${config.PUBLIC_BASE_URL}/dashboard/join`, token)
          : undefined,
    }),
    ...apiKeyRoutesOf({ pool, keyPrefix: config.API_KEY_PREFIX }),
    ...auditRoutesOf({ database: pool, readInTurn, sendTable }),
  ];
  return { routes, signInForm: { passwordSignIn, handout } };
}

function signInLimits(
  { config, limiter, metrics }: Pick<GatewayParts, "config" | "limiter" | "metrics">,
  limits: Pick<SignInLimits, keyof AttemptLimits | "perPerson">,
): Pick<PasswordSignInDeps, "limits" | "onWrongCredentials"> {
  const failures = metrics.counter(
    "sign_in_failures_total",
    "Refused sign-ins: wrong credentials, or a limit of attempts",
    ["reason"],
    { reason: ["credentials", "address_limit", "email_limit", "email_anywhere_limit", "device_limit"] },
  );
  return {
    limits: {
      ...limits,
      perAddressOverLimit: createClientLimit(
        (name, points) => limiter(name, points, BEYOND.windowSeconds),
        "login-address-beyond",
        BEYOND.points,
      ),
      perDevice: limiter("login-device", config.SIGN_IN_ATTEMPTS_PER_EMAIL, ATTEMPT_WINDOW_SECONDS),
      onRefused: (reason) => failures.inc({ reason }),
    },
    onWrongCredentials: () => failures.inc({ reason: "credentials" }),
  };
}

/** Limits of attempts and mails, by the name of what is tried or the kind of the mail. */
function createAccountLimits({ config, limiter }: Pick<GatewayParts, "config" | "limiter">) {
  const perWindow = (name: string, points: number) => limiter(name, points, ATTEMPT_WINDOW_SECONDS);
  const limitsOf = (name: string): AttemptLimits => ({
    perAddress: createClientLimit(perWindow, `${name}-address`, config.SIGN_IN_ATTEMPTS_PER_ADDRESS),
    perEmail: createClientLimit(perWindow, `${name}-email`, config.SIGN_IN_ATTEMPTS_PER_EMAIL),
    perEmailAnywhere: perWindow(`${name}-email-anywhere`, config.SIGN_IN_ATTEMPTS_PER_EMAIL_ANYWHERE),
  });
  const mayMail = (kind: string) =>
    createMayMail({
      perNetwork: limiter(`mail-${kind}-network`, MAILS_PER_HOUR.ofNetwork, HOUR_SECONDS),
      perEmail: limiter(`mail-${kind}`, MAILS_PER_HOUR.ofAll, HOUR_SECONDS),
      perDayOfNetwork: limiter(
        `mail-${kind}-day-network`,
        Math.ceil(config.MAILS_PER_ADDRESS_PER_DAY / 2),
        DAY_SECONDS,
      ),
      perDay: limiter(`mail-${kind}-day`, config.MAILS_PER_ADDRESS_PER_DAY, DAY_SECONDS),
    });
  // The clients of an unnamed proxy are one: with a forged header each, they would get a part of each.
  const mailsOfNetwork = (kind: string): CountMails => {
    const mails = Math.max(LEAST_OF_NETWORK, Math.ceil(config.MAILS_PER_HOUR / NETWORKS_AT_LEAST));
    const ofNetwork = limiter(`mails-${kind}-of-network`, mails, HOUR_SECONDS);
    return async (request) => await ofNetwork.consume(clientNetwork(request));
  };
  return { perWindow, limitsOf, mayMail, mailsOfNetwork };
}

/** Refuses with 429 or 503 while too many passwords wait. */
export function refusingWhenFull(hasher: PasswordHasher): PasswordHasher {
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
