import type { Request, RequestHandler } from "express";
import { actorOf } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { tooManyAttempts } from "../http/attempt-limits.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import type { KnownDevices } from "./known-device.ts";
import type { SignedIn, SignIn, SignInOutcome } from "./sign-in.ts";
import { createSignInLimits, type SignInLimits } from "./sign-in-limits.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/** Sign-in with email and password within its limits, for the API and for the form of a page. */
export interface PasswordSignIn {
  /** Counts the attempt before the body is read. */
  readonly readBody: (parse: RequestHandler) => RequestHandler;
  /** Throws a refusal, and then no session was opened. */
  readonly signIn: (request: Request, credentials: Credentials) => Promise<SignedIn>;
}

export interface PasswordSignInDeps {
  readonly signIn: SignIn;
  readonly limits: SignInLimits;
  readonly devices: Pick<KnownDevices, "read">;
  readonly requireSameOrigin: RequireSameOrigin;
  /** The account that the person of an email would sign in to. */
  readonly accountOf: (email: string) => Promise<string | undefined>;
  /** Email or password: the metric does not distinguish them, since others can read it. */
  readonly onWrongCredentials: () => void;
}

/** The limit of the address is for a quarter of an hour; a correct password need not wait for that. */
const WRONG_BEYOND_RETRY_SECONDS = 60;

export function createPasswordSignIn(deps: PasswordSignInDeps): PasswordSignIn {
  const { limits } = deps;
  const { readBody, admit } = createSignInLimits(deps);
  return {
    readBody,
    signIn: async (request, { email, password, code }) => {
      const { client, isOverLimit } = await admit(request, email);
      const outcome = await deps.signIn({ email, password, code, client }, actorOf(request));
      if (outcome.kind === "refused" && isOverLimit) {
        limits.onRefused?.("address_limit");
        throw tooManyAttempts(WRONG_BEYOND_RETRY_SECONDS);
      }
      if (outcome.kind === "refused" || outcome.kind === "wrong_code") deps.onWrongCredentials();
      if (outcome.kind !== "signed_in") throw refusalOf(outcome);
      return outcome.signedIn;
    },
  };
}

function refusalOf(outcome: Exclude<SignInOutcome, { readonly kind: "signed_in" }>): ApiProblem {
  switch (outcome.kind) {
    case "refused":
      return new ApiProblem("unauthenticated", { message: "The email or the password is wrong" });
    case "code_required":
      return new ApiProblem("two_factor_required");
    case "wrong_code":
      return new ApiProblem("unauthenticated", {
        message: "The code is wrong or was used: wait for the next code",
      });
    case "locked":
      return tooManyAttempts(outcome.retryAfterSeconds);
    case "no_account":
      return new ApiProblem("permission_denied", {
        message: "You belong to no account any more: ask an owner to invite you",
      });
  }
}
