import type { BankAccount } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { queueAccountWebhook } from "../account-webhooks/queue-account-webhook.ts";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { maskedNumber } from "./check-bank-account.ts";

/** The owner and actor of a change, and its call. */
export interface BankAccountActor {
  readonly userId: string;
  readonly actor: AuditActor;
  readonly cause: { readonly requestId: string; readonly traceparent: string | null };
}

/** Writes a change of a saved account to the audit log and queues its webhook, in the transaction of the change. */
export async function recordChange(
  client: Queryable,
  { userId, actor, cause }: BankAccountActor,
  { before, after }: { readonly before?: BankAccount; readonly after?: BankAccount },
): Promise<void> {
  const account = after ?? before;
  if (account === undefined) return;
  const event =
    before === undefined
      ? "bank_account.created"
      : after === undefined
        ? "bank_account.deleted"
        : "bank_account.updated";
  await recordAudit(client, {
    userId,
    actor,
    action: event,
    subject: account.id,
    before: before === undefined ? null : audited(before),
    after: after === undefined ? null : audited(after),
  });
  const previous = before !== undefined && after !== undefined ? maskedNumber(before) : null;
  const { accountNumber, ...rest } = masked(account);
  await queueAccountWebhook(client, cause, userId, {
    event,
    data: { id: account.id, ...rest, accountNumber, previousAccountNumber: previous },
  });
}

function masked(account: BankAccount) {
  const { bank, accountName, label, owner, otherNames } = account;
  return { bank, accountNumber: maskedNumber(account), accountName, label, owner, otherNames };
}

/** The branch is a matter of the account: its webhook events do not have it. */
const audited = (account: BankAccount) => ({
  ...masked(account),
  ...(account.branchId === null ? {} : { branchId: account.branchId }),
});
