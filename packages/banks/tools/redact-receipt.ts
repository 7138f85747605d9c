import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { bankCodes, isBankCode } from "@receipts/contracts";
import { redactDocument } from "./redact-document.ts";

const usage = `npm run redact-receipt -- <bank> <input file> <output file> [--keep <word>]…
Turns a bank's document into a fixture with people and numbers replaced. A PDF becomes its text (.pdf.txt).
  --keep <word>  a word of the page, e.g. of a new label, that was taken for a name
  banks: ${bankCodes.join(", ")}`;

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: "string", multiple: true } },
  });
  const [bank = "", input, output] = positionals;
  if (!isBankCode(bank) || input === undefined || output === undefined || input === output) {
    throw new Error(usage);
  }
  const keptWords = (values.keep ?? []).flatMap((text) => text.split(/\s+/));
  const { text, form, pseudonyms, leftOver } = await redactDocument(await readFile(input), {
    bank,
    keptWords,
  });
  const file = form === "text of a PDF" && !output.endsWith(".txt") ? `${output}.txt` : output;
  await writeFile(file, text);

  print(`Wrote ${file} (${form}). Replaced:`);
  for (const [kind, count] of pseudonyms.counts()) print(`  ${count} ${kind}`);
  print("Kept: amounts, days and hours, numbers of up to three digits, and the words of the bank's pages.");
  if (leftOver > 0)
    print(`${leftOver} of the replaced values still occur as part of something else: search for them.`);
  print(
    "This tool helps but guarantees nothing. Read the whole file before you commit it, free texts and links above all,",
  );
  print("and delete the original and its row in the quarantine.");
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
