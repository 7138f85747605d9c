import { formatSantim } from "@receipts/contracts";
import { generateLedger, ledgerPeriod, transactionRows, workbookOf } from "../test/generated-ledger.ts";
import { createPaymentMatcher, type OurPayment, type ReconciledLine, readStatement } from "./index.ts";

const birr = (text: string) => BigInt(Math.round(Number(text) * 100)) as OurPayment["amount"];
const encode = (text: string) => new TextEncoder().encode(text);

async function reconcile(csv: string, payments: readonly Partial<OurPayment>[]): Promise<ReconciledLine[]> {
  const statement = await readStatement({
    ...{ bytes: encode(csv), bank: "telebirr", timeZone: "Africa/Addis_Ababa" },
  });
  const matcher = createPaymentMatcher(statement);
  matcher.add(
    payments.map((payment, index) => ({
      ...{ id: `ver_${index}`, reference: null, amount: birr("500"), depositId: null },
      ...{ time: new Date("2026-03-02T07:00:00Z"), ...payment },
    })),
  );
  return [...matcher.finish(ledgerPeriod)];
}

const header = "Transaction No,Transaction Time,Amount,Fee,Status";

describe("a generated month of 5,000 lines", () => {
  const ledger = generateLedger(5_000, 20_260_302);
  const sorted = (list: readonly { readonly reference: string | null }[]) =>
    list
      .map((each) => JSON.stringify(each, (_, value) => (typeof value === "bigint" ? `${value}` : value)))
      .sort();

  it.each([
    {
      written: "in the time of Addis Ababa, as CSV",
      timeZone: "Africa/Addis_Ababa",
      ahead: 3,
      workbook: false,
    },
    { written: "in UTC, as CSV", timeZone: "UTC", ahead: 0, workbook: false },
    {
      written: "in the time of Addis Ababa, as XLSX",
      timeZone: "Africa/Addis_Ababa",
      ahead: 3,
      workbook: true,
    },
    { written: "in the time of New York, as CSV", timeZone: "America/New_York", ahead: -4, workbook: false },
  ])("is reconciled exactly, $written", async ({ timeZone, ahead, workbook }) => {
    // New York is 4 hours behind from 8 March on.
    const later = ledger.printed.filter(({ time }) => ahead >= 0 || time >= new Date("2026-03-09T00:00:00Z"));
    const rows = transactionRows(later, ahead);
    const bytes = workbook ? await workbookOf(rows) : encode(rows.map((row) => row.join(",")).join("\r\n"));
    const statement = await readStatement({ bytes, bank: "telebirr", timeZone });
    expect(statement.unread).toEqual([]);
    expect(statement.lines.map(({ time }) => time)).toEqual(later.map(({ time }) => time));
    if (later.length < ledger.printed.length) return;
    const matcher = createPaymentMatcher(statement);
    for (let at = 0; at < ledger.payments.length; at += 700) matcher.add(ledger.payments.slice(at, at + 700));
    const results = [...matcher.finish(ledgerPeriod)];
    const shown = results.map(({ class: name, note, reference, payment, difference }) => ({
      ...{ class: name, note, reference: reference ?? payment?.reference ?? null, difference },
    }));
    expect(sorted(shown)).toEqual(sorted(ledger.expected));
  });
});

describe("a line and a payment", () => {
  it("match by the number only, however it is written", async () => {
    const [line] = await reconcile(`${header}\ndc25-mn8r1t ,2026-03-02 10:00:00,"1,250.00",0,Completed`, [
      { reference: "DC25MN8R1T", amount: birr("1250") },
    ]);
    expect(line).toMatchObject({ class: "matched", note: null, difference: 0n, payment: { id: "ver_0" } });
  });

  it("are only suggested to each other if the amount and the time agree", async () => {
    const [line, ours, late] = await reconcile(`${header}\nDC25MN8R1T,2026-03-02 10:00:00,500,0,Completed`, [
      { reference: "DC25AAAAAA" },
      { reference: "DC35AAAAAA", time: new Date("2026-03-04T07:00:00Z") },
    ]);
    expect(line).toMatchObject({ class: "statement_only", payment: null, suggestedPaymentId: "ver_0" });
    expect(ours).toMatchObject({ class: "ours_only", suggestedRow: 2 });
    expect(late).toMatchObject({ class: "ours_only", suggestedRow: null });
  });

  it("of a deposit that a person confirmed are suggested to each other too", async () => {
    const results = await reconcile(`${header}\nDC25MN8R1T,2026-03-02 10:00:00,500,0,Completed`, [
      { id: "dep_1", depositId: "dep_1" },
    ]);
    expect(results.map(({ class: name, suggestedPaymentId }) => [name, suggestedPaymentId])).toEqual([
      ["statement_only", "dep_1"],
      ["ours_only", null],
    ]);
  });

  it("of equal amounts are suggested once each", async () => {
    const lines = ["DC25MN8R1T", "DC25MN8R1U", "DC25MN8R1V"].map(
      (reference) => `${reference},2026-03-02 10:00:00,500,0,Completed`,
    );
    const results = await reconcile([header, ...lines].join("\n"), [
      { reference: "DC25AAAAAA" },
      { reference: "DC25AAAAAB" },
    ]);
    const suggested = results.map(({ suggestedPaymentId }) => suggestedPaymentId);
    expect(suggested.slice(0, 3)).toEqual(["ver_0", "ver_1", null]);
  });

  it("with one number and two amounts in the statement need a person", async () => {
    const results = await reconcile(
      `${header}\nDC25MN8R1T,2026-03-02 10:00:00,500,0,Completed\nDC25MN8R1T,2026-03-02 10:00:00,700,0,Completed`,
      [{ reference: "DC25MN8R1T" }],
    );
    expect(results).toMatchObject([
      { class: "matched" },
      { class: "differing", note: "repeated", difference: 20_000n },
    ]);
  });

  it("that a fee on a line of its own tells apart match", async () => {
    const [line] = await reconcile(
      `${header}\nDC25MN8R1T,2026-03-02 10:00:00,500,,Completed\nDC25MN8R1T,2026-03-02 10:00:00,-5,,Completed`,
      [{ reference: "DC25MN8R1T", amount: birr("495") }],
    );
    expect(line).toMatchObject({ class: "matched", note: "gross", difference: 500n });
  });

  it("that was not completed, or left the account, are not compared", async () => {
    const results = await reconcile(
      `${header}\nDC25MN8R1T,2026-03-02 10:00:00,500,0,Failed\nDC25MN8R1U,2026-03-02 10:00:00,-500,0,Completed`,
      [
        { reference: "DC25MN8R1T", amount: birr("500") },
        { reference: "DC25MN8R1U", amount: birr("500") },
      ],
    );
    expect(results.map(({ class: name, note }) => [name, note])).toEqual([
      ["ignored", "not_completed"],
      ["ignored", "outgoing"],
      ["ours_only", null],
      ["ours_only", "outgoing"],
    ]);
  });
});

it("the sums of a ledger's classes are those of its lines, to the santim", async () => {
  const ledger = generateLedger(1_000, 7);
  const bytes = encode(
    transactionRows(ledger.printed, 3)
      .map((row) => row.join(";"))
      .join("\n"),
  );
  const statement = await readStatement({ bytes, bank: "telebirr", timeZone: "Africa/Addis_Ababa" });
  const matcher = createPaymentMatcher(statement);
  matcher.add(ledger.payments);
  const sum = [...matcher.finish(ledgerPeriod)].reduce((total, { amount }) => total + (amount ?? 0n), 0n);
  const printed = ledger.printed.reduce((total, { amount }) => total + (amount < 0n ? -amount : amount), 0n);
  expect(formatSantim(sum as OurPayment["amount"])).toBe(formatSantim(printed as OurPayment["amount"]));
});
