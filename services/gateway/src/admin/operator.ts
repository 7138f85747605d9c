import os from "node:os";
import type { Queryable } from "@receipts/database";
import { type AuditActor, type AuditEntry, operatorActor, recordAudit } from "../audit/audit-log.ts";

/** Who sits at this command line, as the system knows them. */
export function thisOperator(): AuditActor {
  return operatorActor(systemUser());
}

/** Of a command that only shows something: written before anybody can read it, whatever becomes of the rest. */
export async function recordLook(
  database: Queryable,
  action: string,
  about: Partial<Pick<AuditEntry, "userId" | "subject">> = {},
): Promise<void> {
  await recordAudit(database, { userId: null, ...about, actor: thisOperator(), action });
}

/** In a container the process's user often has a number and no name. */
function systemUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
