import { inTransaction, type Pool } from "@receipts/database";
import type { Request } from "express";
import { actorOf, recordAudit } from "../audit/audit-log.ts";
import { hashOfToken } from "../mail/link-token.ts";
import type { SignedIn } from "../sessions/sign-in.ts";
import { openAuditedSession } from "../sessions/sign-in.ts";
import { findPerson } from "../sessions/sign-in-repository.ts";
import { insertAccount } from "./account-repository.ts";
import { useInvitation } from "./invitation-repository.ts";
import { takePendingRegistration } from "./pending-registration-repository.ts";
import type { RegistrationMode } from "./register-account.ts";

export interface ConfirmRegistrationDeps {
  readonly pool: Pool;
  readonly mode: RegistrationMode;
  readonly credits: number;
}

export type ConfirmRegistration = (
  token: string,
  request: Request,
) => Promise<
  { readonly kind: "confirmed"; readonly signedIn: SignedIn } | { readonly kind: "closed" | "ended" }
>;

/** Makes the account and signs its owner in. A link ends with its use, whatever comes of it. */
export function createConfirmRegistration({
  pool,
  mode,
  credits,
}: ConfirmRegistrationDeps): ConfirmRegistration {
  return async (token, request) => {
    if (mode === "closed") return { kind: "closed" };
    return await inTransaction(pool, async (client) => {
      const pending = await takePendingRegistration(client, hashOfToken(token));
      if (pending === undefined) return { kind: "ended" };
      const { email, name, businessName, passwordHash, invitationHash } = pending;
      // In `invite` mode an invitation makes one account, however many registrations it was sent with.
      if (mode === "invite" && (invitationHash === null || !(await useInvitation(client, invitationHash))))
        return { kind: "ended" };
      const draft = { email, name, businessName: businessName ?? undefined, passwordHash, credits };
      const account = await insertAccount(client, draft);
      // An operator has made one since the registration.
      if (account === undefined) return { kind: "ended" };
      const actor = actorOf(request);
      await recordAudit(client, {
        userId: account.id,
        actor,
        action: "account.registered",
        subject: account.id,
      });
      const person = await findPerson(client, account.id);
      if (person === undefined) throw new Error("an account that was just made is there");
      return { kind: "confirmed", signedIn: await openAuditedSession(client, person, actor) };
    });
  };
}
