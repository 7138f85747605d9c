import { accountRoutes } from "@receipts/contracts";
import { inTransaction, type Pool } from "@receipts/database";
import type { Request } from "express";
import {
  type AttemptLimits,
  guardedBody,
  requireAttempt,
  requireEmailAttempt,
} from "../accounts/attempt-limits.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import { actorOf, recordAudit } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { clientNetwork } from "../http/client-address.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import type { RequireSameOrigin } from "../http/require-same-origin.ts";
import { parseWith } from "../http/validation.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { endSession, endSessionsOf, findOpenSession } from "./session-repository.ts";
import type { SessionTokens } from "./session-token.ts";
import type { ChangePassword, SignIn } from "./sign-in.ts";
import { findPerson, type Person } from "./sign-in-repository.ts";

export interface SessionRouteDeps {
  readonly pool: Pool;
  readonly signIn: SignIn;
  readonly changePassword: ChangePassword;
  readonly tokens: Pick<SessionTokens, "sign">;
  readonly cookie: Pick<SessionCookie, "write" | "clear">;
  readonly limits: AttemptLimits;
  /** Email or password: which of them is not told, for the metrics are there to be read. */
  readonly onWrongCredentials: () => void;
  readonly requireSameOrigin: RequireSameOrigin;
}

export function sessionRoutes(deps: SessionRouteDeps): MountedRoute[] {
  return [login(deps), getSession(deps), logout(deps), logoutEverywhere(deps), changePassword(deps)];
}

function login(deps: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.login,
    readBody: guardedBody(deps.limits, deps.requireSameOrigin),
    handler: async (request, response) => {
      const { email, password } = parseWith(accountRoutes.login.body, request.body);
      await requireEmailAttempt(deps.limits, request, email);
      const attempt = { email, password, client: clientNetwork(request) };
      const signedIn = await deps.signIn(attempt, actorOf(request));
      if (signedIn === undefined) {
        deps.onWrongCredentials();
        throw new ApiProblem("unauthenticated", { message: "The email or the password is wrong" });
      }
      const { person, session } = signedIn;
      deps.cookie.write(response, await deps.tokens.sign(session.id, session.expiresAt), session.expiresAt);
      response.set("Cache-Control", "no-store").json({
        success: true,
        message: "Signed in",
        data: sessionView(person, session.expiresAt),
      });
    },
  };
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
      // Ended since this call was let in.
      if (person === undefined || session === undefined) throw new ApiProblem("unauthenticated");
      response.set("Cache-Control", "no-store").json({
        success: true,
        message: "Signed in",
        data: sessionView(person, session.expiresAt),
      });
    },
  };
}

function logout(deps: SessionRouteDeps): MountedRoute {
  return {
    contract: accountRoutes.logout,
    handler: async (request, response) => {
      const { userId, sessionId } = signedInOf(request);
      await inTransaction(deps.pool, async (client) => {
        await lockAccount(client, userId);
        // Two at the same moment end it once.
        if (!(await endSession(client, sessionId))) return;
        const entry = { userId, actor: actorOf(request), action: "session.ended", subject: sessionId };
        await recordAudit(client, entry);
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
      const { userId } = signedInOf(request);
      await inTransaction(deps.pool, async (client) => {
        await lockAccount(client, userId);
        const sessionsEnded = await endSessionsOf(client, userId);
        if (sessionsEnded === 0) return;
        await recordAudit(client, {
          userId,
          actor: actorOf(request),
          action: "session.all_ended",
          subject: userId,
          after: { sessionsEnded },
        });
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
      // Whoever found an open session must not guess on.
      await requireAttempt(deps.limits.perEmail, userId);
      const client = clientNetwork(request);
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

function sessionView({ id, email, name, businessName }: Person, expiresAt: Date) {
  return { user: { id, email, name, businessName }, expiresAt };
}
