import { choiceOf, pathOfChoice } from "./reports-query.ts";

const choice = (text: string) => choiceOf(new URLSearchParams(text));

describe("the address of the reports", () => {
  it("contains the choices that differ from the defaults", () => {
    expect(pathOfChoice(choice(""))).toBe("/reports");
    for (const text of ["window=7d", "days=90", "window=1h&days=7&bank=cbe"]) {
      expect(pathOfChoice(choice(text))).toBe(`/reports?${text}`);
    }
  });

  it("falls back to the defaults for unknown values", () => {
    expect(choice("window=2h&days=4000&bank=../cbe")).toEqual({ window: "24h", days: 30, bank: undefined });
  });
});
