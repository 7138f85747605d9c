import os from "node:os";
import { type AuditActor, operatorActor } from "../audit/audit-log.ts";

/** Who sits at this command line, as the system knows them. */
export function thisOperator(): AuditActor {
  return operatorActor(systemUser());
}

/** In a container the process's user often has a number and no name. */
function systemUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
