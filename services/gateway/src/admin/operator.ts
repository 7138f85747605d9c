import os from "node:os";
import type { Queryable } from "@receipts/database";
import { type AuditActor, type AuditEntry, operatorActor, recordAudit } from "../audit/audit-log.ts";

/** The system user at this command line. */
export function thisOperator(): AuditActor {
  return operatorActor(systemUser());
}

/**
 * Audits a command in its transaction. A command that only reads is audited before its output, also if the output then
 * fails. `userId` is null unless given.
 */
export async function recordByOperator(
  database: Queryable,
  action: string,
  about: Partial<Omit<AuditEntry, "actor" | "action">> = {},
): Promise<void> {
  await recordAudit(database, { userId: null, ...about, actor: thisOperator(), action });
}

/** Audits a command about the account itself. */
export async function recordOfAccount(
  database: Queryable,
  action: string,
  id: string,
  more: Pick<AuditEntry, "before" | "after"> = {},
): Promise<void> {
  await recordByOperator(database, action, { userId: id, subject: id, ...more });
}

/** In containers the process's user often has a number but no name. */
function systemUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
