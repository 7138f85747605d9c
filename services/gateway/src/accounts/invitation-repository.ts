import { randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { hashOfToken } from "../mail/link-token.ts";

export interface NewInvitation {
  readonly id: string;
  /** Shown once: only its hash is stored. */
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
    [id, email, hashOfToken(token), VALID_DAYS],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("the insert returned no row");
  return { id, token, expiresAt: row.expiresAt };
}

/** Returns the hash that redeems the invitation; undefined if it is used, expired, or for another email. */
export async function findInvitation(
  database: Queryable,
  token: string,
  email: string,
): Promise<Buffer | undefined> {
  const hash = hashOfToken(token);
  const { rowCount } = await database.query(
    `select from invitations
      where token_hash = $1 and lower(email) = lower($2) and used_at is null and expires_at > now()`,
    [hash, email],
  );
  return rowCount === 1 ? hash : undefined;
}

/** Returns whether it was still unused. Expiry is checked at registration: confirming may take a day longer. */
export async function useInvitation(database: Queryable, hash: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(
    "update invitations set used_at = now() where token_hash = $1 and used_at is null",
    [hash],
  );
  return rowCount === 1;
}
