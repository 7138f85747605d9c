import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { Request } from "express";
import { tryLockAccount } from "../account-lock/lock-account.ts";
import { claimAddress, confirmAddress, insertAccount } from "../accounts/account-repository.ts";
import { actorOf, recordAudit } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { asCaller } from "../http/as-caller.ts";
import { clientOf } from "../http/client-address.ts";
import { hashOfToken } from "../mail/link-token.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { signedInPersonOf } from "../sessions/prove-person.ts";
import { openAuditedSession, type SignedIn } from "../sessions/sign-in.ts";
import { findPerson, type Membership } from "../sessions/sign-in-repository.ts";
import { findOpenInvitation, type OpenInvitation, useInvitation } from "./invitation-repository.ts";
import { addMember, countPeople } from "./member-repository.ts";

/** People with a sign-in, of one account. */
export const MAX_MEMBERS = 50;

const linkEnded = () =>
  invalidPayload([{ field: "token", message: "is not valid any more: ask for a new invitation" }]);

/** Locks the inviting account, so that of concurrent uses of a link one succeeds. */
async function lockInvitation(client: PoolClient, token: string): Promise<OpenInvitation> {
  const hash = hashOfToken(token);
  const known = await findOpenInvitation(client, hash);
  if (known === undefined || !(await tryLockAccount(client, known.userId))) throw linkEnded();
  const invitation = await findOpenInvitation(client, hash);
  if (invitation === undefined) throw linkEnded();
  return invitation;
}

async function becomeMember(
  client: PoolClient,
  request: Request,
  { invitation, personId }: { readonly invitation: OpenInvitation; readonly personId: string },
): Promise<Membership> {
  const { id, userId, role, branchId } = invitation;
  if ((await countPeople(client, userId)) >= MAX_MEMBERS) {
    const message = `The account has ${MAX_MEMBERS} people already: ask an owner to remove one`;
    throw new ApiProblem("invalid_state", { message });
  }
  const memberId = await addMember(client, { userId, personId, role, branchId });
  if (memberId === undefined)
    throw new ApiProblem("invalid_state", { message: "You belong to this account already" });
  if (!(await useInvitation(client, id))) throw linkEnded();
  const actor = { ...actorOf(request), memberId };
  const after = { role, branchId };
  await recordAudit(client, { userId, actor, action: "member.joined", subject: memberId, after });
  return { userId, memberId };
}

/** The signed-in person accepts; the invited address must be the person's. Returns the account. */
export type AcceptInvitation = (token: string, request: Request) => Promise<string>;

export function createAcceptInvitation({ pool }: { readonly pool: Pool }): AcceptInvitation {
  return (token, request) =>
    asCaller(pool, request, async (client) => {
      const { personId } = signedInPersonOf(request);
      const invitation = await lockInvitation(client, token);
      const person = await findPerson(client, personId);
      if (person?.email.toLowerCase() !== invitation.email.toLowerCase()) {
        throw new ApiProblem("permission_denied", {
          message: "This invitation is for another address: sign in with that address",
        });
      }
      const { userId } = await becomeMember(client, request, { invitation, personId });
      if (!invitation.isByLink) await confirmAddress(client, personId);
      return userId;
    });
}

/** Creates the sign-in of a person without one. The mail that had the token proves the address; a link proves none. */
export type Join = (
  draft: { readonly token: string; readonly name: string; readonly password: string },
  request: Request,
) => Promise<SignedIn>;

export function createJoin(deps: {
  readonly pool: Pool;
  readonly hasher: Pick<PasswordHasher, "hash">;
}): Join {
  return async ({ token, name, password }, request) => {
    // Before the work of hashing: a token cannot be guessed, so the time reveals nothing.
    if ((await findOpenInvitation(deps.pool, hashOfToken(token))) === undefined) throw linkEnded();
    const passwordHash = await deps.hasher.hash(password, clientOf(request).client);
    return await inTransaction(deps.pool, async (client) => {
      const invitation = await lockInvitation(client, token);
      const { email, isByLink: isUnconfirmed } = invitation;
      const draft = { email, name, passwordHash, credits: 0, isMemberOnly: true, isUnconfirmed };
      // The mail proves the address: its reader replaces a stranger who joined with a link.
      const claimed = () => (isUnconfirmed ? undefined : claimAddress(client, draft, actorOf(request)));
      const person = (await insertAccount(client, draft)) ?? (await claimed());
      // Only a person who has the link learns it.
      if (person === undefined)
        throw new ApiProblem("already_exists", {
          message: "Your address has a sign-in already: sign in to accept the invitation",
        });
      const membership = await becomeMember(client, request, { invitation, personId: person.id });
      return await openAuditedSession(client, person, membership, actorOf(request));
    });
  };
}
