import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { queuePasswordNotice } from "./reset-password.ts";
import { endSessionsOf, type OpenSession, openSession } from "./session-repository.ts";
import {
  findPerson,
  findPersonByEmail,
  lockPassword,
  type Person,
  replacePassword,
} from "./sign-in-repository.ts";

export interface SignInDeps {
  readonly pool: Pool;
  readonly hasher: PasswordHasher;
}

export interface SignedIn {
  readonly person: Person;
  readonly session: OpenSession;
}

/** Undefined alike for an unknown email, one without a password, a closed account and a wrong password. */
export type SignIn = (
  attempt: { readonly email: string; readonly password: string; readonly client: string },
  actor: AuditActor,
) => Promise<SignedIn | undefined>;

export function createSignIn({ pool, hasher }: SignInDeps): SignIn {
  return async ({ email, password, client: network }, actor) => {
    const person = await findPersonByEmail(pool, email);
    const isRight = await hasher.verify(password, person?.passwordHash ?? null, network);
    if (person === undefined || !isRight) return undefined;
    return await inTransaction(pool, async (client) => {
      if (!(await lockPassword(client, person))) return undefined;
      return await openAuditedSession(client, person, actor);
    });
  };
}

export async function openAuditedSession(
  client: PoolClient,
  person: Person,
  actor: AuditActor,
): Promise<SignedIn> {
  const session = await openSession(client, person.id);
  await recordAudit(client, {
    userId: person.id,
    actor: { ...actor, kind: "session", id: session.id },
    action: "session.opened",
    subject: session.id,
    after: { expiresAt: session.expiresAt },
  });
  return { person, session };
}

/**
 * Returns false if the current password is another. All other sessions end: anyone else who knew the old one is out.
 */
export type ChangePassword = (
  change: {
    readonly userId: string;
    readonly sessionId: string;
    readonly current: string;
    readonly next: string;
    /** The client for the hasher's limits. */
    readonly client: string;
  },
  actor: AuditActor,
) => Promise<boolean>;

export function createChangePassword({
  pool,
  hasher,
  onMailQueued,
}: SignInDeps & { readonly onMailQueued: () => void }): ChangePassword {
  return async ({ userId, sessionId, current, next, client: network }, actor) => {
    const person = await findPerson(pool, userId);
    const isRight = await hasher.verify(current, person?.passwordHash ?? null, network);
    if (person === undefined || !isRight) return false;
    const newHash = await hasher.hash(next, network);
    const isChanged = await inTransaction(pool, async (client) => {
      if (!(await replacePassword(client, person, newHash))) return false;
      await queuePasswordNotice(client, person.email);
      const sessionsEnded = await endSessionsOf(client, userId, { except: sessionId });
      await recordAudit(client, {
        userId,
        actor,
        action: "account.password_changed",
        subject: userId,
        after: { sessionsEnded },
      });
      return true;
    });
    if (isChanged) onMailQueued();
    return isChanged;
  };
}
