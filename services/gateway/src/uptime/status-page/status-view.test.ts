import type { BankCode, BankState } from "@receipts/contracts";
import { bankCodes } from "@receipts/contracts";
import { dayRunsOf, overallOf, withDataFirst } from "./status-view.ts";

const daysOf = (...shares: readonly (number | null)[]) =>
  shares.map((availability, index) => ({ date: `2026-03-0${index + 1}`, availability }));

describe("the days", () => {
  it("are listed newest first, with uneventful days grouped", () => {
    expect(dayRunsOf(daysOf(null, null, 1, 0.995, 0.7, 0.2, 0.1, 1))).toEqual([
      { from: "2026-03-08", to: "2026-03-08", level: "good", lowest: 1 },
      { from: "2026-03-07", to: "2026-03-07", level: "down", lowest: 0.1 },
      { from: "2026-03-06", to: "2026-03-06", level: "down", lowest: 0.2 },
      { from: "2026-03-05", to: "2026-03-05", level: "faults", lowest: 0.7 },
      { from: "2026-03-03", to: "2026-03-04", level: "good", lowest: 0.995 },
      { from: "2026-03-01", to: "2026-03-02", level: "unasked", lowest: null },
    ]);
    expect(dayRunsOf([])).toEqual([]);
  });
});

describe("the overall state", () => {
  const banksIn = (others: BankState, own: Partial<Record<BankCode, BankState>> = {}) =>
    bankCodes.map((bank) => ({
      bank,
      state: bank === "zemen" ? ("unknown" as const) : (own[bank] ?? others),
    }));

  /** A bank that cannot be verified is always unknown. It must not affect the others. */
  it("is operational when all supported banks are", () => {
    expect(overallOf(banksIn("operational"))).toEqual({ kind: "all_operational" });
  });

  it("claims no more than is known", () => {
    expect(overallOf(banksIn("operational", { awash: "unknown" }))).toEqual({ kind: "known_operational" });
    expect(overallOf(banksIn("unknown"))).toEqual({ kind: "none_known" });
  });

  it("names the banks that are down and those that are degraded", () => {
    expect(overallOf(banksIn("unknown", { cbe: "down", boa: "degraded", awash: "down" }))).toEqual({
      kind: "faults",
      down: ["cbe", "awash"],
      degraded: ["boa"],
    });
  });
});

it("shows the banks with recent requests first, and those that cannot be verified last", () => {
  const banks: readonly { bank: BankCode; state: BankState }[] = [
    { bank: "cbe", state: "unknown" },
    { bank: "telebirr", state: "operational" },
    { bank: "zemen", state: "unknown" },
    { bank: "boa", state: "unknown" },
    { bank: "dashen", state: "down" },
  ];
  expect(withDataFirst(banks).map(({ bank }) => bank)).toEqual(["telebirr", "dashen", "cbe", "boa", "zemen"]);
});
