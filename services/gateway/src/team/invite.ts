import type { SignInRole } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import type { Request } from "express";
import { recordAct } from "../audit/audit-log.ts";
import { ApiProblem, invalidPayload } from "../http/api-problem.ts";
import { newLinkToken } from "../mail/link-token.ts";
import { isMailWaiting, queueMail } from "../mail/mail-repository.ts";
import { signedInPersonOf } from "../sessions/prove-person.ts";
import { findPerson } from "../sessions/sign-in-repository.ts";
import { MAX_MEMBERS } from "./accept-invitation.ts";
import {
  countInvitations,
  INVITATION_DAYS,
  type InvitationRow,
  insertInvitation,
  isInvited,
} from "./invitation-repository.ts";
import { countPeople, findRole, isMember } from "./member-repository.ts";
import { requireBranch } from "./require-branch.ts";

const MAX_INVITATIONS = 50;

interface Invite {
  readonly email: string;
  readonly role: SignInRole;
  readonly branchId?: string | null | undefined;
  /** Without a mail server: the address of a token, for the person who invites. */
  readonly linkOf: ((token: string) => string) | undefined;
}

/** The same for an address with a sign-in and one without: the mail asks its reader. */
export async function invite(
  client: PoolClient,
  request: Request,
  draft: Invite,
): Promise<InvitationRow & { readonly link: string | null }> {
  const { userId, memberId } = signedInPersonOf(request);
  const { email, role, branchId = null } = draft;
  if (role === "owner" && (await findRole(client, memberId)) !== "owner")
    throw new ApiProblem("permission_denied", { message: "Only an owner invites owners" });
  await requireBranch(client, userId, branchId);
  await requireRoom(client, userId);
  // What the caller knows from the lists of members and invitations.
  if (await isMember(client, userId, email))
    throw new ApiProblem("already_exists", { message: "This person belongs to the account already" });
  if (await isInvited(client, userId, email))
    throw new ApiProblem("already_exists", {
      message: "This address is invited: revoke that invitation first",
    });
  const { linkOf } = draft;
  const shown = linkOf === undefined ? undefined : newLinkToken();
  const sentBy =
    shown === undefined ? { mailId: await queueInvitation(client, email) } : { tokenHash: shown.hash };
  if (role === "owner") await tellHolder(client, userId);
  const invited = { userId, email, role, branchId, sentBy, invitedBy: memberId };
  const invitation = await insertInvitation(client, invited);
  const after = { role, branchId };
  await recordAct(client, request, { action: "invitation.created", subject: invitation.id, after });
  return { ...invitation, link: shown === undefined ? null : (linkOf?.(shown.token) ?? null) };
}

const queueInvitation = (client: PoolClient, email: string) =>
  queueMail(client, { kind: "member_invitation", email, hours: INVITATION_DAYS * 24 });

/** A session left open must not make an owner unseen. The caller has locked the account. */
export async function tellHolder(client: PoolClient, userId: string): Promise<void> {
  const holder = await findPerson(client, userId);
  if (holder === undefined) return;
  const notice = { kind: "owner_invited", email: holder.email } as const;
  if (!(await isMailWaiting(client, notice)))
    await queueMail(client, { ...notice, hours: INVITATION_DAYS * 24 });
}

async function requireRoom(client: PoolClient, userId: string): Promise<void> {
  const room = [
    [await countPeople(client, userId), MAX_MEMBERS, "people: remove one first"],
    [await countInvitations(client, userId), MAX_INVITATIONS, "open invitations: revoke one first"],
  ] as const;
  for (const [count, limit, rest] of room) {
    if (count >= limit)
      throw invalidPayload([{ field: "email", message: `exceeds the limit of ${limit} ${rest}` }]);
  }
}
