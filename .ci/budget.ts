import { readFileSync } from "node:fs";

/**
 * Limits of a suite. `work`: CPU time as a multiple of that of `machine-work.ts` on the same machine.
 * `waiting`: seconds in which it used no core.
 */
export interface Usage {
  readonly work: number;
  readonly waiting: number;
}

export type Judgement = "within" | "above" | "over";

/** A tenth above is named, a quarter above fails. */
const NAMED = 1.1;
const FAILED = 1.25;
/** Short suites differ by a few seconds from run to run. */
const SLACK: Usage = { work: 1, waiting: 8 };

export function judge(used: number, budget: number, slack: number): Judgement {
  if (used > Math.max(budget * FAILED, budget + slack)) return "over";
  return used > Math.max(budget * NAMED, budget + slack / 2) ? "above" : "within";
}

export function judgeUsage(used: Usage, budget: Usage): { readonly [Figure in keyof Usage]: Judgement } {
  return {
    work: judge(used.work, budget.work, SLACK.work),
    waiting: judge(used.waiting, budget.waiting, SLACK.waiting),
  };
}

export function readBudget(): Readonly<Record<string, Usage>> {
  return JSON.parse(readFileSync(new URL("budget.json", import.meta.url), "utf8"));
}
