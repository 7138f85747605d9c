import { countLevels, levelOf, percent } from "./uptime-days.ts";

describe("a day of a bank", () => {
  it.each([
    [null, "unasked"],
    [1, "good"],
    [0.99, "good"],
    [0.9899, "faults"],
    [0.5, "faults"],
    [0.4999, "down"],
    [0, "down"],
  ] as const)("with availability %p is %s", (availability, level) => {
    expect(levelOf(availability)).toBe(level);
  });

  it("is counted by its level", () => {
    const days = [1, 0.7, null, 0, 1].map((availability) => ({ date: "2026-03-01", availability }));
    expect(countLevels(days)).toEqual({ good: 2, faults: 1, down: 1, unasked: 1 });
  });
});

describe("percent", () => {
  /** Readers take 100 % for no failures at all. */
  it("is 100 % only without any failure", () => {
    expect(percent(1)).toBe("100 %");
    expect(percent(0.9999)).toBe("99.99 %");
    expect(percent(0.5)).toBe("50.00 %");
    expect(percent(0)).toBe("0.00 %");
  });

  it("is exact for shares without an exact binary value", () => {
    expect(percent(0.57)).toBe("57.00 %");
    expect(percent(0.2899)).toBe("28.99 %");
  });
});
