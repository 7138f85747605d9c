import os from "node:os";
import type { Queryable } from "@receipts/database";
import { type AuditActor, type AuditEntry, operatorActor, recordAudit } from "../audit/audit-log.ts";

/** Who sits at this command line, as the system knows them. */
export function thisOperator(): AuditActor {
  return operatorActor(systemUser());
}

/**
 * What a command does, in its transaction; of one that only shows something, before anybody can read it, whatever becomes
 * of the rest. Of no account unless one is given.
 */
export async function recordByOperator(
  database: Queryable,
  action: string,
  about: Partial<Omit<AuditEntry, "actor" | "action">> = {},
): Promise<void> {
  await recordAudit(database, { userId: null, ...about, actor: thisOperator(), action });
}

/** The same, of the account itself. */
export async function recordOfAccount(
  database: Queryable,
  action: string,
  id: string,
  more: Pick<AuditEntry, "before" | "after"> = {},
): Promise<void> {
  await recordByOperator(database, action, { userId: id, subject: id, ...more });
}

/** In a container the process's user often has a number and no name. */
function systemUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
