import { defaultRetryDelayMs } from "./retry-delay.ts";

describe("the default retry delay", () => {
  it("doubles from 100 ms and stays at 10 s", () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9, 5_000].map(defaultRetryDelayMs);
    expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
  });
});
