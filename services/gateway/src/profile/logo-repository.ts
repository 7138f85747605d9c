import { createHash } from "node:crypto";
import type { LogoContentType } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

export interface Logo {
  readonly contentType: LogoContentType;
  readonly bytes: Buffer;
  readonly contentHash: Buffer;
}

/** A logo as shown in the audit log. */
export interface LogoMark {
  readonly contentType: LogoContentType;
  readonly size: number;
  readonly sha256: string;
}

export async function findLogo(database: Queryable, userId: string): Promise<Logo | undefined> {
  const { rows } = await database.query<Logo>({
    name: "find_logo",
    text: `select content_type as "contentType", bytes, content_hash as "contentHash" from logos where user_id = $1`,
    values: [userId],
  });
  return rows[0];
}

export async function findLogoMark(database: Queryable, userId: string): Promise<LogoMark | undefined> {
  const { rows } = await database.query<LogoMark>(
    `select content_type as "contentType", octet_length(bytes) as size, encode(content_hash, 'hex') as sha256
       from logos where user_id = $1`,
    [userId],
  );
  return rows[0];
}

export async function putLogo(
  database: Queryable,
  userId: string,
  { contentType, bytes }: Pick<Logo, "contentType" | "bytes">,
): Promise<void> {
  await database.query(
    `insert into logos (user_id, content_type, bytes, content_hash) values ($1, $2, $3, $4)
     on conflict (user_id) do update set content_type = excluded.content_type, bytes = excluded.bytes,
       content_hash = excluded.content_hash, updated_at = now()`,
    [userId, contentType, bytes, createHash("sha256").update(bytes).digest()],
  );
}

export async function deleteLogo(database: Queryable, userId: string): Promise<void> {
  await database.query("delete from logos where user_id = $1", [userId]);
}
