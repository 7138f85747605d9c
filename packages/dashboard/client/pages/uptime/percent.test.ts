import { percent } from "./percent.ts";

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
