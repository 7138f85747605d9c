import { accountRoutes, isId } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Request, Response } from "express";
import { inAccount } from "../account-lock/lock-account.ts";
import { actorOf, recordAct } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { requireAttempt, tooManyAttempts } from "../http/attempt-limits.ts";
import { clientOf } from "../http/client-address.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import { sendPage, sendResult } from "../http/send-result.ts";
import { parseQuery, parseWith } from "../http/validation.ts";
import type { KnownDevices } from "./known-device.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { endSession, endSessionsOf, findOpenSession, listSessions } from "./session-repository.ts";
import type { SessionTokens } from "./session-token.ts";
import type { ChangePassword, SignedIn, SignIn } from "./sign-in.ts";
import { createSignInLimits, type SignInLimits } from "./sign-in-limits.ts";
import { findPerson, type Person } from "./sign-in-repository.ts";

/** Written to the browser at sign-in. */
export interface SessionHandout {
  readonly tokens: Pick<SessionTokens, "sign">;
  readonly cookie: Pick<SessionCookie, "write">;
  readonly devices: KnownDevices;
}

export interface SessionRouteDeps extends SessionHandout {
  readonly pool: Pool;
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
  ];
}

function login(deps: SessionRouteDeps): MountedRoute {
  const { limits } = deps;
  const { readBody, admit } = createSignInLimits(deps);
  return {
    contract: accountRoutes.login,
    readBody,
    handler: async (request, response) => {
      const { email, password } = parseWith(accountRoutes.login.body, request.body);
      const { client, isOverLimit } = await admit(request, email);
      const signedIn = await deps.signIn({ email, password, client }, actorOf(request));
      if (signedIn === undefined && isOverLimit) {
        limits.onRefused?.("address_limit");
        throw tooManyAttempts(WRONG_BEYOND_RETRY_SECONDS);
      }
      if (signedIn === undefined) {
        deps.onWrongCredentials();
        throw new ApiProblem("unauthenticated", { message: "The email or the password is wrong" });
      }
      await sendSession(deps, request, response, { signedIn, message: "Signed in" });
    },
  };
}

/** The limit of the address is for a quarter of an hour; a correct password need not wait for that. */
const WRONG_BEYOND_RETRY_SECONDS = 60;

/** Signs the browser in. */
export async function sendSession(
  { tokens, cookie, devices }: SessionHandout,
  request: Request,
  response: Response,
  { signedIn, message }: { readonly signedIn: SignedIn; readonly message: string },
): Promise<void> {
  const { person, session } = signedIn;
  cookie.write(response, await tokens.sign(session.id, session.expiresAt), session.expiresAt);
  await devices.remember(request, response, person.email);
  sendView(response, message, person, session.expiresAt);
}

function getSession(deps: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.getSession,
    handler: async (request, response) => {
      const { userId, sessionId } = signedInOf(request);
      const [person, session] = await Promise.all([
        findPerson(deps.pool, userId),
        findOpenSession(deps.pool, sessionId),
      ]);
      // Ended since this call was authenticated.
      if (person === undefined || session === undefined) throw new ApiProblem("unauthenticated");
      sendView(response, "Signed in", person, session.expiresAt);
    },
  };
}

function listSessionsRoute({ pool }: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.listSessions,
    handler: async (request, response) => {
      const { userId, sessionId } = signedInOf(request);
      const query = parseQuery(accountRoutes.listSessions.query, request);
      const { rows, total } = await listSessions(pool, userId, query);
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
      await inAccount(pool, request, async (client, userId) => {
        if (!isId("session", id) || !(await endSession(client, userId, id)))
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
      const { sessionId } = signedInOf(request);
      await inAccount(deps.pool, request, async (client, userId) => {
        // Two concurrent calls end it once.
        if (!(await endSession(client, userId, sessionId))) return;
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
      await inAccount(deps.pool, request, async (client, userId) => {
        const sessionsEnded = await endSessionsOf(client, userId);
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
      const { currentPassword, newPassword } = parseWith(accountRoutes.changePassword.body, request.body);
      const { userId, sessionId } = signedInOf(request);
      await requireAttempt(deps.limits.perAccount.consume(userId));
      const { client } = clientOf(request);
      const change = { userId, sessionId, current: currentPassword, next: newPassword, client };
      if (!(await deps.changePassword(change, actorOf(request))))
        throw invalidPayload([{ field: "currentPassword", message: "is not the current password" }]);
      response.status(204).end();
    },
  };
}

function signedInOf(request: Request): { readonly userId: string; readonly sessionId: string } {
  const { userId, sessionId } = callerOf(request);
  if (sessionId === null) throw new ApiProblem("unauthenticated");
  return { userId, sessionId };
}

function sendView(response: Response, message: string, person: Person, expiresAt: Date): void {
  const { id, email, name, businessName, timeZone, calendar } = person;
  response.set("Cache-Control", "no-store");
  sendResult(response, message, { user: { id, email, name, businessName, timeZone, calendar }, expiresAt });
}
