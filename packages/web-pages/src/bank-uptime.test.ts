import { countLevels, levelOf } from "./bank-uptime.ts";

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
