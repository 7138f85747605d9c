import type { PoolClient } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { queueMail } from "../mail/mail-repository.ts";
import { endSessionsOf, endSessionsOfPerson } from "../sessions/session-repository.ts";
import type { Account } from "./account-repository.ts";

const NOTICE_HOURS = 24;

/**
 * Ends all access to the account; `admin -- account erase-closed` erases it later. The caller has locked the account.
 * Requests in progress still get their verdict.
 */
export async function closeAccount(
  client: PoolClient,
  { id, email }: Pick<Account, "id" | "email">,
  actor: AuditActor,
): Promise<void> {
  // A trigger disables it: the gateway's role can neither disable nor enable accounts.
  const { rowCount } = await client.query(
    "update users set closed_at = now() where id = $1 and closed_at is null",
    [id],
  );
  if (rowCount !== 1) return;
  await endSessionsOf(client, id);
  await endSessionsOfPerson(client, id);
  await recordAudit(client, { userId: id, actor, action: "account.closed", subject: id });
  await queueMail(client, { kind: "account_closed", email, hours: NOTICE_HOURS });
}
