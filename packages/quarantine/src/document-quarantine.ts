import { type BankCode, newId } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { QuarantineKey } from "./quarantine-key.ts";

/** If the newest 20 of a bank do not explain a change, 20 more would not either. */
const MAX_PER_BANK = 20;
/** A receipt has 3 to 60 KiB. The beginning of anything longer shows what it is. */
const MAX_STORED_BYTES = 2 * 1024 * 1024;
/** If a bank changes its page, all its requests end here: a sample is enough, and the pool has other work. */
const MAX_WRITES = 2;

export interface UnrecognizedDocument {
  readonly bank: BankCode;
  readonly verificationId: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The parser's error, which quotes nothing of the document. */
  readonly reason: string;
}

export interface DocumentQuarantine {
  /** Returns the document's id; undefined if it was not stored. Never throws: see `onError`. */
  store(document: UnrecognizedDocument): Promise<string | undefined>;
}

export interface DocumentQuarantineDeps {
  readonly database: Pool;
  readonly key: QuarantineKey;
  readonly onError: (error: unknown) => void;
}

export function createDocumentQuarantine(deps: DocumentQuarantineDeps): DocumentQuarantine {
  let writing = 0;
  return {
    store: async (document) => {
      if (writing >= MAX_WRITES) return undefined;
      writing += 1;
      try {
        return await inTransaction(deps.database, (client) => storeDocument(client, deps.key, document));
      } catch (error) {
        deps.onError(error);
        return undefined;
      } finally {
        writing -= 1;
      }
    },
  };
}

/** Binds a sealed document to its row: moved to another row, it does not open. */
export function sealContext(id: string): string {
  return `quarantined document ${id}`;
}

async function storeDocument(
  client: PoolClient,
  key: QuarantineKey,
  document: UnrecognizedDocument,
): Promise<string> {
  // A statement sees only what was committed before it began, so writers of one bank count one after another.
  await client.query("select pg_advisory_xact_lock(hashtextextended('quarantined_documents.' || $1, 0))", [
    document.bank,
  ]);
  const id = newId("quarantinedDocument");
  const { rows } = await client.query<{ id: string }>({
    name: "quarantine_keep",
    text: storeStatement,
    values: [
      id,
      document.bank,
      document.verificationId,
      mediaType(document.contentType),
      printable(document.reason).slice(0, 300),
      document.body.byteLength,
      key.hash(document.body),
      key.id,
      key.box.seal(document.body.subarray(0, MAX_STORED_BYTES), sealContext(id)),
      MAX_PER_BANK,
    ],
  });
  return rows[0]?.id ?? id;
}

/** The statement does not see its own new row, so the others get one place less. */
const storeStatement = `
  with kept as (
    insert into quarantined_documents
      (id, bank, verification_id, content_type, reason, size, document_hash, key_id, ciphertext)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (bank, document_hash) do update
       set times_seen = quarantined_documents.times_seen + 1, last_seen_at = now()
    returning id, times_seen
  ), trimmed as (
    delete from quarantined_documents
     where id in (select id from quarantined_documents
                   where bank = $2
                   order by received_at desc, id desc
                  offset $10::integer - (select count(*) from kept where times_seen = 1))
       and id not in (select id from kept)
  )
  select id from kept`;

/** `text/html; charset=utf-8` → `text/html`: a parameter may hold a file name. */
function mediaType(contentType: string): string {
  return printable(contentType.split(";")[0] ?? "")
    .trim()
    .slice(0, 100);
}

/** PostgreSQL refuses NUL and lone surrogates. */
function printable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, "");
}
