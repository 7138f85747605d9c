import type { Pool } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import type { Request } from "express";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { requireAttempt } from "../http/attempt-limits.ts";
import { callerOf } from "../http/request-context.ts";
import { knownClient } from "../passwords/hasher-slots.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { type CheckCode, requireRightCode } from "../two-factor/check-code.ts";
import type { SessionScope } from "./session-repository.ts";
import { findPerson } from "./sign-in-repository.ts";

export interface SignedInPerson {
  /** The account of the session. */
  readonly userId: string;
  readonly personId: string;
  readonly memberId: string;
  readonly sessionId: string;
}

/** The person of the session. Cashiers have none, and no route that asks for it. */
export function signedInPersonOf(request: Request): SignedInPerson {
  const { userId, sessionId, member } = callerOf(request);
  if (sessionId === null || member === null || member.personId === null)
    throw new ApiProblem("unauthenticated");
  return { userId, sessionId, personId: member.personId, memberId: member.id };
}

/** The sessions that the caller sees and ends: an owner those of the account, others their own. */
export function sessionScopeOf(request: Request): SessionScope {
  const { userId, member } = callerOf(request);
  return { userId, memberId: member?.role === "owner" ? null : (member?.id ?? "") };
}

/** Throws unless the password, and with two-factor sign-in the code, are right. */
export type ProvePerson = (
  request: Request,
  proof: { readonly password: string; readonly code?: string | undefined },
) => Promise<void>;

export function createProvePerson(deps: {
  readonly pool: Pool;
  readonly hasher: Pick<PasswordHasher, "verify">;
  readonly checkCode: CheckCode;
  /** A person who finds an open session must not guess on. */
  readonly perPerson: RateLimiter;
}): ProvePerson {
  return async (request, { password, code }) => {
    const { userId, personId } = signedInPersonOf(request);
    await requireAttempt(deps.perPerson.consume(personId));
    const person = await findPerson(deps.pool, personId);
    const client = knownClient(request, { id: personId, account: userId });
    const isRight = await deps.hasher.verify(password, person?.passwordHash ?? null, client);
    if (!isRight) throw invalidPayload([{ field: "password", message: "is not your password" }]);
    requireRightCode(await deps.checkCode(personId, code));
  };
}
