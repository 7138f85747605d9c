import { type BankCode, bankCodes, isBankCode } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import {
  deleteDocument,
  deriveQuarantineKey,
  findDocument,
  listDocuments,
  openDocument,
  type QuarantinedDocument,
} from "@receipts/quarantine";
import { type Command, InvalidArgumentError } from "commander";
import { type AdminDeps, requireQuarantineKey, type WithPool } from "./admin-pool.ts";
import { recordByOperator } from "./operator.ts";
import { saveBytes } from "./save-bytes.ts";

/** Commands for bank documents that no parser could read: see `packages/quarantine`. */
export function addDocumentCommands(program: Command, deps: AdminDeps, withPool: WithPool): void {
  const documents = program
    .command("documents")
    .description("list, save or delete unreadable bank documents");
  documents
    .command("list")
    .description("list quarantined documents, newest first")
    .option("--bank <bank>", "only documents of this bank", parseBank)
    .action((options: { bank?: BankCode }) =>
      withPool(async ({ pool }) => {
        await recordByOperator(pool, "document.listed");
        const found = await listDocuments(pool, options.bank);
        if (found.length === 0) deps.print("No documents in quarantine");
        for (const document of found) deps.print(lineOf(document));
      }),
    );
  documents
    .command("show")
    .description("show a document's metadata, without opening it")
    .argument("<id>", "doc_…")
    .action((id: string) =>
      withPool(async ({ pool }) => {
        const document = (await findDocument(pool, id)) ?? unknown(id);
        await recordByOperator(pool, "document.shown", { subject: id });
        for (const [name, value] of Object.entries(document)) deps.print(`${name}: ${textOf(value)}`);
      }),
    );
  documents
    .command("save")
    .description("write the document as the bank sent it to a new file, readable only by its owner")
    .argument("<id>", "doc_…")
    .argument("<file>", "new file, or - for standard output")
    .action((id: string, file: string) =>
      withPool(async ({ pool, environment }) => {
        const key = deriveQuarantineKey(requireQuarantineKey(environment));
        const document = (await openDocument(pool, key, id)) ?? unknown(id);
        await recordByOperator(pool, "document.opened", { subject: id });
        await saveBytes(deps, document, { file, advice: "redact it, then delete it" });
      }),
    );
  documents
    .command("delete")
    .description("delete a document")
    .argument("<id>", "doc_…")
    .action((id: string) =>
      withPool(async ({ pool }) => {
        await inTransaction(pool, async (client) => {
          if (!(await deleteDocument(client, id))) unknown(id);
          await recordByOperator(client, "document.deleted", { subject: id });
        });
        deps.print(`Deleted ${id}`);
      }),
    );
}

function unknown(id: string): never {
  throw new Error(`Document not found: ${id}`);
}

function lineOf({ id, bank, receivedAt, timesSeen, contentType, size, reason }: QuarantinedDocument): string {
  const what = `${contentType || "no content type"}, ${size} bytes, seen ${timesSeen} times`;
  return `${id}  ${bank}  ${receivedAt.toISOString()}  ${what}: ${reason}`;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function parseBank(text: string): BankCode {
  if (isBankCode(text)) return text;
  throw new InvalidArgumentError(`must be one of ${bankCodes.join(", ")}`);
}
