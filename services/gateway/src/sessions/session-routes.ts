import { accountRoutes, isId } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import type { Request, Response } from "express";
import { inAccount } from "../account-lock/in-account.ts";
import { lockAccount } from "../account-lock/lock-account.ts";
import { actorOf, recordAct } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { asCaller, requireCallerStillActive } from "../http/as-caller.ts";
import { requireAttempt } from "../http/attempt-limits.ts";
import { jsonBody } from "../http/json-body.ts";
import { parseWalk, sendPage } from "../http/list-page.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import type { ChangePassword } from "./change-password.ts";
import type { KnownDevices } from "./known-device.ts";
import type { PasswordSignIn } from "./password-sign-in.ts";
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
import { openAuditedSession, type SignedIn } from "./sign-in.ts";
import type { SignInLimits } from "./sign-in-limits.ts";
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
  readonly passwordSignIn: PasswordSignIn;
  readonly changePassword: ChangePassword;
  readonly cookie: Pick<SessionCookie, "write" | "clear">;
  readonly limits: Pick<SignInLimits, "perPerson">;
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
  return {
    contract: accountRoutes.login,
    readBody: deps.passwordSignIn.readBody(jsonBody),
    handler: async (request, response) => {
      const credentials = parseWith(accountRoutes.login.body, request.body);
      const signedIn = await deps.passwordSignIn.signIn(request, credentials);
      await sendSession(deps, request, response, { signedIn, message: "Signed in" });
    },
  };
}

/** Signs the browser in. */
export async function sendSession(
  handout: SessionHandout,
  request: Request,
  response: Response,
  { signedIn, message }: { readonly signedIn: SignedIn; readonly message: string },
): Promise<void> {
  await writeSession(handout, request, response, signedIn);
  await sendView(handout.pool, response, message, signedIn.session.id);
}

/** Writes the cookies of a session, and leaves the response to the caller. */
export async function writeSession(
  { tokens, cookie, devices }: SessionHandout,
  request: Request,
  response: Response,
  { email, session }: SignedIn,
): Promise<void> {
  cookie.write(response, await tokens.sign(session.id, session.expiresAt), session.expiresAt);
  await devices.remember(request, response, email);
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
      const page = parseWalk(accountRoutes.listSessions.query, request);
      const found = await listSessions(pool, sessionScopeOf(request), page);
      const views = found.rows.map((row) => ({ ...row, current: row.id === sessionId }));
      sendPage(response, "Sessions", views, { ...page, ...found });
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
