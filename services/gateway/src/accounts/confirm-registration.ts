import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { Request } from "express";
import { type AuditActor, actorOf, recordAudit } from "../audit/audit-log.ts";
import { clientOf } from "../http/client-address.ts";
import { hashOfToken } from "../mail/link-token.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import type { SignedIn } from "../sessions/sign-in.ts";
import { openAuditedSession } from "../sessions/sign-in.ts";
import { findFirstMembership } from "../sessions/sign-in-repository.ts";
import { claimAddress, insertAccount } from "./account-repository.ts";
import { useInvitation } from "./invitation-repository.ts";
import {
  consumePendingRegistration,
  findRegistrationPassword,
  type PendingRegistration,
} from "./pending-registration-repository.ts";
import type { RegistrationMode } from "./register-account.ts";

export interface ConfirmRegistrationDeps {
  readonly pool: Pool;
  readonly hasher: Pick<PasswordHasher, "verify">;
  readonly mode: RegistrationMode;
  readonly credits: number;
}

export type ConfirmRegistration = (
  confirmation: { readonly token: string; readonly password?: string | undefined },
  request: Request,
) => Promise<
  | { readonly kind: "confirmed"; readonly signedIn: SignedIn }
  | { readonly kind: "closed" | "ended" | "wrong_password" }
>;

const isInvited = async (client: PoolClient, { invitationHash }: PendingRegistration) =>
  invitationHash !== null && (await useInvitation(client, invitationHash));

async function openAccount(
  client: PoolClient,
  pending: PendingRegistration,
  { credits, actor }: { readonly credits: number; readonly actor: AuditActor },
) {
  const draft = { ...pending, businessName: pending.businessName ?? undefined, credits };
  return (await insertAccount(client, draft)) ?? (await claimAddress(client, draft, actor));
}

/**
 * Creates the account and signs its owner in. If a password is given, it must be that of the registration. Otherwise a
 * stranger could register an address, and its owner would open an account that the stranger can sign in to.
 */
export function createConfirmRegistration({
  pool,
  hasher,
  mode,
  credits,
}: ConfirmRegistrationDeps): ConfirmRegistration {
  return async ({ token, password }, request) => {
    if (mode === "closed") return { kind: "closed" };
    const tokenHash = hashOfToken(token);
    if (password !== undefined) {
      const made = await findRegistrationPassword(pool, tokenHash);
      if (made === undefined) return { kind: "ended" };
      if (!(await hasher.verify(password, made, clientOf(request).client))) return { kind: "wrong_password" };
    }
    return await inTransaction(pool, async (client) => {
      const pending = await consumePendingRegistration(client, tokenHash);
      if (pending === undefined) return { kind: "ended" };
      // In `invite` mode an invitation creates one account, even if several registrations used it.
      if (mode === "invite" && !(await isInvited(client, pending))) return { kind: "ended" };
      const account = await openAccount(client, pending, { credits, actor: actorOf(request) });
      // An operator created an account after the registration.
      if (account === undefined) return { kind: "ended" };
      const actor = actorOf(request);
      await recordAudit(client, {
        userId: account.id,
        actor,
        action: "account.registered",
        subject: account.id,
      });
      const membership = await findFirstMembership(client, account.id);
      if (membership === undefined) throw new Error("the new account has no holder");
      return { kind: "confirmed", signedIn: await openAuditedSession(client, account, membership, actor) };
    });
  };
}
