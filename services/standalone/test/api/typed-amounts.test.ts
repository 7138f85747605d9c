import type { BatchItem } from "@receipts/contracts";
import { maybeMeant, typedAmount } from "@receipts/web-pages/client/typed-amount";
import { signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

/** What people type, with what they mean; undefined for what is refused or asked about. */
const spellings: readonly (readonly [typed: string, meant: string | undefined])[] = [
  ["1250", "1250.00"],
  ["1250.00", "1250.00"],
  ["1250.5", "1250.50"],
  ["1250.", "1250.00"],
  [" 1250 ", "1250.00"],
  ["01250", "1250.00"],
  ["1,250", "1250.00"],
  ["1,250.00", "1250.00"],
  ["1,250.5", "1250.50"],
  ["12,500", "12500.00"],
  ["1,250,000.25", "1250000.25"],
  ["1 250", "1250.00"],
  ["1 250.75", "1250.75"],
  ["1\u00a0250", "1250.00"],
  ["1\u202f250\u202f000", "1250000.00"],
  ["0.5", "0.50"],
  ["7", "7.00"],
  ["999999999999", "999999999999.00"],
  ["12,50", undefined],
  ["12,5", undefined],
  ["1,25", undefined],
  ["1250,00", undefined],
  ["1.250,00", undefined],
  ["1.250", undefined],
  ["1,2,3", undefined],
  ["1,25,000", undefined],
  ["0,500", undefined],
  ["1,250 000", undefined],
  ["12 50", undefined],
  ["1'250", undefined],
  ["1250.123", undefined],
  ["1250.5.0", undefined],
  ["-1250", undefined],
  ["+1250", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["ETB 1250", undefined],
  ["1250 ብር", undefined],
  ["፲፪", undefined],
  ["١٢٥٠", undefined],
  ["", undefined],
  ["9999999999999", undefined],
];

describe.each(spellings)("the amount %j", (typed, meant) => {
  it("keeps its value at the till and for a deposit, or is refused", () => {
    expect(typedAmount(typed)).toBe(meant);
  });
});

it("a decimal comma is asked about", () => {
  for (const [typed, meant] of [
    ["12,50", "12.50"],
    ["1250,0", "1250.00"],
    [" 7,5 ", "7.50"],
  ] as const)
    expect(maybeMeant(typed)).toBe(meant);
  for (const typed of ["1,250", "12,500", "12.50", "1,2,3"]) expect(maybeMeant(typed)).toBeUndefined();
});

it("amounts of a list keep their value, or the list is refused and names the line", async () => {
  const account = await system.account({ credits: 100 });
  const person = await signIn(system, account);
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  for (const [typed, meant] of spellings) {
    // Without an amount nothing is expected.
    if (typed === "") continue;
    const csv = `reference,bank,amount\nDJ57QK2M41,telebirr,${quoted(typed)}\n`;
    const { status, body } = await person("post", "/api/verify/batch")
      .set("content-type", "text/csv")
      .send(csv);
    if (status === 202) {
      const [item] = await system.sql<{ amount: string }>(
        "select expect ->> 'amount' as amount from verification_batch_items where batch_id = $1",
        body.data.id,
      );
      expect([typed, item?.amount]).toEqual([typed, meant]);
      await person("post", `/api/batches/${body.data.id}/cancel`).expect(200);
    } else
      expect([typed, status, body.error.details[0].field]).toEqual([
        typed,
        422,
        expect.stringContaining("line 2"),
      ]);
  }
});

it("amounts of a list that skips keep their value, or their lines alone are invalid", async () => {
  const account = await system.account({ credits: 100 });
  const person = await signIn(system, account);
  const typedOnes = spellings.filter(([typed]) => typed !== "");
  const rows = typedOnes.map(
    ([typed], nth) => `DJ57QK2${100 + nth},telebirr,"${typed.replaceAll('"', '""')}"`,
  );
  const { body } = await person("post", "/api/verify/batch?onInvalid=skip")
    .set("content-type", "text/csv")
    .send(["reference,bank,amount", ...rows].join("\n"))
    .expect(202);
  const stored = await system.sql<{ position: number; amount: string }>(
    "select position, expect ->> 'amount' as amount from verification_batch_items where batch_id = $1",
    body.data.id,
  );
  const { data } = (await person("get", `/api/batches/${body.data.id}/items?state=invalid&limit=100`)).body;
  const amounts = new Map(stored.map(({ position, amount }) => [position, amount]));
  const reasons = new Map<number, string>(
    data.map(({ position, error }: BatchItem) => [position, error?.details?.[0]?.field]),
  );
  for (const [at, [typed, meant]] of typedOnes.entries()) {
    const isInvalid = reasons.has(at + 1);
    expect([typed, amounts.get(at + 1) ?? null]).toEqual([typed, isInvalid ? null : meant]);
    if (isInvalid) expect([typed, reasons.get(at + 1)]).toEqual([typed, "expect.amount"]);
  }
  expect(reasons.has(typedOnes.findIndex(([typed]) => typed === "12,50") + 1)).toBe(true);
  expect(await system.balanceOf(account)).toBe(100 - stored.length);
});

describe("an amount without quotes in a list", () => {
  const unquoted = spellings.filter(([typed]) => typed.includes(","));
  const rows = [
    ...unquoted.map(([typed]) => ["bank,reference,amount", `telebirr,DJ57QK2M41,${typed}`] as const),
    ...unquoted.map(
      ([typed]) => ["bank,reference,amount,label", `telebirr,DJ57QK2M41,${typed},order-1`] as const,
    ),
  ];

  it("is never read as its first digits", async () => {
    const person = await signIn(system, await system.account({ credits: 100 }));
    expect(rows.length).toBeGreaterThan(15);
    for (const [header, row] of rows) {
      const { status, body } = await person("post", "/api/verify/batch")
        .set("content-type", "text/csv")
        .send(`${header}\n${row}\n`);
      expect([row, status, body.error?.details]).toEqual([
        row,
        422,
        [{ field: "line 2, expect.amount", message: expect.stringContaining("between quotes") }],
      ]);
    }
  });

  it("is a line to correct in a list that skips, and the others run", async () => {
    const account = await system.account({ credits: 100 });
    const person = await signIn(system, account);
    const lines = ["reference,bank,amount", "DJ57QK2M41,telebirr,1,250.00", "DJ57QK2M42,telebirr,12.50,,"];
    const { body } = await person("post", "/api/verify/batch?onInvalid=skip")
      .set("content-type", "text/csv")
      .send(lines.join("\n"))
      .expect(202);
    const { data } = (await person("get", `/api/batches/${body.data.id}/items`)).body;
    expect(data).toMatchObject([
      {
        state: "invalid",
        line: 2,
        reference: "DJ57QK2M41",
        error: { details: [{ field: "expect.amount" }] },
      },
      { line: 3, error: null },
    ]);
    expect(await system.balanceOf(account)).toBe(99);
  });
});
