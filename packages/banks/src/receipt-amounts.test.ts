import fc from "fast-check";
import { addsUp, readSantim } from "./receipt-amounts.ts";

const amounts = fc.bigInt({ min: 1n, max: 1_000_000_000n });
/** Tariffs of the banks: fixed sums, and parts of the amount with their limits, in santim. */
const fees = fc.oneof(
  fc.constantFrom(0n, 50n, 100n, 200n, 400n, 500n, 900n, 1_000n, 1_500n, 2_000n, 9_850n),
  fc.bigInt({ min: 1n, max: 1_000_000n }),
);
const ways = ["up", "nearest"] as const;
type Way = (typeof ways)[number];
const way = fc.constantFrom(...ways);

/** A part of a fee in hundredths, rounded to whole santim. */
const partOf = (fee: bigint, hundredths: bigint, way: Way) =>
  (fee * hundredths + (way === "up" ? 99n : 50n)) / 100n;

const slips = fc
  .record({ amount: amounts, fee: fees, vatWay: way, levyWay: way })
  .map(({ amount, fee, vatWay, levyWay }) => ({
    amount,
    fee,
    vat: partOf(fee, 15n, vatWay),
    levy: partOf(fee, 5n, levyWay),
  }));

describe("the total of a receipt", () => {
  it("agrees with the levy and without it, in a row of its own and in the total alone", () => {
    fc.assert(
      fc.property(slips, ({ amount, fee, vat, levy }) => {
        expect(addsUp(amount + fee + vat, amount, { fee, vat })).toBe(true);
        expect(addsUp(amount + fee + vat + levy, amount, { fee, vat })).toBe(true);
        expect(addsUp(amount + fee + vat + levy, amount, { fee, vat, levy })).toBe(true);
      }),
    );
  });

  it("differs if it is three santim and more off", () => {
    fc.assert(
      fc.property(
        slips,
        fc.bigInt({ min: 4n, max: 1_000_000_000n }),
        fc.boolean(),
        ({ amount, fee, vat, levy }, off, isMore) => {
          const total = amount + fee + vat + levy + (isMore ? off : -off);
          fc.pre(isMore || off < levy - 3n || off > levy + 3n);
          expect(addsUp(total, amount, { fee, vat })).toBe(false);
        },
      ),
    );
    for (const off of [-3n, 3n]) {
      expect(addsUp(181_200n + off, 180_000n, { fee: 1_000n, vat: 150n })).toBe(false);
      expect(addsUp(181_150n + off, 180_000n, { fee: 1_000n, vat: 150n })).toBe(false);
      expect(addsUp(181_200n + off, 180_000n, { fee: 1_000n, vat: 150n, levy: 50n })).toBe(false);
    }
  });

  it("without charges agrees to the santim", () => {
    expect(addsUp(960_000n, 960_000n, { fee: 0n, vat: 0n })).toBe(true);
    for (const off of [-1n, 1n]) expect(addsUp(960_000n + off, 960_000n, { fee: 0n, vat: 0n })).toBe(false);
  });

  it("holds no levy that its row does not show", () => {
    expect(addsUp(181_200n, 180_000n, { fee: 1_000n, vat: 150n, levy: 0n })).toBe(false);
    expect(addsUp(181_150n, 180_000n, { fee: 1_000n, vat: 150n, levy: 0n })).toBe(true);
  });

  it("that holds the levy once does not hold it twice", () => {
    expect(addsUp(181_250n, 180_000n, { fee: 1_000n, vat: 150n, levy: 50n })).toBe(false);
  });
});

it("an amount below one birr may lack its zero", () => {
  expect(readSantim("charge", ".72")).toBe(72n);
  expect(() => readSantim("charge", ".")).toThrow("charge");
});
