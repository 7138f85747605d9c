import { both } from "@receipts/web-pages";
import { readXlsx } from "hucre/xlsx";
import { clockOf } from "./people-cells.ts";
import { columnsOf } from "./table-columns.ts";
import { tableFile } from "./table-file.ts";

interface Row {
  readonly id: string;
  readonly at: Date | null;
  readonly amount: string | null;
  readonly account: string | null;
}

const { text, time, birr, decision } = columnsOf<Row>();
const columns = [
  text("id", both("Payment", "ክፍያ"), ({ id }) => id),
  time("paidAt", both("Paid", "የተከፈለው"), ({ at }) => at),
  birr("amount", both("Amount", "መጠን"), ({ amount }) => amount),
  text("account", both("Account", "ሒሳብ"), ({ account }) => account),
  decision("decision", both("Decision", "ውሳኔ"), () => "accept"),
];
const lateEvening = new Date("2026-11-30T21:30:05.000Z");
const row: Row = { id: "pay_1", at: lateEvening, amount: "1250.50", account: "1000123456789" };
const addis = { timeZone: "Africa/Addis_Ababa", calendar: "gregorian" } as const;

type Form = Parameters<typeof tableFile>[1];
async function fileOf(form: Form, rows: readonly Row[] = [row], days: typeof addis | EthiopianDays = addis) {
  async function* batches() {
    yield rows;
  }
  const file = await tableFile({ name: "payments", columns, batches: batches() }, form, async () => days);
  if (typeof file.content === "function") throw new Error("a table comes in parts");
  const parts: Buffer[] = [];
  for await (const part of file.content) parts.push(Buffer.from(part as Uint8Array));
  return { ...file, bytes: Buffer.concat(parts) };
}
type EthiopianDays = { readonly timeZone: string; readonly calendar: "ethiopian" };

const textOf = async (...args: Parameters<typeof fileOf>) => (await fileOf(...args)).bytes.toString();

async function sheetOf(...args: Parameters<typeof fileOf>) {
  const { bytes } = await fileOf(...args);
  return (await readXlsx(bytes)).sheets[0]?.rows ?? [];
}

it("has codes and UTC for programs, without a byte order mark", async () => {
  expect(await textOf({})).toBe(
    "id,paidAt,amount,account,decision\r\npay_1,2026-11-30T21:30:05.000Z,1250.50,1000123456789,accept\r\n",
  );
});

it("has a byte order mark, readable headers, the account's clock and long numbers as text for people", async () => {
  expect(await textOf({ for: "people" })).toBe(
    "\ufeffPayment,Paid (Africa/Addis_Ababa),Amount,Account,Decision\r\n" +
      "pay_1,2026-12-01 00:30:05,1250.50,'1000123456789,accepted\r\n",
  );
});

it("has Amharic headers and words where asked", async () => {
  const [header, first] = (await textOf({ for: "people", lang: "am" })).split("\r\n");
  expect(header).toBe("\ufeffክፍያ,የተከፈለው (Africa/Addis_Ababa),መጠን,ሒሳብ,ውሳኔ");
  expect(first).toContain("ተቀባይነት ያገኘ");
});

it.each(["0911223344", "100012345678", "12E5", "7e10"])("keeps the number %s as text", async (account) => {
  const [, first] = (await textOf({ for: "people" }, [{ ...row, account }])).split("\r\n");
  expect(first).toContain(`,'${account},`);
});

it("keeps formulas as text for people too", async () => {
  expect(await textOf({ for: "people" }, [{ ...row, account: "=1+1" }])).toContain("'=1+1");
});

it("adds the Ethiopian day behind each time where the account has that calendar", async () => {
  const ethiopian = { timeZone: "Africa/Addis_Ababa", calendar: "ethiopian" } as const;
  const [header, first] = (await textOf({ for: "people" }, [row], ethiopian)).split("\r\n");
  expect(header).toContain('"Paid, Ethiopian calendar"');
  expect(first).toContain("2026-12-01 00:30:05,22 Hedar 2019,");
});

it("has numbers, times and texts of their own kind in a workbook", async () => {
  const [header, first] = await sheetOf({ format: "xlsx" });
  expect(header).toEqual(["Payment", "Paid (Africa/Addis_Ababa)", "Amount", "Account", "Decision"]);
  expect(first).toEqual(["pay_1", new Date("2026-12-01T00:30:05.000Z"), 1250.5, "1000123456789", "accepted"]);
});

it("opens as a workbook with any text", async () => {
  const account = "\u0000=cmd|' /C calc'!A0\u0007<&>\ud800\ufffe ኃይሉ";
  const [, first] = await sheetOf({ format: "xlsx" }, [{ ...row, account }]);
  expect(first?.[3]).toMatch(/^=cmd\|' \/C calc'!A0<&>.? ኃይሉ$/u);
});

it.each(["Africa/Addis_Ababa", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"])(
  "shows moments of two years as a clock in %s does",
  (timeZone) => {
    const clock = clockOf(timeZone);
    const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2027, 0, 1); at += 12_345_678) {
      const shown = clock(new Date(at)).toISOString().slice(0, 19).replace("T", " ");
      expect(shown).toBe(format.format(at));
    }
  },
);

it.each([{ for: "people" }, { format: "xlsx" }] as const)(
  "is a header alone without rows: %p",
  async (form) => {
    const { bytes, name } = await fileOf(form, []);
    expect(bytes.length).toBeGreaterThan(30);
    expect(name).toMatch(/^payments\.(?:csv|xlsx)$/);
  },
);

it("fails before its first byte if the rows cannot be read", async () => {
  async function* batches(): AsyncGenerator<readonly Row[]> {
    yield await Promise.reject(new Error("no database"));
  }
  for (const form of [{}, { for: "people" }, { format: "xlsx" }] as const) {
    const { content } = await tableFile(
      { name: "payments", columns, batches: batches() },
      form,
      async () => addis,
    );
    if (typeof content === "function") throw new Error("a table comes in parts");
    await expect(content[Symbol.asyncIterator]().next()).rejects.toThrow("no database");
  }
});
