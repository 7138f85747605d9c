import type { RegisterBody } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { Request } from "express";
import { queueAccountWebhook } from "../account-webhooks/queue-account-webhook.ts";
import { actorOf, recordAudit } from "../audit/audit-log.ts";
import { clientNetwork } from "../http/client-address.ts";
import { contextOf } from "../http/request-context.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { findAccount, insertAccount } from "./account-repository.ts";
import { useInvitation } from "./invitation-repository.ts";
import { holdAccount } from "./lock-account.ts";

export type RegistrationMode = "open" | "invite" | "closed";

export interface RegisterAccountDeps {
  readonly pool: Pool;
  readonly hasher: Pick<PasswordHasher, "hash">;
  readonly mode: RegistrationMode;
  readonly credits: number;
}

/**
 * An email that has an account is `registered` too, after the same work: who asks must not learn who is a customer. The
 * owner is told instead, by the account's default webhook and its audit log.
 */
export type RegisterAccount = (
  draft: RegisterBody,
  request: Request,
) => Promise<{ readonly kind: "registered" | "closed" | "not_invited" }>;

export function createRegisterAccount(deps: RegisterAccountDeps): RegisterAccount {
  return async (draft, request) => {
    if (deps.mode === "closed") return { kind: "closed" };
    // Before the transaction: no connection waits for it.
    const passwordHash = await deps.hasher.hash(draft.password, clientNetwork(request));
    return await inTransaction(deps.pool, async (client) => {
      if (deps.mode === "invite" && !(await useInvitation(client, draft.invitation ?? "", draft.email))) {
        return { kind: "not_invited" };
      }
      const { email, name, businessName } = draft;
      const made = await insertAccount(client, {
        email,
        name,
        businessName,
        passwordHash,
        credits: deps.credits,
      });
      if (made === undefined) await tellOwner(client, email, request);
      else {
        const [actor, action] = [actorOf(request), "account.registered"];
        await recordAudit(client, { userId: made.id, actor, action, subject: made.id });
      }
      return { kind: "registered" };
    });
  };
}

async function tellOwner(client: PoolClient, email: string, request: Request): Promise<void> {
  const owner = await findAccount(client, email);
  // Erased since the email was found to be taken.
  if (owner === undefined || !(await holdAccount(client, owner.id))) return;
  const [actor, event] = [actorOf(request), "account.registration_attempted"] as const;
  await recordAudit(client, { userId: owner.id, actor, action: event, subject: owner.id });
  const { requestId } = contextOf(request);
  await queueAccountWebhook(client, contextOf(request), owner.id, { event, data: { requestId } });
}
