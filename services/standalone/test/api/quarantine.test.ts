import { deriveQuarantineKey, listDocuments, openDocument } from "@receipts/quarantine";
import type { Log } from "@receipts/service-kit";
import { testLog } from "@receipts/testing/suite-log";
import { openSystem, system, type TestAccount, useSystem } from "../system.ts";

const lines: string[] = [];

/** Records every log call, including fields that the real log's formatter leaves out. */
function recordingLog(base: object = {}, printed: Log = testLog): Log {
  const at = (level: "debug" | "info" | "warn" | "error") => (event: string, fields?: object) => {
    lines.push(JSON.stringify({ event, ...base, ...fields }, withErrors));
    printed[level](event, { ...fields });
  };
  const with_ = (fields: object) => recordingLog({ ...base, ...fields }, printed.with({ ...fields }));
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), with: with_ };
}

function withErrors(_name: string, value: unknown): unknown {
  return value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value;
}

let account: TestAccount;
useSystem({ verifiers: ["telebirr"], log: recordingLog() });
beforeAll(async () => {
  account = await system.account();
});

const reference = (number: number) => `DJ5${number.toString().padStart(5, "0")}GB`;
const verify = (number: number) =>
  system
    .verify(account, { bank: "telebirr", reference: reference(number) }, { waitMs: 15_000 })
    .expect(200)
    .expect(({ body }) => {
      expect(body.data[0]).toMatchObject({ failureReason: "bank_response_unrecognized" });
    });

/** Text of the sandbox's response to a reference that ends in GB. */
const pageText = "Our offices close early today.";

describe("an unrecognized page", () => {
  it("is quarantined once for repeated requests, and its request ends as unrecognized", async () => {
    const { body } = await verify(1);
    await verify(1);
    const documents = await listDocuments(system.database.pool);
    expect(documents).toMatchObject([
      {
        bank: "telebirr",
        contentType: "text/html",
        timesSeen: 2,
        verificationId: body.verification.requestId,
      },
    ]);
  });

  it("is readable with the key, but not in the table", async () => {
    const [{ id } = { id: "" }] = await listDocuments(system.database.pool);
    const key = deriveQuarantineKey(system.environment["QUARANTINE_KEY"] ?? "");
    const document = (await openDocument(system.database.pool, key, id))?.toString() ?? "";
    expect(document).toContain(pageText);
    expect(document).toContain(reference(1));
    const rows = await system.sql<{ ciphertext: Buffer }>("select ciphertext from quarantined_documents");
    expect(rows[0]?.ciphertext.includes("offices")).toBe(false);
  });

  it("is counted, and logged with its id and the parser's reason", async () => {
    const [{ id, reason } = { id: "", reason: "" }] = await listDocuments(system.database.pool);
    const line = lines.find((text) => text.includes("bank.document_unrecognized")) ?? "";
    expect(JSON.parse(line)).toMatchObject({ bank: "telebirr", documentId: id, reason });
    expect(reason).not.toBe("");
    expect(
      await system.metrics.registry.getSingleMetricAsString("bank_documents_unrecognized_total"),
    ).toContain('bank_documents_unrecognized_total{bank="telebirr"} 2');
  });

  it("is deleted for newer ones: 20 per bank are stored", async () => {
    const [oldest] = await listDocuments(system.database.pool);
    for (let number = 2; number <= 22; number += 1) await verify(number);
    const documents = await listDocuments(system.database.pool);
    expect(documents).toHaveLength(20);
    expect(documents.map(({ id }) => id)).not.toContain(oldest?.id);
  });

  it("is in no log line", () => {
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.filter((line) => line.includes("offices"))).toEqual([]);
  });
});

/** Verifiers parse untrusted documents, so they hold no other key, and work without this one. */
describe("a verifier without QUARANTINE_KEY", () => {
  it("logs that at its start, counts and logs such pages, and stores none", async () => {
    const from = lines.length;
    const other = await openSystem({
      verifiers: ["telebirr"],
      log: recordingLog(),
      env: { QUARANTINE_KEY: undefined },
    });
    try {
      const receipt = { bank: "telebirr", reference: reference(90) };
      const { body } = await other.verify(await other.account(), receipt, { waitMs: 15_000 }).expect(200);
      expect(body.data[0]).toMatchObject({ failureReason: "bank_response_unrecognized" });
      const logged = lines.slice(from).map((line) => JSON.parse(line));
      expect(logged).toContainEqual(expect.objectContaining({ event: "quarantine.off", bank: "telebirr" }));
      const unrecognized = logged.find(({ event }) => event === "bank.document_unrecognized");
      expect(unrecognized).toMatchObject({ documentId: null });
      expect(await listDocuments(other.database.pool)).toEqual([]);
    } finally {
      await other.stop();
    }
  });
});
