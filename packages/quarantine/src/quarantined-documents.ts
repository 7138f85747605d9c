import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { sealContext } from "./document-quarantine.ts";
import type { QuarantineKey } from "./quarantine-key.ts";

/** A document's data without its content. */
export interface QuarantinedDocument {
  readonly id: string;
  readonly bank: BankCode;
  readonly verificationId: string;
  readonly receivedAt: Date;
  readonly timesSeen: number;
  readonly lastSeenAt: Date;
  readonly contentType: string;
  readonly reason: string;
  readonly size: number;
  readonly keyId: string;
}

const columns = `id, bank, verification_id as "verificationId", received_at as "receivedAt", times_seen as "timesSeen",
  last_seen_at as "lastSeenAt", content_type as "contentType", reason, size, key_id as "keyId"`;

/** Newest first. */
export async function listDocuments(database: Queryable, bank?: BankCode): Promise<QuarantinedDocument[]> {
  const { rows } = await database.query<QuarantinedDocument>(
    `select ${columns} from quarantined_documents
      where $1::text is null or bank = $1
      order by received_at desc, id desc`,
    [bank ?? null],
  );
  return rows;
}

export async function findDocument(
  database: Queryable,
  id: string,
): Promise<QuarantinedDocument | undefined> {
  const { rows } = await database.query<QuarantinedDocument>(
    `select ${columns} from quarantined_documents where id = $1`,
    [id],
  );
  return rows[0];
}

/** Returns the bank's own bytes; undefined if there is no such document. Throws if another key sealed it. */
export async function openDocument(
  database: Queryable,
  key: QuarantineKey,
  id: string,
): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ keyId: string; ciphertext: Buffer }>(
    `select key_id as "keyId", ciphertext from quarantined_documents where id = $1`,
    [id],
  );
  const [sealed] = rows;
  if (sealed === undefined) return undefined;
  if (sealed.keyId !== key.id) {
    throw new Error(`${id} was sealed with another QUARANTINE_KEY (${sealed.keyId}, not ${key.id})`);
  }
  return key.box.openBytes(sealed.ciphertext, sealContext(id));
}

/** Returns whether the document existed. */
export async function deleteDocument(database: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await database.query("delete from quarantined_documents where id = $1", [id]);
  return rowCount === 1;
}
