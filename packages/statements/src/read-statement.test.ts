import { writeXlsx } from "hucre/xlsx";
import { readStatement, type Statement, StatementRefused, type StatementSource } from "./index.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const addis = "Africa/Addis_Ababa";

const read = (file: string | Uint8Array, source: Partial<StatementSource> = {}): Promise<Statement> =>
  readStatement({
    ...{ bytes: typeof file === "string" ? encode(file) : file, bank: "cbe", timeZone: addis },
    ...source,
  });

async function refusalOf(reading: Promise<unknown>): Promise<StatementRefused> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StatementRefused)) throw new Error(`was not refused: ${String(error)}`);
  return error;
}

const cbe = `COMMERCIAL BANK OF ETHIOPIA
Account Statement
Account : 1000123456789
Date,Particulars,Reference,Narrative,Value Date,Debit,Credit,Balance
02/03/2026,Transfer,FT26061K3WQ8\\BNK,From Abebe,02/03/2026,-,"1,250.50","9,000.00"
02 03 2026,Cash,TT26061AAAAA\\ATM,,02/03/2026,"-1,002.00",,"7,998.00"
`;

describe("a statement of CBE", () => {
  it("is recognized by its header, below the bank's own lines", async () => {
    const { layout, lines, unread } = await read(cbe);
    expect({ layout, unread }).toEqual({ layout: "cbe_statement", unread: [] });
    expect(lines).toMatchObject([
      { row: 5, reference: "FT26061K3WQ8\\BNK", amount: 125_050n, direction: "in", hasClock: false },
      { row: 6, amount: 100_200n, direction: "out" },
    ]);
    expect(lines[0]?.time.toISOString()).toBe("2026-03-01T21:00:00.000Z");
    expect(lines[0]?.description).toBe("From Abebe");
  });

  it("keeps a payment whose payer wrote a word of the statement", async () => {
    const row = '03/03/2026,Transfer,FT26062AAAAA,Total,03/03/2026,.00,"5,000.00","12,998.00"\n';
    const { lines, unread } = await read(`${cbe}${row}`);
    expect(unread).toEqual([]);
    expect(lines[2]).toMatchObject({ reference: "FT26062AAAAA", amount: 500_000n, description: "Total" });
  });

  it.each([
    ...["Opening Balance", "B/F", "Balance B/F", "balance c/f", "Brought forward", "CLOSING BALANCE:"],
    ...["Bal B/F", "Balance b/d", "Brought Fwd", "OPENING BALANCE :", "Opening Balance as at 01/03/2026"],
  ])("has no payment in its row %s, with an amount or without", async (name) => {
    const wanted = await read(cbe);
    const row = (credit: string) => `02/03/2026,${name},,,02/03/2026,.00,${credit},"7,998.00"\n`;
    const { lines, unread } = await read(`${cbe}${row(".00")}${row('"7,998.00"')}`);
    expect({ lines, unread }).toEqual({ lines: wanted.lines, unread: [] });
  });

  it.each(["1,250.50,9000.00", "1,250,9000.00"])(
    "is no payment of 1 birr without quotes: %s",
    async (rest) => {
      const { lines, unread } = await read(
        `${cbe}03/03/2026,Transfer,FT26062AAAAA,From Abebe,03/03/2026,.00,${rest}\n`,
      );
      expect(lines).toHaveLength(2);
      expect(unread).toEqual([{ row: 7, reason: "bad_amount", detail: "Credit: 1" }]);
    },
  );

  it("prints zero as .00 and half a birr as -.50", async () => {
    const { lines, unread } = await read(
      `${cbe}03/03/2026,Fee,FT26062AAAAA,,03/03/2026,-.50,.00,"7,997.50"\n`,
    );
    expect(unread).toEqual([]);
    expect(lines[2]).toMatchObject({ amount: 50n, direction: "out" });
  });

  it("is read the same in every encoding and with every separator that Excel saves", async () => {
    const wanted = await read(cbe);
    const semicolons = cbe.replaceAll(/,(?=(?:[^"\n]*"[^"\n]*")*[^"\n]*$)/gm, ";");
    const utf16 = (text: string, isBig: boolean) => {
      const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
      return isBig ? bytes.swap16() : bytes;
    };
    for (const file of [
      `\uFEFF${cbe}`,
      cbe.replaceAll("\n", "\r\n"),
      semicolons,
      `sep=;\r\n${semicolons}`.replace("Account Statement\n", ""),
      semicolons.replaceAll(";", "\t"),
      utf16(cbe, false),
      utf16(cbe, true),
      Buffer.from(cbe, "utf16le"),
    ])
      expect(await read(file)).toEqual(wanted);
  });

  it("in Amharic is recognized too", async () => {
    const { lines } = await read('ቀን,ክፍያ,ገቢ,ማጣቀሻ,መግለጫ,ቀሪ ሒሳብ\n16/06/2026,,"250,000.00",FT26167AAAAA,ገቢ,1');
    expect(lines).toMatchObject([{ amount: 25_000_000n, direction: "in", reference: "FT26167AAAAA" }]);
  });

  it("as a workbook has real dates and numbers, read without a float's error", async () => {
    const rows = [
      ["Date", "Reference", "Debit", "Credit"],
      [new Date("2026-03-02T00:00:00Z"), "FT26061K3WQ8", null, 0.1 + 0.2],
      [new Date("2026-03-02T20:59:59Z"), 2_301_030_000_001, null, 1_234_567.89],
      ["02/03/2026", "FT26061K3WQ9", null, 10.005],
      ["02/03/2026", 1.5e16, null, 10],
    ];
    const { lines, unread } = await read(await writeXlsx({ sheets: [{ name: "S", rows }] }));
    expect(lines.map(({ amount, reference, hasClock }) => [amount, reference, hasClock])).toEqual([
      [30n, "FT26061K3WQ8", false],
      [123_456_789n, "2301030000001", true],
    ]);
    expect(lines.map(({ time }) => time.toISOString())).toEqual([
      "2026-03-01T21:00:00.000Z",
      "2026-03-02T17:59:59.000Z",
    ]);
    expect(unread).toMatchObject([
      { row: 4, reason: "bad_amount" },
      { row: 5, reason: "shortened_reference" },
    ]);
  });
});

it("a statement of telebirr has both its layouts", async () => {
  const statement = await read(
    "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance\nDC21QK2M41,02-03-2026 10:14:59,Buy,Completed,500.00,,1",
    { bank: "telebirr" },
  );
  expect(statement).toMatchObject({
    layout: "telebirr_statement",
    lines: [{ amount: 50_000n, time: new Date("2026-03-02T07:14:59Z"), hasClock: true, description: "Buy" }],
  });
  const transactions = await read(
    "ORDER_ID,TRANS_TIME,AMOUNT,FEE,STATUS\nDC21QK2M41,2026-03-02 10:14:59,500.00,2.5,Success",
    { bank: "telebirr" },
  );
  expect(transactions).toMatchObject({
    layout: "telebirr_transactions",
    lines: [{ fee: 250n, isCompleted: true }],
  });
});

describe("a file of another layout", () => {
  const file =
    "When;Number;Sum;Kind\n03.02.2026 11:59 PM;A-1;1.250,50;CR\n03.02.2026;A-2;3,5;DR\n03.02.2026;A-3;3;??";
  const mapping = {
    columns: { time: "when", reference: "Number", amount: "Sum", direction: "Kind" },
    dateOrder: "mdy",
    decimal: ",",
  } as const;

  it("is refused with its first rows, so that a person can map them", async () => {
    const { refusal, preview } = await refusalOf(read(file));
    expect(refusal).toBe("unknown_layout");
    expect(preview[0]).toEqual(["When", "Number", "Sum", "Kind"]);
  });

  it("is read by a mapping", async () => {
    const { layout, lines, unread } = await read(file, { mapping, timeZone: "UTC" });
    expect(layout).toBe("by_hand");
    expect(lines).toMatchObject([
      { amount: 125_050n, direction: "in", time: new Date("2026-03-02T23:59:00Z") },
      { amount: 350n, direction: "out", time: new Date("2026-03-02T00:00:00Z") },
    ]);
    expect(unread).toEqual([{ row: 4, reason: "bad_direction", detail: "Kind: ??" }]);
  });

  it("is refused if a mapped column is not there", async () => {
    const { refusal } = await refusalOf(
      read(file, { mapping: { ...mapping, columns: { ...mapping.columns, fee: "Fee" } } }),
    );
    expect(refusal).toBe("missing_column");
  });
});

it("every row that cannot be read is told, with its row and reason", async () => {
  const rows = [
    ",FT1,,5,1",
    "31/02/2026,FT2,,5,1",
    "01/03/2018 25:00,FT3,,5,1",
    "01/03/2026,FT4,,,1",
    "01/03/2026,FT5,,12.345,1",
    "01/03/2026,FT6,5,5,1",
    "01/03/2026,2.30103E+12,,5,1",
    "",
    ",,,,",
    "Total,,,,5",
    "01/03/2026,FT9,,5,1",
  ];
  const { lines, unread } = await read(`Date,Reference,Debit,Credit,Balance\n${rows.join("\n")}`);
  expect(unread.map(({ row, reason }) => [row, reason])).toEqual([
    [2, "no_time"],
    [3, "bad_time"],
    [4, "bad_time"],
    [5, "no_amount"],
    [6, "bad_amount"],
    [7, "two_amounts"],
    [8, "shortened_reference"],
  ]);
  expect(lines).toMatchObject([{ row: 12, reference: "FT9" }]);
  expect(unread[4]?.detail).toBe("Credit: 12.345");
});

describe("a hostile file", () => {
  it.each([
    { kind: "nothing", file: "", refusal: "empty_file" },
    { kind: "a broken workbook", file: "PK\u0003\u0004rest", refusal: "broken_workbook" },
    {
      kind: "a row of a million cells",
      file: `Date,Reference,Debit,Credit\n${",".repeat(1_000_000)}1`,
      refusal: "too_many_columns",
    },
  ])("of $kind is refused", async ({ file, refusal }) => {
    expect((await refusalOf(read(file))).refusal).toBe(refusal);
  });

  it("with a quote that never ends is refused", async () => {
    const file = `Date,Reference,Debit,Credit\n01/03/2026,FT1,,"${"5,\n".repeat(500_000)}`;
    expect((await refusalOf(read(file))).refusal).toBe("too_large_unpacked");
  });

  it("of three million empty cells is refused, however its rows are cut", async () => {
    const header = "Date,Reference,Debit,Credit\n";
    for (const rows of ["\n".repeat(3_000_000), `${",".repeat(99)}\n`.repeat(30_000)])
      expect((await refusalOf(read(header + rows))).refusal).toBe("too_large_unpacked");
  });

  it("that unpacks to more than 128 MiB is refused before anything is unpacked", async () => {
    const bytes = await writeXlsx({ sheets: [{ name: "S", rows: [["Date"]] }] });
    const bomb = Buffer.from(bytes);
    const entry = bomb.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bomb.writeUInt32LE(129 * 1024 * 1024, entry + 24);
    expect((await refusalOf(read(bomb))).refusal).toBe("too_large_unpacked");
  });

  it("that understates what it unpacks to is refused", async () => {
    const rows = Array.from({ length: 20_000 }, () => ["0".repeat(1_000)]);
    const bomb = Buffer.from(await writeXlsx({ sheets: [{ name: "S", rows }] }));
    for (let at = bomb.indexOf("PK\u0001\u0002"); at >= 0; at = bomb.indexOf("PK\u0001\u0002", at + 4))
      bomb.writeUInt32LE(10, at + 24);
    expect((await refusalOf(read(bomb))).refusal).toBe("broken_workbook");
  });

  it("with texts that PostgreSQL cannot store is shown without them", async () => {
    const emoji = `${"x".repeat(79)}😀`;
    const { preview } = await refusalOf(read(`When\0,${emoji}\n1,2`));
    expect(preview[0]).toEqual(["When", `${"x".repeat(79)}�`]);
    const { unread } = await read("Date\0,Reference,Debit,Credit\nx\0,FT1,,5");
    expect(unread).toMatchObject([{ detail: "Date: x" }]);
  });

  it("with a header of many characters does not repeat them in each unread row", async () => {
    const { unread } = await read(`Date${"!".repeat(10_000)},Reference,Debit,Credit\nx,FT1,,5`);
    expect(unread[0]?.detail.length).toBeLessThan(500);
  });

  it("of more than 100,000 lines is refused", async () => {
    const file = `Date,Reference,Debit,Credit\n${"01/03/2026,FT1,,5\n".repeat(100_001)}`;
    expect((await refusalOf(read(file))).refusal).toBe("too_many_lines");
  });
});

describe("a workbook", () => {
  /** Stored, not deflated: the reader checks no sums. */
  function zip(files: Readonly<Record<string, string>>): Uint8Array {
    const locals: Buffer[] = [];
    const directory: Buffer[] = [];
    let offset = 0;
    for (const [name, text] of Object.entries(files)) {
      const [nameBytes, data] = [Buffer.from(name), Buffer.from(text)];
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(nameBytes.length, 26);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02014b50, 0);
      entry.writeUInt32LE(data.length, 20);
      entry.writeUInt32LE(data.length, 24);
      entry.writeUInt16LE(nameBytes.length, 28);
      entry.writeUInt32LE(offset, 42);
      locals.push(local, nameBytes, data);
      directory.push(entry, nameBytes);
      offset += local.length + nameBytes.length + data.length;
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(directory.length / 2, 10);
    end.writeUInt32LE(offset, 16);
    return Buffer.concat([...locals, ...directory, end]);
  }

  const parts = (sheet: string) => ({
    "xl/workbook.xml": `<x:workbook><x:workbookPr date1904="1"/><x:sheets><x:sheet name="S" r:id="rId7"/></x:sheets></x:workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId7" Target="worksheets/march.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="171" formatCode="0.00&quot;d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst><si><t>Date</t></si><si><r><t>Refer</t></r><r><t>ence</t></r><rPh><t>hint</t></rPh></si><si><t>A&amp;B</t></si></sst>`,
    "xl/worksheets/march.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  });
  const header = `<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="inlineStr"><is><t>Credit</t></is></c><c t="str"><v>Debit</v></c></row>`;

  it("with rich text, its own date format, days from 1904 and gaps is read as a spreadsheet shows it", async () => {
    const row = `<row r="7"><c r="A7" s="1"><v>44620.5</v></c><c r="B7" t="s"><v>2</v></c><c r="C7" s="2"><f>1+1</f><v>1250.4999999999999</v></c></row>`;
    const { lines } = await read(zip(parts(header + row)));
    expect(lines).toMatchObject([
      { row: 7, reference: "A&B", amount: 125_050n, time: new Date("2026-03-01T09:00:00Z"), hasClock: true },
    ]);
  });

  it("of which a row reaches the last column of a spreadsheet is refused before that is filled", async () => {
    const rows = `<row r="4"><c r="XFD4"><v>1</v></c></row>`.repeat(10_000);
    expect((await refusalOf(read(zip(parts(header + rows))))).refusal).toBe("too_many_columns");
  });

  const hostile = {
    "nests three million elements": { "xl/workbook.xml": "<a>".repeat(3_000_000) },
    "nests them in the sheet": parts(header + "<a>".repeat(100)),
    "repeats one text of 40,000 characters": {
      ...parts(`${header}<row><c t="s"><v>0</v></c></row>`),
      "xl/sharedStrings.xml": `<sst><si>${"<t>abcdefgh</t>".repeat(5_000)}</si></sst>`,
    },
    "has a cell of 40,000 characters": parts(
      `${header}<row><c t="str"><v>${"x".repeat(40_000)}</v></c></row>`,
    ),
    "has a row of cells with 40,000 characters together": parts(
      `${header}<row>${`<c t="str"><v>${"x".repeat(4_000)}</v></c>`.repeat(10)}</row>`,
    ),
    "has a million empty texts": {
      ...parts(header),
      "xl/sharedStrings.xml": `<sst>${"<si/>".repeat(1_000_001)}</sst>`,
    },
    "has styles without end": {
      ...parts(header),
      "xl/styles.xml": `<a><cellXfs>${"<xf/>".repeat(70_000)}</cellXfs></a>`,
    },
  };
  it.each(Object.entries(hostile))("that %s is refused for good", async (_, files) => {
    expect((await refusalOf(read(zip(files)))).refusal).toBe("too_large_unpacked");
  });

  it("that names one column of a row a thousand times is refused", async () => {
    const row = `<row r="4">${'<c r="A4"><v>1</v></c>'.repeat(1_000)}</row>`;
    expect((await refusalOf(read(zip(parts(header + row))))).refusal).toBe("too_many_columns");
  });

  it("with numbers that are no date in a column of dates has these numbers, as its lines have", async () => {
    const rows = `<row r="4"><c r="A4" s="1"><v>44620.5</v></c><c r="B4" s="1"><v>1000123456789</v></c><c r="C4" s="1"><v>5</v></c></row>
<row r="5"><c r="A5" t="d"><v>2026-03-02T10:00:00+03:00</v></c><c r="B5" s="1"><v>1e300</v></c><c r="C5"><v>5</v></c></row>`;
    const { lines, unread } = await read(zip(parts(header + rows)));
    expect({ lines, unread }).toMatchObject({
      lines: [],
      unread: [
        { row: 4, reason: "bad_amount" },
        { row: 5, reason: "bad_time", detail: "Date: 2026-03-02T10:00:00+03:00" },
      ],
    });
  });

  it("that numbers its rows wrongly has them in their order", async () => {
    const rows = ["x", "1e300", "-1", "4.5"].map(
      (r) => `<row r="${r}"><c r="A4" s="1"><v>44620.5</v></c><c r="C4"><v>5</v></c></row>`,
    );
    const { lines } = await read(zip(parts(header + rows.join(""))));
    expect(lines.map(({ row }) => row)).toEqual([4, 5, 6, 7]);
  });
});
