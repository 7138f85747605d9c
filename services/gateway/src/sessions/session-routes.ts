import { accountRoutes, isId } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import type { Request, Response } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { lockAccount } from "../account-lock/lock-account.ts";
import { actorOf, recordAct } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { requireAttempt, tooManyAttempts } from "../http/attempt-limits.ts";
import { asCaller, requireCallerStillActive } from "../http/as-caller.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import { sendPage, sendResult } from "../http/send-result.ts";
import { parseQuery, parseWith } from "../http/validation.ts";
import type { ChangePassword } from "./change-password.ts";
import type { KnownDevices } from "./known-device.ts";
import { type ProvePerson, sessionScopeOf, signedInPersonOf } from "./prove-person.ts";
import type { SessionCookie } from "./session-cookie.ts";
import {
  endSession,
  endSessionsOf,
  endSessionsOfPerson,
  listSessions,
  refreshSession,
} from "./session-repository.ts";
import type { SessionTokens } from "./session-token.ts";
import { findSessionView } from "./session-view.ts";
import { openAuditedSession, type SignedIn, type SignIn, type SignInOutcome } from "./sign-in.ts";
import { createSignInLimits, type SignInLimits } from "./sign-in-limits.ts";
import { findMembership, findPerson, lockPerson, rememberAccount } from "./sign-in-repository.ts";

/** Written to the browser at sign-in. */
export interface SessionHandout {
  readonly pool: Pool;
  readonly tokens: Pick<SessionTokens, "sign">;
  readonly cookie: Pick<SessionCookie, "write">;
  readonly devices: KnownDevices;
}

export interface SessionRouteDeps extends SessionHandout {
  readonly provePerson: ProvePerson;
  readonly signIn: SignIn;
  readonly changePassword: ChangePassword;
  readonly cookie: Pick<SessionCookie, "write" | "clear">;
  readonly limits: SignInLimits;
  /** Email or password: the metric does not distinguish them, since others can read it. */
  readonly onWrongCredentials: () => void;
  readonly requireSameOrigin: RequireSameOrigin;
}

export function sessionRoutes(deps: SessionRouteDeps): MountedRoute[] {
  return [
    login(deps),
    getSession(deps),
    listSessionsRoute(deps),
    endSessionRoute(deps),
    logout(deps),
    logoutEverywhere(deps),
    changePassword(deps),
    confirmPassword(deps),
    switchAccount(deps),
  ];
}

function login(deps: SessionRouteDeps): MountedRoute {
  const { limits } = deps;
  const { readBody, admit } = createSignInLimits(deps);
  return {
    contract: accountRoutes.login,
    readBody,
    handler: async (request, response) => {
      const { email, password, code } = parseWith(accountRoutes.login.body, request.body);
      const { client, isOverLimit } = await admit(request, email);
      const outcome = await deps.signIn({ email, password, code, client }, actorOf(request));
      if (outcome.kind === "refused" && isOverLimit) {
        limits.onRefused?.("address_limit");
        throw tooManyAttempts(WRONG_BEYOND_RETRY_SECONDS);
      }
      if (outcome.kind === "refused" || outcome.kind === "wrong_code") deps.onWrongCredentials();
      if (outcome.kind !== "signed_in") throw signInRefusal(outcome);
      await sendSession(deps, request, response, { signedIn: outcome.signedIn, message: "Signed in" });
    },
  };
}

function signInRefusal(outcome: Exclude<SignInOutcome, { readonly kind: "signed_in" }>): ApiProblem {
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

/** The limit of the address is for a quarter of an hour; a correct password need not wait for that. */
const WRONG_BEYOND_RETRY_SECONDS = 60;

/** Signs the browser in. */
export async function sendSession(
  { pool, tokens, cookie, devices }: SessionHandout,
  request: Request,
  response: Response,
  { signedIn, message }: { readonly signedIn: SignedIn; readonly message: string },
): Promise<void> {
  const { email, session } = signedIn;
  cookie.write(response, await tokens.sign(session.id, session.expiresAt), session.expiresAt);
  await devices.remember(request, response, email);
  await sendView(pool, response, message, session.id);
}

function getSession({ pool }: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.getSession,
    handler: (request, response) => sendView(pool, response, "Signed in", sessionIdOf(request)),
  };
}

function listSessionsRoute({ pool }: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.listSessions,
    handler: async (request, response) => {
      const sessionId = sessionIdOf(request);
      const query = parseQuery(accountRoutes.listSessions.query, request);
      const { rows, total } = await listSessions(pool, sessionScopeOf(request), query);
      const views = rows.map((row) => ({ ...row, current: row.id === sessionId }));
      sendPage(response, "Sessions", views, { ...query, total });
    },
  };
}

function endSessionRoute({ pool }: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.endSession,
    handler: async (request, response) => {
      const id = String(request.params["id"]);
      await inAccount(pool, request, async (client) => {
        if (!isId("session", id) || !(await endSession(client, sessionScopeOf(request), id)))
          throw new ApiProblem("not_found", { message: "There is no such open session" });
        await recordAct(client, request, { action: "session.ended", subject: id });
      });
      response.status(204).end();
    },
  };
}

function logout(deps: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.logout,
    handler: async (request, response) => {
      const sessionId = sessionIdOf(request);
      await inAccount(deps.pool, request, async (client) => {
        // Two concurrent calls end it once.
        if (!(await endSession(client, sessionScopeOf(request), sessionId))) return;
        await recordAct(client, request, { action: "session.ended", subject: sessionId });
      });
      deps.cookie.clear(response);
      response.status(204).end();
    },
  };
}

function logoutEverywhere(deps: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.logoutEverywhere,
    handler: async (request, response) => {
      const { userId, personId } = signedInPersonOf(request);
      await inTransaction(deps.pool, async (client) => {
        await lockPerson(client, personId);
        await lockAccount(client, userId);
        await requireCallerStillActive(client, request);
        const scope = sessionScopeOf(request);
        const inThisAccount = await endSessionsOf(client, userId, scope.memberId);
        const sessionsEnded = inThisAccount + (await endSessionsOfPerson(client, personId));
        if (sessionsEnded === 0) return;
        const after = { sessionsEnded };
        await recordAct(client, request, { action: "session.all_ended", subject: userId, after });
      });
      deps.cookie.clear(response);
      response.status(204).end();
    },
  };
}

function changePassword(deps: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.changePassword,
    handler: async (request, response) => {
      const { currentPassword, code, newPassword } = parseWith(
        accountRoutes.changePassword.body,
        request.body,
      );
      await requireAttempt(deps.limits.perPerson.consume(signedInPersonOf(request).personId));
      if (!(await deps.changePassword(request, { current: currentPassword, code, next: newPassword })))
        throw invalidPayload([{ field: "currentPassword", message: "is not the current password" }]);
      response.status(204).end();
    },
  };
}

function confirmPassword({ pool, provePerson }: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.confirmPassword,
    handler: async (request, response) => {
      await provePerson(request, parseWith(accountRoutes.confirmPassword.body, request.body));
      const { sessionId } = signedInPersonOf(request);
      await asCaller(pool, request, async (client) => {
        await refreshSession(client, sessionId);
        await recordAct(client, request, { action: "session.confirmed", subject: sessionId });
      });
      response.status(204).end();
    },
  };
}

function switchAccount(deps: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.switchAccount,
    handler: async (request, response) => {
      const { accountId } = parseWith(accountRoutes.switchAccount.body, request.body);
      const { userId, memberId, personId, sessionId } = signedInPersonOf(request);
      const signedIn = await inTransaction(deps.pool, async (client) => {
        await lockPerson(client, personId);
        const person = await findPerson(client, personId);
        const membership = await findMembership(client, personId, accountId);
        if (person === undefined || membership === undefined)
          throw new ApiProblem("not_found", { message: "You do not belong to such an account" });
        // Ended meanwhile, or by a concurrent switch.
        if (!(await endSession(client, { userId, memberId }, sessionId)))
          throw new ApiProblem("unauthenticated");
        await recordAct(client, request, { action: "session.ended", subject: sessionId });
        await rememberAccount(client, personId, accountId);
        return await openAuditedSession(client, person, membership, actorOf(request), {
          insteadOf: sessionId,
        });
      });
      await sendSession(deps, request, response, { signedIn, message: "Switched" });
    },
  };
}

function sessionIdOf(request: Request): string {
  const { sessionId } = callerOf(request);
  if (sessionId === null) throw new ApiProblem("unauthenticated");
  return sessionId;
}

async function sendView(pool: Pool, response: Response, message: string, sessionId: string): Promise<void> {
  const view = await findSessionView(pool, sessionId);
  // Ended since this call was authenticated.
  if (view === undefined) throw new ApiProblem("unauthenticated");
  response.set("Cache-Control", "no-store");
  sendResult(response, message, view);
}
