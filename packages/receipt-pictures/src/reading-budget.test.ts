import { createReadingBudget } from "./reading-budget.ts";

describe("the limits of a document", () => {
  it("are shared by its parts: each gets the CPU time that the others left", () => {
    const budget = createReadingBudget({ cpuMs: 10_000, ms: 600_000, bytes: 1 });
    expect(budget.left()).toMatchObject({ cpuMs: 10_000, bytes: 1 });
    budget.spend(7_000);
    expect(budget.left()).toMatchObject({ cpuMs: 3_000, bytes: 1 });
    budget.spend(3_000);
    expect(budget.left()).toBeUndefined();
  });

  it("end when the real time is used up, also without CPU time", () => {
    expect(createReadingBudget({ cpuMs: 10_000, ms: 0, bytes: 1 }).left()).toBeUndefined();
  });
});
