import { suffixMatchesAccount } from "./account-digits.ts";
import { addisEpochDay, addisInstant } from "./addis-time.ts";
import {
  checkPaidNear,
  coreBankingReferenceDay,
  onWorkingDays,
  walletReferenceDay,
} from "./reference-day.ts";

const dayOf = (iso: string) => Date.parse(iso) / 86_400_000;

describe("the day in a reference", () => {
  it.each([
    ["FT26061K3WQ8", "2026-03-02"],
    ["FT26151AB12C", "2026-05-31"],
    ["TT24366AAAAA", "2024-12-31"],
    ["FT24060AAAAA", "2024-02-29"],
  ])("of the core banking reference %s is %s", (reference, day) => {
    expect(coreBankingReferenceDay(reference)).toBe(dayOf(day));
  });

  it.each([
    ["CGF0P4ZL2D", "2025-07-15"],
    ["DAA0000000", "2026-01-10"],
    ["DCV0000000", "2026-03-31"],
    ["BBT0000000", "2024-02-29"],
  ])("of the wallet reference %s is %s", (reference, day) => {
    expect(walletReferenceDay(reference, 2023)).toBe(dayOf(day));
  });

  it.each([
    ["2026-03-01T20:59:59Z", true],
    ["2026-02-28T21:00:00Z", true],
    ["2026-02-28T20:59:59Z", false],
    ["2026-03-03T20:59:59Z", true],
    ["2026-03-03T21:00:00Z", false],
  ])("matches a payment at %s by the calendar of Addis Ababa: %s", (paidAt, expected) => {
    const check = () => checkPaidNear(dayOf("2026-03-02"), new Date(paidAt));
    expected ? expect(check).not.toThrow() : expect(check).toThrow("the date of the document");
  });

  it.each([
    ["Sunday, booked after Adwa day", "2026-03-01", "2026-03-03", true],
    ["Saturday evening, booked on Monday", "2026-02-07", "2026-02-09", true],
    ["five days before", "2026-02-28", "2026-03-05", true],
    ["six days before", "2026-02-28", "2026-03-06", false],
    ["two days after", "2026-03-03", "2026-03-01", false],
  ])("of a bank with bookings on working days matches a payment of %s", (_when, paid, booked, expected) => {
    const check = () => checkPaidNear(dayOf(booked), new Date(`${paid}T16:00:00Z`), onWorkingDays);
    expected ? expect(check).not.toThrow() : expect(check).toThrow("the date of the document");
  });

  it("of a wallet, which books at once, is no day of a Sunday before", () => {
    expect(() => checkPaidNear(dayOf("2026-03-03"), new Date("2026-03-01T09:00:00Z"))).toThrow(
      "the date of the document",
    );
  });
});

describe("the clock of Addis Ababa", () => {
  it("is three hours ahead of UTC, on the same day or the next", () => {
    const instant = addisInstant({ year: 2026, month: 3, day: 1, hour: 1, minute: 30 });
    expect(instant).toEqual(new Date("2026-02-28T22:30:00Z"));
    expect(instant && addisEpochDay(instant)).toBe(dayOf("2026-03-01"));
  });

  it.each([
    { year: 2026, month: 2, day: 29 },
    { year: 2026, month: 13, day: 1 },
    { year: 2026, month: 0, day: 1 },
    { year: 2026, month: 1, day: 0 },
    { year: 2026, month: 1, day: 1, hour: 24 },
    { year: 2026, month: 1, day: 1, minute: 60 },
    { year: 2026, month: 1, day: 1, second: 60 },
  ])("does not show %j", (local) => {
    expect(addisInstant(local)).toBeUndefined();
  });
});

describe("a suffix matches an account by its visible digits", () => {
  it.each([
    ["12341111", "1****1111", true],
    ["12341112", "1****1111", false],
    ["01102", "1******02", true],
    ["12345678", "1000012345678", true],
    ["12345679", "1000012345678", false],
    ["00000950", "E****0950", false],
    ["12345678", "1********", false],
    ["12345678", "", false],
    ["12341111", "1xxxx1111", true],
  ])("%s and %s: %s", (suffix, account, expected) => {
    expect(suffixMatchesAccount(suffix, account)).toBe(expected);
  });
});
