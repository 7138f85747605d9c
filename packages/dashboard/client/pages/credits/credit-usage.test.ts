import { lastDays } from "../../format/time.ts";
import { usageByBank, usageByDay } from "./credit-usage.ts";

const days = [
  { date: "2026-03-01", bank: "cbe", debits: 5, refunds: 1, net: 4 },
  { date: "2026-03-01", bank: "telebirr", debits: 7, refunds: 0, net: 7 },
  { date: "2026-03-03", bank: "cbe", debits: 2, refunds: 2, net: 0 },
] as const;
const usage = { days: [...days] };
const dates = lastDays(3, new Date("2026-03-03T23:59:59.999Z"));

describe("the usage of credits", () => {
  it("covers the last UTC days up to today", () => {
    expect(dates).toEqual(["2026-03-01", "2026-03-02", "2026-03-03"]);
    expect(lastDays(2, new Date("2026-03-01T00:00:00.000Z"))).toEqual(["2026-02-28", "2026-03-01"]);
    const week = lastDays(7, new Date("2026-03-02T23:30:00.000Z"));
    expect([week[0], week.at(-1), week.length]).toEqual(["2026-02-24", "2026-03-02", 7]);
  });

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
