import { createHash, randomBytes } from "node:crypto";
import { newId, type SignInRole } from "@receipts/contracts";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { System } from "./system.ts";

/**
 * Stores tokens of mailed links without sending mail: one confirms a new address, one resets this account's password.
 */
export async function openLinks(
  { database }: Pick<System, "database">,
  userId: string,
): Promise<{ readonly confirmToken: string; readonly resetToken: string }> {
  const [confirm, reset] = [aToken(), aToken()];
  await database.pool.query(
    `insert into pending_registrations (email, mail_id, token_hash, name, password_hash, request_id, expires_at)
     values ($1, $2, $3, 'Sara', '$scrypt$', 'test', now() + interval '1 day')`,
    [`${randomBytes(8).toString("hex")}@example.test`, newId("mail"), confirm.hash],
  );
  await database.pool.query(
    "insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')",
    [reset.hash, userId],
  );
  return { confirmToken: confirm.token, resetToken: reset.token };
}

function aToken() {
  const token = randomBytes(32).toString("base64url");
  rememberSecret(token);
  return { token, hash: createHash("sha256").update(token).digest() };
}

/** Stores an invitation to the account as after its mail. */
export async function anInvitation(
  { database }: Pick<System, "database">,
  { userId }: { readonly userId: string },
  email: string,
  role: SignInRole = "manager",
): Promise<{ readonly id: string; readonly token: string }> {
  const { token, hash } = aToken();
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into member_invitations (id, user_id, email, role, mail_id, token_hash, invited_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, holder_of($2), now() + interval '1 day') returning id`,
    [newId("memberInvitation"), userId, email, role, newId("mail"), hash],
  );
  return { id: rows[0]?.id ?? "", token };
}
