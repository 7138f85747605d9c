import { setImmediate as turn } from "node:timers/promises";
import { deflatedTwice, endlessPages, longText, manyPages, nestedForms } from "../test/hostile-pdfs.ts";
import { fixture } from "../test/receipt-documents.ts";
import { ReceiptUnreadable } from "./bank-failure.ts";
import { extractPdfText } from "./pdf-text.ts";

const MEBIBYTE = 1024 * 1024;
const receipt = fixture("cbe/fixtures/transfer.pdf");
const whole = async () => expect(await extractPdfText(receipt)).toContain("Commercial Bank of Ethiopia");

interface Read {
  readonly error: unknown;
  /** How often the event loop came round meanwhile. */
  readonly turns: number;
  readonly grownBytes: number;
}

/** While it is read, this process goes on with its work. */
async function readBeside(bytes: Uint8Array): Promise<Read> {
  const atFirst = process.memoryUsage.rss();
  let most = atFirst;
  let turns = 0;
  let isOver = false;
  const reading = extractPdfText(bytes).then(
    () => undefined,
    (error: unknown) => error,
  );
  const ended = reading.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await turn();
    turns += 1;
    most = Math.max(most, process.memoryUsage.rss());
  }
  await ended;
  return { error: await reading, turns, grownBytes: most - atFirst };
}

describe("a PDF", () => {
  it("is read as it was drawn, one beside the other", async () => {
    await Promise.all(Array.from({ length: 8 }, whole));
  });

  it.each<[string, () => Buffer, RegExp]>([
    ["forms within forms, which make 90 s of work of 2 KB", () => nestedForms(6, 8), /too (?:long|much)/],
    ["100 MiB in one kilobyte", () => deflatedTwice(100), /too much memory/],
    ["a million letters", () => longText(1_000_000), /too (?:long|much)/],
    ["a page tree without an end", endlessPages, /./],
    ["forty pages", () => manyPages(40), /too many pages/],
  ])(
    "that is hostile is unreadable, and this process works on: %s",
    async (_what, make, reason) => {
      await whole();
      const hostile = make();
      const { error, turns, grownBytes } = await readBeside(hostile);
      expect(error).toBeInstanceOf(ReceiptUnreadable);
      expect(String((error as ReceiptUnreadable).cause)).toMatch(reason);
      expect(turns).toBeGreaterThan(3);
      expect(grownBytes / MEBIBYTE).toBeLessThan(200);
      // The next receipt is read as ever.
      await whole();
    },
    30_000,
  );

  it("that is hostile does not keep the receipts behind it from being read", async () => {
    const hostile = Array.from({ length: 4 }, () => extractPdfText(nestedForms(6, 8)).catch(() => "refused"));
    await Promise.all([whole(), whole(), ...hostile]);
    expect(await Promise.all(hostile)).toEqual(hostile.map(() => "refused"));
  }, 30_000);
});
