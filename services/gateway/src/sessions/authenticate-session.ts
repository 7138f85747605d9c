import type { Request } from "express";
import { type Caller, everyPermission } from "../http/caller.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { OpenSession } from "./session-repository.ts";
import type { SessionTokens } from "./session-token.ts";

/** Undefined when nobody is signed in: no cookie, a forged one, a session that has ended. */
export type AuthenticateSession = (request: Request) => Promise<Caller | undefined>;

export function createAuthenticateSession(deps: {
  readonly cookie: Pick<SessionCookie, "read">;
  readonly tokens: Pick<SessionTokens, "verify">;
  readonly findOpenSession: (id: string) => Promise<OpenSession | undefined>;
}): AuthenticateSession {
  return async (request) => {
    const token = deps.cookie.read(request);
    const id = token === undefined ? undefined : await deps.tokens.verify(token);
    const session = id === undefined ? undefined : await deps.findOpenSession(id);
    if (session === undefined) return undefined;
    return { userId: session.userId, apiKeyId: null, sessionId: session.id, permissions: everyPermission };
  };
}
