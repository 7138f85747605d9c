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

it("a file that only begins like a PDF is refused", async () => {
  await expect(read(Buffer.from("%PDF-1.7\nnothing"))).rejects.toMatchObject({ refusal: "unreadable_pdf" });
});
