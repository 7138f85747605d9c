import fc from "fast-check";
import { localTimeOf } from "./addis-time.ts";
import { readWalletDay, readYearDay, writeWalletDay, writeYearDay } from "./reference-day.ts";

const anyDay = fc
  .date({ min: new Date("2023-01-02"), max: new Date("2048-12-30"), noInvalidDate: true })
  .map((instant) => {
    const { year, month, day } = localTimeOf(instant);
    return { year, month, day };
  });

describe("the day in a reference", () => {
  it("is read from a wallet reference as it was written", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(readWalletDay(`${writeWalletDay(day, 2023)}XXXXXXX`, 2023)).toEqual(day);
      }),
    );
  });

  it("is read from a core banking reference as it was written", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(readYearDay(writeYearDay(day) ?? "")).toEqual(day);
      }),
    );
  });

  it.each([
    ["DJ5", { year: 2026, month: 10, day: 5 }],
    ["CA1", { year: 2025, month: 1, day: 1 }],
    ["DLV", { year: 2026, month: 12, day: 31 }],
    ["DBV", undefined],
    ["DM1", undefined],
    ["DA0", undefined],
  ])("reads %s as a wallet does", (text, day) => {
    expect(readWalletDay(text, 2023)).toEqual(day);
  });

  it.each([
    ["26278", { year: 2026, month: 10, day: 5 }],
    ["24366", { year: 2024, month: 12, day: 31 }],
    ["25366", undefined],
    ["26000", undefined],
  ])("reads %s as a core banking system does", (text, day) => {
    expect(readYearDay(text)).toEqual(day);
  });

  it("has no letter for a year before the wallet began", () => {
    expect(writeWalletDay({ year: 2022, month: 1, day: 1 }, 2023)).toBeUndefined();
  });
});
