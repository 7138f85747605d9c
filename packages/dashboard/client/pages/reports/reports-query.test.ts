import { choiceOf, pathOfChoice } from "./reports-query.ts";

const choice = (text: string) => choiceOf(new URLSearchParams(text));

describe("the address of the reports", () => {
  it("says what is shown, and nothing that is shown anyway", () => {
    expect(pathOfChoice(choice(""))).toBe("/reports");
    for (const text of ["window=7d", "days=90", "window=1h&days=7&bank=cbe"]) {
      expect(pathOfChoice(choice(text))).toBe(`/reports?${text}`);
    }
  });

  it("falls back to what is usual where it asks for what is not offered", () => {
    expect(choice("window=2h&days=4000&bank=../cbe")).toEqual({ window: "24h", days: 30, bank: undefined });
  });
});
