import { judgeUsage, readBudget, type Usage } from "./budget.ts";

const budget: Usage = { work: 40, waiting: 60 };

it.each<[string, Usage, "within" | "above" | "over", "within" | "above" | "over"]>([
  ["as planned", { work: 40, waiting: 60 }, "within", "within"],
  ["a little more", { work: 43, waiting: 64 }, "within", "within"],
  ["a tenth more", { work: 45, waiting: 67 }, "above", "above"],
  ["a quarter more work", { work: 51, waiting: 60 }, "over", "within"],
  ["a quarter longer waits", { work: 40, waiting: 76 }, "within", "over"],
])("judges a suite that used %s", (_used, used, work, waiting) => {
  expect(judgeUsage(used, budget)).toEqual({ work, waiting });
});

it("allows a short suite seconds, not parts of a second", () => {
  const short = { work: 1, waiting: 2 };
  expect(judgeUsage({ work: 1.4, waiting: 5 }, short)).toEqual({ work: "within", waiting: "within" });
  expect(judgeUsage({ work: 2.1, waiting: 11 }, short)).toEqual({ work: "over", waiting: "over" });
});

it("has a budget of each suite that a change runs", () => {
  expect(Object.values(readBudget()).every(({ work, waiting }) => work > 0 && waiting >= 0)).toBe(true);
});
