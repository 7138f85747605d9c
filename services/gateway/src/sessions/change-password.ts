import { inTransaction } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import { knownClient } from "../passwords/hasher-slots.ts";
import { requireRightCode } from "../two-factor/check-code.ts";
import { queuePasswordNotice } from "./reset-password.ts";
import { endSessionsOfPerson } from "./session-repository.ts";
import type { SignInDeps } from "./sign-in.ts";
import { findPerson, replacePassword } from "./sign-in-repository.ts";

/**
 * Returns false if the current password is another. All other sessions of the person end, in every account: anyone else
 * who knew the old one is out.
 */
export type ChangePassword = (
  change: {
    /** The account of the session. */
    readonly userId: string;
    readonly personId: string;
    readonly sessionId: string;
    readonly current: string;
    readonly code: string | undefined;
    readonly next: string;
  },
  actor: AuditActor,
) => Promise<boolean>;

export function createChangePassword({
  pool,
  hasher,
  onMailQueued,
  checkCode,
}: Pick<SignInDeps, "pool" | "hasher" | "checkCode"> & {
  readonly onMailQueued: () => void;
}): ChangePassword {
  return async ({ userId, personId, sessionId, current, code, next }, actor) => {
    const hashingFor = knownClient(personId);
    const person = await findPerson(pool, personId);
    const isRight = await hasher.verify(current, person?.passwordHash ?? null, hashingFor);
    if (person === undefined || !isRight) return false;
    requireRightCode(await checkCode(personId, code));
    const newHash = await hasher.hash(next, hashingFor);
    const isChanged = await inTransaction(pool, async (client) => {
      if (!(await replacePassword(client, person, newHash))) return false;
      await queuePasswordNotice(client, person.email);
      const sessionsEnded = await endSessionsOfPerson(client, personId, { except: sessionId });
      const after = { sessionsEnded };
      await recordAudit(client, {
        userId,
        actor,
        action: "account.password_changed",
        subject: personId,
        after,
      });
      return true;
    });
    if (isChanged) onMailQueued();
    return isChanged;
  };
}
