import { toRateLimitState } from "./take-point.ts";

describe("a rate limit's state", () => {
  it.each([
    [
      { remainingPoints: 3, msBeforeNext: 1_200.4 },
      { remaining: 3, resetMs: 1_201 },
    ],
    [
      { remainingPoints: -2, msBeforeNext: -1 },
      { remaining: 0, resetMs: 1 },
    ],
    [
      { remainingPoints: 0, msBeforeNext: 0 },
      { remaining: 0, resetMs: 1 },
    ],
  ])("has no negative values: %p", (result, state) => {
    expect(toRateLimitState(5, result, true)).toEqual({ allowed: true, limit: 5, ...state });
  });
});
