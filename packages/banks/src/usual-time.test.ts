import { createUsualTime } from "./usual-time.ts";

const bounds = { firstGuessMs: 1_000, minMs: 250, maxMs: 5_000 };

describe("the usual time", () => {
  it("is a first guess until there is a measurement", () => {
    expect(createUsualTime(bounds).limitMs()).toBe(1_000);
  });

  it("is slightly above constant durations, and far above varying ones", () => {
    const [steady, unsteady] = [createUsualTime(bounds), createUsualTime(bounds)];
    for (let count = 0; count < 50; count += 1) {
      steady.add(600);
      unsteady.add(count % 2 === 0 ? 300 : 900);
    }
    expect(steady.limitMs()).toBeCloseTo(600, 0);
    expect(unsteady.limitMs()).toBeGreaterThan(1_500);
  });

  it("stays within its bounds", () => {
    const [quick, slow] = [createUsualTime(bounds), createUsualTime(bounds)];
    quick.add(1);
    slow.add(60_000);
    expect([quick.limitMs(), slow.limitMs()]).toEqual([250, 5_000]);
  });
});
