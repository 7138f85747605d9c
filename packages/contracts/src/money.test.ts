import fc from "fast-check";
import { formatSantim, parseSantim, santimToNumber } from "./money.ts";

describe("money", () => {
  it.each<[string, bigint | undefined]>([
    ["3.00", 300n],
    ["600", 60_000n],
    ["3205.5", 320_550n],
    ["1,134.00", 113_400n],
    ["1,234,567.89", 123_456_789n],
    ["0.00", 0n],
    ["12,34.00", undefined],
    ["1.234", undefined],
    ["-5.00", undefined],
    ["+5.00", undefined],
    ["1e3", undefined],
    ["", undefined],
    ["5.00 ETB", undefined],
    [`${"9".repeat(13)}`, undefined],
  ])("%p is read as %p santim", (text, expected) => {
    expect(parseSantim(text)).toBe(expected);
  });

  /** Amounts must not lose a santim. */
  it("is unchanged after a round trip as text and as a JSON number", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (value) => {
        const amount = parseSantim(`${value / 100n}.${String(value % 100n).padStart(2, "0")}`);
        expect(amount).toBe(value);
        if (amount === undefined) return;
        expect(parseSantim(formatSantim(amount))).toBe(value);
        expect(BigInt(Math.round(JSON.parse(JSON.stringify(santimToNumber(amount))) * 100))).toBe(value);
      }),
    );
  });
});
