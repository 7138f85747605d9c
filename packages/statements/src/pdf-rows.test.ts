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
  return pdfOf([texts]);
}

type Text = readonly [x: number, y: number, text: string];

/** A PDF with these texts on its pages. */
function pdfOf(pages: readonly (readonly Text[])[]): Uint8Array {
  const objects = pages.flatMap((texts, at) => {
    const [page, content] = [4 + at * 2, 5 + at * 2];
    const drawn = texts.map(([x, y, text]) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join("\n");
    const stream = `BT /F1 6 Tf\n${drawn}\nET`;
    return [
      `${page} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 850] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>\nendobj`,
      `${content} 0 obj\n<< /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj`,
    ];
  });
  const kids = pages.map((_texts, at) => `${4 + at * 2} 0 R`).join(" ");
  return Buffer.from(
    [
      "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj",
      `2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>\nendobj`,
      "3 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj",
      ...objects,
      "trailer\n<< /Root 1 0 R >>\n%%EOF",
    ].join("\n"),
  );
}

describe("a statement of another bank as PDF, with a table of text", () => {
  const columns = [20, 90, 160, 320, 400, 480];
  const line = (y: number, cells: readonly (string | undefined)[]): Text[] =>
    cells.flatMap((cell, at) => (cell === undefined ? [] : [[columns[at] ?? 0, y, cell] as const]));
  const heads = ["Tran Date", "Value Date", "Narration", "Withdrawal", "Deposit", "Balance"];
  const file = pdfOf([
    [
      ...line(820, ["Awash Bank"]),
      ...line(808, ["Account No", "01320812345600"]),
      ...line(800, ["From", "01-Mar-2026", "To 31-Mar-2026"]),
      ...line(792, ["Opening balance", "01-Mar-2026", undefined, undefined, undefined, "7,749.50"]),
      ...line(780, heads),
      ...line(760, ["02-Mar-2026", "02-Mar-2026", "From Abebe Kebede", undefined, "1,250.50", "9,000.00"]),
      // The narration is broken into two lines.
      ...line(752, [undefined, undefined, "for order 17"]),
      ...line(740, ["03-Mar-2026", "03-Mar-2026", "Cheque 000123", "200.00", undefined, "8,800.00"]),
      ...line(40, ["Page 1 of 2"]),
    ],
    [
      ...line(780, heads),
      ...line(760, ["04-Mar-2026", "04-Mar-2026", "From Sara Alemu", undefined, "99.00", "8,899.00"]),
      ...line(748, ["Total", undefined, undefined, "200.00", "1,349.50"]),
      ...line(40, ["Page 2 of 2"]),
    ],
  ]);
  const mapping = {
    columns: {
      time: "Tran Date",
      description: "Narration",
      debit: "Withdrawal",
      credit: "Deposit",
      balance: "Balance",
    },
    dateOrder: "dmy",
    decimal: ".",
  } as const;
  const readAwash = (more: object = {}) =>
    readStatement({ bytes: file, bank: "awash", timeZone: "Africa/Addis_Ababa", ...more });

  it("shows its columns, to be named", async () => {
    await expect(readAwash()).rejects.toMatchObject({
      refusal: "unknown_layout",
      preview: [
        heads,
        ["02-Mar-2026", "02-Mar-2026", "From Abebe Kebede for order 17", "", "1,250.50", "9,000.00"],
        ["03-Mar-2026", "03-Mar-2026", "Cheque 000123", "200.00", "", "8,800.00"],
        ["04-Mar-2026", "04-Mar-2026", "From Sara Alemu", "", "99.00", "8,899.00"],
        ["Total", "", "", "200.00", "1,349.50", ""],
      ],
    });
  });

  it("is read by them, every row of every page and nothing besides", async () => {
    const { layout, lines, unread, warnings } = await readAwash({ mapping });
    expect([layout, unread, warnings]).toEqual(["by_hand", [], []]);
    expect(lines).toMatchObject([
      { amount: 125_050n, direction: "in", description: "From Abebe Kebede for order 17", balance: 900_000n },
      { amount: 20_000n, direction: "out", description: "Cheque 000123" },
      { amount: 9_900n, direction: "in", description: "From Sara Alemu" },
    ]);
  });

  it("without a table is shown by its lines", async () => {
    const letter = pdfOf([[...line(800, ["Dear customer"]), ...line(780, ["Thank you"])]]);
    await expect(
      readStatement({ bytes: letter, bank: "awash", timeZone: "Africa/Addis_Ababa" }),
    ).rejects.toMatchObject({ refusal: "unknown_layout", preview: [["Dear customer"], ["Thank you"]] });
  });
});

it("a word belongs to one row, also where thousands of rows stand on one line", async () => {
  const { lines, unread } = await read(crowdedStatement(200, 2_500));
  expect([lines.length, unread.length]).toEqual([0, 1]);
});

it("a file that only begins like a PDF is refused", async () => {
  await expect(read(Buffer.from("%PDF-1.7\nnothing"))).rejects.toMatchObject({ refusal: "unreadable_pdf" });
});
