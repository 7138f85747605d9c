import { createHash, randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

export interface NewInvitation {
  readonly id: string;
  /** Shown once: only its hash is kept. */
  readonly token: string;
  readonly expiresAt: Date;
}

const VALID_DAYS = 7;

export async function createInvitation(database: Queryable, email: string): Promise<NewInvitation> {
  const id = newId("invitation");
  const token = randomBytes(32).toString("base64url");
  const { rows } = await database.query<{ expiresAt: Date }>(
    `insert into invitations (id, email, token_hash, expires_at)
     values ($1, $2, $3, now() + make_interval(days => $4)) returning expires_at as "expiresAt"`,
    [id, email, tokenHash(token), VALID_DAYS],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an insert answers with its row");
  return { id, token, expiresAt: row.expiresAt };
}

/** An invitation opens one door, once, for the one who was invited; answers whether it did. */
export async function useInvitation(database: Queryable, token: string, email: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update invitations set used_at = now()
      where token_hash = $1 and lower(email) = lower($2) and used_at is null and expires_at > now()`,
    [tokenHash(token), email],
  );
  return rowCount === 1;
}

function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
