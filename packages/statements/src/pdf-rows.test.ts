import { hasRealReceipts, realReceipt } from "@receipts/testing";
import { readStatement } from "./read-statement.ts";
import { StatementRefused } from "./statement-refused.ts";

interface Expected {
  readonly rows: readonly {
    readonly date: string;
    readonly reference: string;
    readonly debit: string | null;
    readonly credit: string | null;
    readonly balance: string;
  }[];
}

const read = (bytes: Uint8Array) => readStatement({ bytes, bank: "cbe", timeZone: "Africa/Addis_Ababa" });
const birr = (santim: bigint | null) => (santim === null ? null : (Number(santim) / 100).toFixed(2));

(hasRealReceipts ? describe : describe.skip).each(["current", "savings"])(
  "a statement of a %s account as PDF",
  (kind) => {
    it("has every row of the account, and none besides", async () => {
      const { rows } = JSON.parse(
        realReceipt(`cbe-statement/statement-${kind}.expected.json`).toString(),
      ) as Expected;
      const { layout, lines, unread, warnings } = await read(
        realReceipt(`cbe-statement/statement-${kind}.pdf`),
      );
      expect([layout, unread, warnings]).toEqual(["cbe_statement", [], []]);
      const found = lines.map(({ time, reference, amount, direction, balance }) => ({
        date: new Date(time.getTime() + 3 * 3_600_000).toISOString().slice(0, 10),
        reference: reference?.split("\\")[0],
        debit: direction === "out" ? birr(amount) : null,
        credit: direction === "in" ? birr(amount) : null,
        balance: birr(balance),
      }));
      expect(found).toEqual(
        rows.map(({ date, reference, debit, credit, balance }) => ({
          ...{ date, reference, debit, credit, balance },
        })),
      );
    });

    it("is refused if it is cut off", async () => {
      const bytes = realReceipt(`cbe-statement/statement-${kind}.pdf`);
      const whole = (await read(bytes)).lines.length;
      const cut = await read(bytes.subarray(0, bytes.length - 4_000)).then(
        ({ lines, warnings }) => (lines.length === whole && warnings.length === 0 ? "whole" : "told"),
        (error: unknown) => (error instanceof StatementRefused ? "told" : error),
      );
      expect(["whole", "told"]).toContain(cut);
    });
  },
);

/** Dates and amounts on one base line: every word is near every row. */
function crowdedStatement(dates: number, amounts: number): Uint8Array {
  const heads = [
    "Date",
    "Particulars",
    "Reference",
    "Narrative",
    "Value Date",
    "Debit",
    "Credit",
    "Balances",
  ];
  const texts = [
    ...heads.map((head, index) => [20 + index * 70, 800, head] as const),
    ...Array.from({ length: dates }, () => [20, 700, "01 02 2026"] as const),
    ...Array.from({ length: amounts }, (_, index) => [300 + (index % 7) * 40, 700, "1.00"] as const),
  ];
  const drawn = texts.map(([x, y, text]) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join("\n");
  const content = `BT /F1 6 Tf\n${drawn}\nET`;
  return Buffer.from(
    [
      "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj",
      "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj",
      "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 850] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj",
      `4 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj`,
      "5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj",
      "trailer\n<< /Root 1 0 R >>\n%%EOF",
    ].join("\n"),
  );
}

it("a word belongs to one row, also where thousands of rows stand on one line", async () => {
  const { lines, unread } = await read(crowdedStatement(200, 2_500));
  expect([lines.length, unread.length]).toEqual([0, 1]);
});

it("a file that only begins like a PDF is refused", async () => {
  await expect(read(Buffer.from("%PDF-1.7\nnothing"))).rejects.toMatchObject({ refusal: "unreadable_pdf" });
});
