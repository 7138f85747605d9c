import type { Request } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { type Caller, everyPermission } from "../http/caller.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { OpenMemberSession } from "./session-repository.ts";
import type { SessionTokens } from "./session-token.ts";

/** Undefined without a cookie. Throws 401 `unauthenticated` for a forged cookie or a session that has ended. */
export type AuthenticateSession = (request: Request) => Promise<Caller | undefined>;

export function createAuthenticateSession(deps: {
  readonly cookie: Pick<SessionCookie, "read">;
  readonly tokens: Pick<SessionTokens, "verify">;
  readonly findOpenSession: (id: string) => Promise<OpenMemberSession | undefined>;
}): AuthenticateSession {
  return async (request) => {
    const token = deps.cookie.read(request);
    if (token === undefined) return undefined;
    const id = await deps.tokens.verify(token);
    const session = id === undefined ? undefined : await deps.findOpenSession(id);
    if (session === undefined) {
      throw new ApiProblem("unauthenticated", { message: "The session has ended: sign in again" });
    }
    const { userId, member, branchId } = session;
    return { userId, apiKeyId: null, sessionId: session.id, member, branchId, permissions: everyPermission };
  };
}
