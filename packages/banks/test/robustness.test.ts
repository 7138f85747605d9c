import { supportedBankCodes } from "@receipts/contracts";
import { hasRealReceipts, realReceipt } from "@receipts/testing";
import fc from "fast-check";
import { type ParseOutcome, ReceiptUnreadable } from "../src/index.ts";
import { extractPdfText } from "../src/pdf-text.ts";
import { readDocument } from "../src/read-document.ts";
import { anyDamage } from "./damage.ts";
import { fixture } from "./fixture.ts";
import { type DocumentUnderTest, documents } from "./receipt-documents.ts";

/** Runs an adapter's `parseReceipt` on the text of a document. */
function read(document: DocumentUnderTest, text: string, identifiers = document.identifiers) {
  return readDocument(() => document.parse(text, identifiers));
}

async function expectUnreadable(reading: Promise<unknown>): Promise<void> {
  await expect(reading).rejects.toBeInstanceOf(ReceiptUnreadable);
}

/** A merchant ships goods on this result: a damaged document must never pass for another payment. */
describe.each(documents)("$name, damaged", (document) => {
  it("is read when complete", async () => {
    expect((await read(document, document.text)).kind).toBe("receipt");
  });

  it("is rejected when cut off before its last field", async () => {
    const places = 50;
    for (let place = 0; place < places; place += 1) {
      const cutAt = Math.floor((document.neededLength * place) / places);
      await expectUnreadable(read(document, document.text.slice(0, cutAt)));
    }
    await expectUnreadable(read(document, document.text.slice(0, document.neededLength - 1)));
  });

  it.each(document.requiredLabels)("is rejected without %s", async (label) => {
    await expectUnreadable(read(document, withoutLabel(document, label)));
  });

  it.each(document.requiredLabels)("is rejected without the row of %s", async (label) => {
    await expectUnreadable(read(document, withoutRow(document, label)));
  });

  it.each(document.otherReferences)("is rejected as the receipt of %s", async (reference) => {
    await expectUnreadable(read(document, document.text, { ...document.identifiers, reference }));
  });

  it("gives the same values or none for any damage", async () => {
    const whole = withoutKind(await read(document, document.text));
    const receipt = "receipt" in whole ? whole.receipt : undefined;
    const withoutPayer = { ...whole, receipt: { ...receipt, senderName: null } };
    const check = async (text: string) => {
      try {
        const result = withoutKind(await read(document, text));
        expect(document.mayLackPayer ? [whole, withoutPayer] : [whole]).toContainEqual(result);
      } catch (error) {
        if (!(error instanceof ReceiptUnreadable)) throw error;
      }
    };
    await fc.assert(fc.asyncProperty(anyDamage(document), check), {
      numRuns: Math.ceil(10_000 / documents.length),
      // The same damage in every run; another `FUZZ_SEED` gives new ones.
      seed: Number(process.env["FUZZ_SEED"] ?? 20_261_121),
    });
  });
});

it("tests a document of every bank", () => {
  const banks = new Set(documents.map(({ bank }) => bank));
  expect(supportedBankCodes.filter((bank) => !banks.has(bank))).toEqual([]);
});

/** Damaged words name no kind of payment that a merchant may not accept, or no kind at all. */
function withoutKind(outcome: ParseOutcome): ParseOutcome {
  if (!("receipt" in outcome)) return outcome;
  const { paymentKind, ...receipt } = outcome.receipt;
  expect(["airtime", "package", "withdrawal", "savings", "loan"]).not.toContain(paymentKind);
  return { ...outcome, receipt };
}

function labelPlace(
  { form, text, labelsAfter }: DocumentUnderTest,
  label: string,
): readonly [start: number, end: number] {
  const start = {
    html: () => text.indexOf(label),
    json: () => text.indexOf(`"${label}"`),
    // The first row of this name in the payment section, which comes after the head's labels.
    text: () =>
      labelsAfter === undefined
        ? text.indexOf(`\n${label}`, text.indexOf("\nPayment") - 1) + 1
        : text.indexOf(label, text.indexOf(labelsAfter)),
  }[form]();
  expect(start).toBeGreaterThan(0);
  return [start, start + label.length + (form === "json" ? 2 : 0)];
}

function withoutLabel(document: DocumentUnderTest, label: string): string {
  const [start, end] = labelPlace(document, label);
  if (document.form === "json") return withoutRow(document, label);
  return document.text.slice(0, start) + document.text.slice(end);
}

function withoutRow(document: DocumentUnderTest, label: string): string {
  const { form, text } = document;
  const [start] = labelPlace(document, label);
  if (form === "json")
    return JSON.stringify(JSON.parse(text), (key, value) => (key === label ? undefined : value));
  if (form === "text") return text.slice(0, start) + text.slice(text.indexOf("\n", start) + 1);
  const row = label.startsWith("<strong>") ? "p" : "tr";
  const rowEnd = text.indexOf(`</${row}>`, start) + `</${row}>`.length;
  return text.slice(0, text.lastIndexOf(`<${row}`, start)) + text.slice(rowEnd);
}

const pdfs = [
  { name: "ours", bytes: fixture("cbe/fixtures/transfer.pdf") },
  ...(hasRealReceipts ? [{ name: "the bank's", bytes: realReceipt("cbe/legacy-2025.pdf") }] : []),
];

describe.each(pdfs)("a PDF, $name, cut off", ({ bytes }) => {
  it("is rejected", async () => {
    const places = 50;
    for (let place = 0; place < places; place += 1) {
      await expectUnreadable(extractPdfText(bytes.subarray(0, Math.floor((bytes.length * place) / places))));
    }
  });

  /** Anyone with part of a receipt can append the end mark. */
  it("gives no other text when an end mark follows the cut", async () => {
    const whole = await extractPdfText(bytes);
    for (let place = 1; place < 12; place += 1) {
      const cut = Buffer.concat([bytes.subarray(0, (bytes.length * place) / 12), Buffer.from("\n%%EOF")]);
      const text = await extractPdfText(cut).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ReceiptUnreadable);
        return "";
      });
      expect(whole.startsWith(text)).toBe(true);
    }
  });

  it("is rejected when its first bytes are of another format", async () => {
    await expectUnreadable(extractPdfText(Buffer.concat([Buffer.from("<html>"), bytes])));
  });
});
