import type { Request } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { type Caller, everyPermission } from "../http/caller.ts";
import { hashOfToken } from "../mail/link-token.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { OpenMemberSession } from "./session-repository.ts";
import type { SessionTokens } from "./session-token.ts";

/** Undefined without a cookie. Throws 401 `unauthenticated` for a forged cookie or a session that has ended. */
export type AuthenticateSession = (request: Request) => Promise<Caller | undefined>;

export function createAuthenticateSession(deps: {
  readonly cookie: Pick<SessionCookie, "read">;
  readonly tokens: Pick<SessionTokens, "verify">;
  /** The token of the caller's till, if it is one. */
  readonly tillCookie: Pick<SessionCookie, "read">;
  readonly findOpenSession: (
    id: string,
    tillTokenHash: Buffer | null,
  ) => Promise<OpenMemberSession | undefined>;
}): AuthenticateSession {
  return async (request) => {
    const token = deps.cookie.read(request);
    if (token === undefined) return undefined;
    const id = await deps.tokens.verify(token);
    const tillToken = deps.tillCookie.read(request);
    const tillTokenHash = tillToken === undefined ? null : hashOfToken(tillToken);
    const session = id === undefined ? undefined : await deps.findOpenSession(id, tillTokenHash);
    if (session === undefined) {
      throw new ApiProblem("unauthenticated", { message: "The session has ended: sign in again" });
    }
    const { userId, member, branchId } = session;
    return { userId, apiKeyId: null, sessionId: session.id, member, branchId, permissions: everyPermission };
  };
}
