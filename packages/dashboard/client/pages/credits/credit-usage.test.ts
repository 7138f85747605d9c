import { usageByBank, usageByDay } from "./credit-usage.ts";

const days = [
  { date: "2026-03-01", bank: "cbe", debits: 5, refunds: 1, net: 4 },
  { date: "2026-03-01", bank: "telebirr", debits: 7, refunds: 0, net: 7 },
  { date: "2026-03-03", bank: "cbe", debits: 2, refunds: 2, net: 0 },
] as const;
const usage = { days: [...days] };
const dates = ["2026-03-01", "2026-03-02", "2026-03-03"];

describe("the usage of credits", () => {
  it("includes days without spending", () => {
    expect(usageByDay(usage, dates, undefined)).toEqual([
      { date: "2026-03-01", spent: 12, refunded: 1 },
      { date: "2026-03-02", spent: 0, refunded: 0 },
      { date: "2026-03-03", spent: 2, refunded: 2 },
    ]);
    expect(usageByDay(usage, dates, "telebirr").map(({ spent }) => spent)).toEqual([7, 0, 0]);
  });

  it("is summed by bank, highest cost first", () => {
    expect(usageByBank(usage)).toEqual([
      { bank: "telebirr", debits: 7, refunds: 0, net: 7 },
      { bank: "cbe", debits: 7, refunds: 3, net: 4 },
    ]);
    expect(usageByBank({ days: [] })).toEqual([]);
  });
});
