import type { Request } from "express";
import { recordAct } from "../audit/audit-log.ts";
import { asCaller } from "../http/as-caller.ts";
import { knownClient } from "../passwords/hasher-slots.ts";
import { requireRightCode } from "../two-factor/check-code.ts";
import { signedInPersonOf } from "./prove-person.ts";
import { queuePasswordNotice } from "./reset-password.ts";
import { endSessionsOfPerson } from "./session-repository.ts";
import type { SignInDeps } from "./sign-in.ts";
import { findPerson, replacePassword } from "./sign-in-repository.ts";

/**
 * Returns false if the current password is another. All other sessions of the person end, in every account: anyone else
 * who knew the old one is out.
 */
export type ChangePassword = (
  request: Request,
  change: { readonly current: string; readonly code: string | undefined; readonly next: string },
) => Promise<boolean>;

export function createChangePassword({
  pool,
  hasher,
  onMailQueued,
  checkCode,
}: Pick<SignInDeps, "pool" | "hasher" | "checkCode"> & {
  readonly onMailQueued: () => void;
}): ChangePassword {
  return async (request, { current, code, next }) => {
    const { userId, personId, sessionId } = signedInPersonOf(request);
    const hashingFor = knownClient(request, { id: personId, account: userId });
    const person = await findPerson(pool, personId);
    const isRight = await hasher.verify(current, person?.passwordHash ?? null, hashingFor);
    if (person === undefined || !isRight) return false;
    requireRightCode(await checkCode(personId, code));
    const newHash = await hasher.hash(next, hashingFor);
    const isChanged = await asCaller(pool, request, async (client) => {
      if (!(await replacePassword(client, person, newHash))) return false;
      await queuePasswordNotice(client, person.email);
      const sessionsEnded = await endSessionsOfPerson(client, personId, { except: sessionId });
      const after = { sessionsEnded };
      await recordAct(client, request, { action: "account.password_changed", subject: personId, after });
      return true;
    });
    if (isChanged) onMailQueued();
    return isChanged;
  };
}
