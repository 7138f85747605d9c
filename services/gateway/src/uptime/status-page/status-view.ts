import { type BankCode, type BankHistory, isSupportedBank } from "@receipts/contracts";
import { type DayLevel, levelOf } from "@receipts/web-pages";

/** Consecutive days in one table row. */
export interface DayRun {
  /** First and last day, UTC. */
  readonly from: string;
  readonly to: string;
  readonly level: DayLevel;
  /** Lowest availability in the run; null without data. */
  readonly lowest: number | null;
}

/** Newest first. A day with errors has its own row, which shows its availability. */
export function dayRunsOf(days: BankHistory["days"]): DayRun[] {
  const runs: DayRun[] = [];
  for (const { date, availability } of days) {
    const level = levelOf(availability);
    const last = runs.at(-1);
    const continuesRun =
      last !== undefined && last.level === level && (level === "good" || level === "unasked");
    if (continuesRun) runs.pop();
    runs.push({
      from: continuesRun ? last.from : date,
      to: date,
      level,
      lowest: continuesRun ? lower(last.lowest, availability) : availability,
    });
  }
  return runs.reverse();
}

function lower(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.min(one, other);
}

/** The first statement of the page. */
export type Overall =
  | { readonly kind: "all_operational" }
  /** Some banks had no recent requests. */
  | { readonly kind: "known_operational" }
  | { readonly kind: "none_known" }
  | { readonly kind: "faults"; readonly down: readonly BankCode[]; readonly degraded: readonly BankCode[] };

/** Those with recent requests first, those that cannot be verified last; a small installation has data of two or three. */
export function withDataFirst<Bank extends Pick<BankHistory, "bank" | "state">>(
  banks: readonly Bank[],
): readonly Bank[] {
  const place = ({ bank, state }: Bank) => (state !== "unknown" ? 0 : isSupportedBank(bank) ? 1 : 2);
  return banks.toSorted((one, other) => place(one) - place(other));
}

/** Considers supported banks only. A bank without requests is not an error. */
export function overallOf(banks: readonly Pick<BankHistory, "bank" | "state">[]): Overall {
  const asked = banks.filter(({ bank }) => isSupportedBank(bank));
  const inState = (state: BankHistory["state"]) =>
    asked.filter((bank) => bank.state === state).map(({ bank }) => bank);
  const [down, degraded, unknown] = [inState("down"), inState("degraded"), inState("unknown")];
  if (down.length + degraded.length > 0) return { kind: "faults", down, degraded };
  if (unknown.length === asked.length) return { kind: "none_known" };
  return { kind: unknown.length === 0 ? "all_operational" : "known_operational" };
}
