import { readStatement } from "./read-statement.ts";

const header = "Date,Reference,Narrative,Debit,Credit,Balance";
const read = (...rows: string[]) =>
  readStatement({
    bytes: Buffer.from([header, ...rows].join("\n")),
    bank: "cbe",
    timeZone: "Africa/Addis_Ababa",
  });

const first = "01/11/2026,FT26305AAAAA,a,.00,1000.00,1500.00";
const second = "02/11/2026,FT26306BBBBB,b,-200.00,.00,1300.00";
const third = "03/11/2026,FT26307CCCCC,c,.00,50.00,1350.00";

describe("the balances of a statement", () => {
  it.each([
    ["the oldest row first", [first, second, third]],
    ["the newest row first", [third, second, first]],
    ["an opening balance before the first", [",,Opening Balance,,,500.00", first, second]],
    [
      "a row without a balance",
      [first, "02/11/2026,FT26306DDDDD,d,.00,10.00,", second.replace("1300", "1310")],
    ],
    ["sums at the end", [first, second, third, ",,Total,200.00,1050.00,"]],
    [
      "sums with the opening balance",
      [",,Opening Balance,,,500.00", first, second, ",,Balance C/F,200.00,1500.00,1300.00"],
    ],
  ])("agree with its rows: %s", async (_what, rows) => {
    expect((await read(...rows)).warnings).toEqual([]);
  });

  it.each([
    [
      "a row is missing",
      [first, third],
      [{ kind: "balance", row: 3, expected: "1550.00", found: "1350.00" }],
    ],
    [
      "an amount was changed",
      [first, second.replace("-200.00", "-2000.00"), third],
      [{ kind: "balance", row: 3, expected: "-500.00", found: "1300.00" }],
    ],
    [
      "the opening balance is another one",
      [",,Opening Balance,,,600.00", first],
      [{ kind: "balance", row: 3, expected: "1600.00", found: "1500.00" }],
    ],
    [
      "a sum is another one",
      [first, second, ",,Totals,200.00,1100.00,"],
      [{ kind: "total", row: 4, expected: "1000.00", found: "1100.00" }],
    ],
  ])("are told if they do not, and every row is read all the same: %s", async (_what, rows, warnings) => {
    const statement = await read(...rows);
    expect(statement.warnings).toEqual(warnings);
    expect(statement.lines).toHaveLength(rows.filter((row) => row.startsWith("0")).length);
  });
});

describe("a file with semicolons", () => {
  const readSemicolons = (amounts: readonly string[], mapping?: { decimal: "." | "," }) =>
    readStatement({
      bytes: Buffer.from(
        [
          "Date;Reference;Debit;Credit",
          ...amounts.map((amount, at) => `0${at + 1}/11/2026;FT2630${at}AAAAA;;${amount}`),
        ].join("\n"),
      ),
      bank: "cbe",
      timeZone: "Africa/Addis_Ababa",
      mapping: mapping && { ...mapping, dateOrder: "dmy" },
    });

  it.each([
    [
      ["173,90", "1.250,00"],
      [17_390n, 125_000n],
    ],
    [
      ["173,900", "50.00"],
      [17_390_000n, 5_000n],
    ],
    [
      ["173,900", "50,5"],
      [17_390n, 5_050n],
    ],
  ])("is read by the amounts that have one reading: %j", async (amounts, santim) => {
    expect((await readSemicolons(amounts)).lines.map(({ amount }) => amount)).toEqual(santim);
  });

  it("is asked about if every amount has two", async () => {
    await expect(readSemicolons(["173,900", "1,250"])).rejects.toMatchObject({
      refusal: "ambiguous_amounts",
      preview: expect.arrayContaining([["Date", "Reference", "Debit", "Credit"]]),
    });
    for (const amounts of [["173.900", "2.500"], ["ETB 173,900"], ["173,900 Cr"]])
      await expect(readSemicolons(amounts)).rejects.toMatchObject({ refusal: "ambiguous_amounts" });
    const read = await readSemicolons(["173,900", "1,250"], { decimal: "." });
    expect(read.lines.map(({ amount }) => amount)).toEqual([17_390_000n, 125_000n]);
  });
});

it.each([
  ["3 Pagume 2018", "2026-09-08"],
  ["1 Meskerem 2019", "2026-09-11"],
  ["Pagume 5, 2018", "2026-09-10"],
  ["6 Pagume 2015", "2023-09-11"],
])("a date of the Ethiopian calendar is a day: %s", async (date, day) => {
  const { lines } = await read(`"${date}",FT26305AAAAA,a,.00,1000.00,1500.00`);
  expect(
    lines.map(({ time }) => new Date(time.getTime() + 3 * 3_600_000).toISOString().slice(0, 10)),
  ).toEqual([day]);
});

it("the sixth day of a Pagume that has five is none", async () => {
  const { unread } = await read("6 Pagume 2018,FT26305AAAAA,a,.00,1000.00,1500.00");
  expect(unread).toMatchObject([{ reason: "bad_time" }]);
});
