import { randomBytes } from "node:crypto";
import { createPool } from "@receipts/database";
import { startWorkers } from "@receipts/service-kit";
import { database, until, useTestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import {
  createDeleteOldDocuments,
  createDocumentQuarantine,
  deleteDocument,
  deriveQuarantineKey,
  findDocument,
  listDocuments,
  openDocument,
} from "../src/index.ts";

useTestDatabase();
beforeEach(() => database.pool.query("delete from quarantined_documents"));

const key = deriveQuarantineKey(randomBytes(32).toString("base64"));
const errors: unknown[] = [];
const newQuarantine = () =>
  createDocumentQuarantine({ database: database.pool, key, onError: (error) => errors.push(error) });

const page = (text: string) => ({
  bank: "telebirr" as const,
  verificationId: "ver_01k9zc4q2v0000000000000000",
  contentType: "text/html; charset=utf-8",
  body: Buffer.from(`<html>${text}</html>`),
  reason: '"payer name" is missing',
});

describe("an unreadable document", () => {
  it("is stored encrypted, and returned byte by byte", async () => {
    const body = randomBytes(5_000);
    const id = (await newQuarantine().store({ ...page(""), body })) ?? "";
    expect(await openDocument(database.pool, key, id)).toEqual(body);
    expect(await findDocument(database.pool, id)).toMatchObject({
      bank: "telebirr",
      contentType: "text/html",
      reason: '"payer name" is missing',
      size: 5_000,
      timesSeen: 1,
    });
  });

  /** A copy of the database must not be a copy of the receipts. */
  it("cannot be read in the database", async () => {
    await newQuarantine().store(page("Lensa Tadesse Bekele"));
    const { rows } = await database.pool.query(
      "select quarantined_documents::text as text from quarantined_documents",
    );
    const hex = Buffer.from("Lensa").toString("hex");
    expect(rows[0].text).not.toMatch(new RegExp(`Lensa|${hex}`));
  });

  it("opens neither with another key nor in another row", async () => {
    const [one = "", other = ""] = [
      await newQuarantine().store(page("one")),
      await newQuarantine().store(page("other")),
    ];
    const otherKey = deriveQuarantineKey(randomBytes(32).toString("base64"));
    await expect(openDocument(database.pool, otherKey, one)).rejects.toThrow(/another QUARANTINE_KEY/);
    await database.pool.query(
      "update quarantined_documents set ciphertext = (select ciphertext from quarantined_documents where id = $1) where id = $2",
      [one, other],
    );
    await expect(openDocument(database.pool, key, other)).rejects.toThrow();
  });

  it("takes one place, however often it comes", async () => {
    const first = await newQuarantine().store(page("maintenance"));
    expect(await newQuarantine().store(page("maintenance"))).toBe(first);
    expect(await listDocuments(database.pool)).toMatchObject([{ id: first, timesSeen: 2 }]);
  });

  it("is cut at 2 MiB", async () => {
    const body = Buffer.alloc(2 * 1024 * 1024 + 1, "x");
    const id = (await newQuarantine().store({ ...page(""), body })) ?? "";
    expect((await openDocument(database.pool, key, id))?.byteLength).toBe(2 * 1024 * 1024);
    expect((await findDocument(database.pool, id))?.size).toBe(body.byteLength);
  });

  it("is gone after its deletion", async () => {
    const id = (await newQuarantine().store(page("one"))) ?? "";
    expect(await deleteDocument(database.pool, id)).toBe(true);
    expect(await openDocument(database.pool, key, id)).toBeUndefined();
    expect(await deleteDocument(database.pool, id)).toBe(false);
  });

  it.each([
    ["NUL and halves of characters", { contentType: "text/\u0000html", reason: "\ud800\u0000x".repeat(400) }],
    ["no content type and no body", { contentType: "", body: new Uint8Array() }],
  ])("is stored with %s", async (_what, odd) => {
    expect(await newQuarantine().store({ ...page("odd"), ...odd })).toMatch(/^doc_/);
    expect(errors).toEqual([]);
  });
});

describe("the quarantine", () => {
  it("keeps the newest 20 of a bank, and leaves the other banks alone", async () => {
    const quarantine = newQuarantine();
    await quarantine.store({ ...page("another bank's"), bank: "cbe" });
    const ids: (string | undefined)[] = [];
    for (let number = 1; number <= 25; number += 1) ids.push(await quarantine.store(page(`page ${number}`)));
    const stored = await listDocuments(database.pool, "telebirr");
    expect(stored.map(({ id }) => id)).toEqual(ids.slice(5).toReversed());
    expect(await listDocuments(database.pool, "cbe")).toHaveLength(1);
  });

  it("loses none of the 20 to a document that is already there", async () => {
    const quarantine = newQuarantine();
    for (let number = 1; number <= 20; number += 1) await quarantine.store(page(`page ${number}`));
    await quarantine.store(page("page 7"));
    expect(await listDocuments(database.pool)).toHaveLength(20);
  });

  it("holds exactly 20 after concurrent writes of many processes", async () => {
    const writers = Array.from({ length: 40 }, (_, number) => newQuarantine().store(page(`twin ${number}`)));
    expect(new Set(await Promise.all(writers)).size).toBe(40);
    expect(await listDocuments(database.pool)).toHaveLength(20);
  });

  /** If a bank changes its page, all its requests end here, while the pool has claims and verdicts to write. */
  it("stores a sample of simultaneous documents in one process", async () => {
    const quarantine = newQuarantine();
    const stored = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => quarantine.store(page(`rush ${number}`))),
    );
    expect(stored.filter((id) => id !== undefined)).toHaveLength(2);
  });

  /** A verification must not fail because its document could not be stored. */
  it("reports an error and throws nothing", async () => {
    const closed = createPool({ connectionString: database.url, applicationName: "test", maxConnections: 1 });
    await closed.end();
    const errors: unknown[] = [];
    const quarantine = createDocumentQuarantine({
      database: closed,
      key,
      onError: (error) => errors.push(error),
    });
    expect(await quarantine.store(page("x"))).toBeUndefined();
    expect(errors).toHaveLength(1);
  });

  it("deletes documents after 7 days, in any number of processes and batches", async () => {
    await database.pool.query(
      `insert into quarantined_documents
         (id, bank, verification_id, content_type, reason, size, document_hash, key_id, ciphertext, received_at)
       select 'doc_' || n, 'boa', 'ver_1', '', '', 0, sha256(n::text::bytea), '', '', now() - interval '7 days 1 minute'
         from generate_series(1, 250) n`,
    );
    const young = await newQuarantine().store(page("young"));
    const stop = new AbortController();
    const sweep = createDeleteOldDocuments({ database: database.pool, log: testLog });
    const service = {
      name: "t",
      workers: [sweep, sweep],
      startDraining: () => undefined,
      close: async () => undefined,
    };
    const runs = startWorkers(service, stop, testLog);
    await until(async () => (await listDocuments(database.pool)).length === 1);
    stop.abort();
    await Promise.all(runs);
    expect(await listDocuments(database.pool)).toMatchObject([{ id: young }]);
  });
});
