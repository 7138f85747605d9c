import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import { type AuditActor, recordAudit } from "../audit/audit-log.ts";
import type { HashingClient } from "../passwords/hasher-slots.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import type { CheckCode, CodeOutcome } from "../two-factor/check-code.ts";
import { hasTwoFactor } from "../two-factor/two-factor-repository.ts";
import { type OpenSession, openSession, type SessionOpener } from "./session-repository.ts";
import {
  findFirstMembership,
  findPersonByEmail,
  lockPassword,
  type Membership,
  type Person,
} from "./sign-in-repository.ts";

export interface SignInDeps {
  readonly pool: Pool;
  readonly hasher: PasswordHasher;
  readonly checkCode: CheckCode;
}

export interface SignedIn {
  readonly email: string;
  readonly session: OpenSession;
}

export type SignInOutcome =
  | { readonly kind: "signed_in"; readonly signedIn: SignedIn }
  /** Alike for an unknown email, one without a password, a closed account and a wrong password. */
  | { readonly kind: "refused" }
  /** The password was right. */
  | Exclude<CodeOutcome, { readonly kind: "right" }>
  | { readonly kind: "no_account" };

export type SignIn = (
  attempt: {
    readonly email: string;
    readonly password: string;
    readonly code?: string | undefined;
    readonly client: HashingClient;
  },
  actor: AuditActor,
) => Promise<SignInOutcome>;

export function createSignIn({ pool, hasher, checkCode }: SignInDeps): SignIn {
  return async ({ email, password, code, client: hashingFor }, actor) => {
    const person = await findPersonByEmail(pool, email);
    const isRight = await hasher.verify(password, person?.passwordHash ?? null, hashingFor);
    if (person === undefined || !isRight) return { kind: "refused" };
    const checked = await checkCode(person.id, code);
    if (checked.kind !== "right") return checked;
    return await inTransaction(pool, async (client) => {
      if (!(await lockPassword(client, person))) return { kind: "refused" };
      // Switched on since the code was checked.
      if (!checked.byCode && (await hasTwoFactor(client, person.id))) return { kind: "code_required" };
      const membership = await findFirstMembership(client, person.id);
      if (membership === undefined) return { kind: "no_account" };
      const signedIn = await openAuditedSession(client, person, membership, actor);
      return { kind: "signed_in", signedIn };
    });
  };
}

export async function openAuditedSession(
  client: PoolClient,
  { email }: Pick<Person, "email">,
  { userId, memberId }: Membership,
  actor: AuditActor,
  opener: Pick<SessionOpener, "insteadOf"> = {},
): Promise<SignedIn> {
  const session = await openSession(client, userId, { ...opener, memberId });
  await recordAudit(client, {
    userId,
    actor: { ...actor, kind: "session", id: session.id, memberId },
    action: "session.opened",
    subject: session.id,
    after: { expiresAt: session.expiresAt },
  });
  return { email, session };
}
