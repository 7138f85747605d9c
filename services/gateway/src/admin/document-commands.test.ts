import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createDocumentQuarantine, deriveQuarantineKey } from "@receipts/quarantine";
import { database, useTestDatabase } from "@receipts/testing";
import { runAdmin } from "../../test/run-admin.ts";

const quarantineKey = randomBytes(32).toString("base64");
let folder: string;
let id: string;
useTestDatabase();
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "admin-documents-"));
  const key = deriveQuarantineKey(quarantineKey);
  const quarantine = createDocumentQuarantine({ database: database.pool, key, onError: fail });
  const kept = await quarantine.store({
    bank: "boa",
    verificationId: "ver_1",
    contentType: "application/json",
    body: Buffer.from("{}"),
    reason: "the JSON does not have the bank's shape, at header",
  });
  id = kept ?? "";
});
afterAll(() => rm(folder, { recursive: true }));

function fail(error: unknown): never {
  throw error;
}

const admin = (...words: string[]) =>
  runAdmin(database.url, words, { env: { QUARANTINE_KEY: quarantineKey } });

async function audited() {
  const { rows } = await database.pool.query("select action, subject from audit_log order by id");
  return rows;
}

describe("admin -- documents", () => {
  it("lists quarantined documents, also of one bank", async () => {
    expect(await admin("documents", "list")).toMatch(new RegExp(`^${id}  boa  .*at header$`));
    expect(await admin("documents", "list", "--bank", "cbe")).toBe("No documents in quarantine");
  });

  it("shows a document's metadata without its content", async () => {
    const shown = await admin("documents", "show", id);
    expect(shown).toMatch(/^bank: boa$/m);
    expect(shown).toMatch(/^verificationId: ver_1$/m);
    expect(shown).not.toContain("{}");
  });

  it("saves the original bytes for their owner only, audits it, and overwrites nothing", async () => {
    const file = path.join(folder, "document.json");
    await admin("documents", "save", id, file);
    expect(await readFile(file, "utf8")).toBe("{}");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await audited()).at(-1)).toEqual({ action: "document.opened", subject: id });
    await expect(admin("documents", "save", id, file)).rejects.toThrow(/EEXIST/);
  });

  it("writes the original bytes to standard output, and nothing else, as in a pod without tar", async () => {
    expect(await admin("documents", "save", id, "-")).toBe("{}");
    expect((await audited()).at(-1)).toEqual({ action: "document.opened", subject: id });
  });

  it("deletes a document, and fails for an unknown one", async () => {
    expect(await admin("documents", "delete", id)).toBe(`Deleted ${id}`);
    expect((await audited()).at(-1)).toEqual({ action: "document.deleted", subject: id });
    await expect(admin("documents", "delete", id)).rejects.toThrow(`Document not found: ${id}`);
    await expect(admin("documents", "show", id)).rejects.toThrow(`Document not found: ${id}`);
    await expect(admin("documents", "save", id, path.join(folder, "other"))).rejects.toThrow(/not found/);
  });
});
