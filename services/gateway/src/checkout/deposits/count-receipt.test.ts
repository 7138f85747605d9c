import { type DepositReceipt, MAX_FREE_PARTS, type Santim } from "@receipts/contracts";
import { countReceipt } from "./count-receipt.ts";
import type { DepositPart, DepositRow } from "./deposit-row.ts";

const receipt = {} as DepositReceipt;
const part = { amount: 1_000 } as DepositPart;
const count = (row: Partial<DepositRow>, amount: number) => {
  const deposit = { amount: 125_000, amountReceived: null, allowPartial: true, parts: [], tries: 3, ...row };
  const accepted = { receiptHash: Buffer.alloc(32), receipt, amount: BigInt(amount) as Santim };
  const { isWhole, facts } = countReceipt(deposit as unknown as DepositRow, accepted);
  return [isWhole, facts.amountReceived, facts.tries, facts.part !== undefined];
};

describe("countReceipt", () => {
  it.each<[string, Partial<DepositRow>, number, ReturnType<typeof count>]>([
    ["a part", {}, 100_000, [false, undefined, 2, true]],
    ["one santim less than what is missing", { parts: [part] }, 123_999, [false, undefined, 2, true]],
    ["exactly what is missing", { parts: [part] }, 124_000, [true, 125_000n, 2, true]],
    ["too much", { parts: [part, part] }, 125_000, [true, 127_000n, 2, true]],
    [
      "the only receipt of other deposits",
      { allowPartial: false },
      130_000,
      [true, 130_000n, undefined, false],
    ],
  ])("adds %s", (_name, row, amount, expected) => {
    expect(count(row, amount)).toEqual(expected);
  });

  it("gives no more attempts back after many parts", () => {
    const triesAfter = (parts: number) => count({ parts: Array(parts).fill({ ...part, amount: 1 }) }, 1)[2];
    expect([triesAfter(MAX_FREE_PARTS - 1), triesAfter(MAX_FREE_PARTS)]).toEqual([2, 3]);
  });
});
