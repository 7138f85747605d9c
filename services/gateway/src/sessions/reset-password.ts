import { inTransaction, type Pool, type Queryable } from "@receipts/database";
import { tryLockAccount } from "../account-lock/lock-account.ts";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import type { MayMail } from "../http/attempt-limits.ts";
import { hashOfToken } from "../mail/link-token.ts";
import { queueMail } from "../mail/mail-repository.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { endSessionsOfPerson } from "./session-repository.ts";
import { findPasswordReset, setPassword } from "./sign-in-repository.ts";

export interface ResetPasswordDeps {
  readonly pool: Pool;
  readonly hasher: Pick<PasswordHasher, "hash">;
  readonly mayMail: MayMail;
  /** Sends the queued mail. */
  readonly onMailQueued: () => void;
}

/** After that, the person has to request a new mail. */
const RESET_MAIL_HOURS = 0.5;
const NOTICE_HOURS = 24;

/** The sender of the mail checks whether the address has an account, after the response. */
export function createForgotPassword(
  deps: ResetPasswordDeps,
): (email: string, network: string) => Promise<void> {
  return async (email, network) => {
    if (!(await deps.mayMail(email, network))) return;
    await queueMail(deps.pool, { kind: "reset_password", email, hours: RESET_MAIL_HOURS });
    deps.onMailQueued();
  };
}

export async function queuePasswordNotice(database: Queryable, email: string): Promise<void> {
  await queueMail(database, { kind: "password_changed", email, hours: NOTICE_HOURS });
}

/** Returns the email of the account; undefined if the token was used, has expired or is unknown. */
export type ResetPassword = (
  reset: { readonly token: string; readonly password: string; readonly client: string },
  actor: AuditActor,
) => Promise<string | undefined>;

export function createResetPassword({ pool, hasher, onMailQueued }: ResetPasswordDeps): ResetPassword {
  return async ({ token, password, client: network }, actor) => {
    const tokenHash = hashOfToken(token);
    // Before the work of hashing: a token cannot be guessed, so the time reveals nothing.
    if ((await findPasswordReset(pool, tokenHash)) === undefined) return undefined;
    const newHash = await hasher.hash(password, network);
    const email = await inTransaction(pool, async (client) => {
      const known = await findPasswordReset(client, tokenHash);
      if (known === undefined || !(await tryLockAccount(client, known.userId))) return undefined;
      // Checked again under the lock: of two concurrent calls, one has used it.
      const reset = await findPasswordReset(client, tokenHash);
      if (reset === undefined) return undefined;
      const { userId } = reset;
      await setPassword(client, userId, newHash);
      const sessionsEnded = await endSessionsOfPerson(client, userId);
      const after = { sessionsEnded };
      await recordAudit(client, { userId, actor, action: "account.password_reset", subject: userId, after });
      await queuePasswordNotice(client, reset.email);
      return reset.email;
    });
    if (email !== undefined) onMailQueued();
    return email;
  };
}
