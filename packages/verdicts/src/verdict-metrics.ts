import type { BankCode } from "@receipts/contracts";
import type { ServiceMetrics } from "@receipts/service-kit";
import type { ClaimedVerification, Verdict } from "./verdict.ts";

/** Called once for each verdict that this process recorded. */
export type OnRecorded = (
  request: Pick<ClaimedVerification, "bank" | "parked">,
  verdict: Verdict,
  recorded: { readonly durationMs: number },
) => void;

export const verdictOutcomes = [
  "success",
  "not_found",
  "reversed",
  "identifier_mismatch",
  "bank_response_unrecognized",
  "bank_unavailable",
  "deadline_exceeded",
] as const;
export type VerdictOutcome = (typeof verdictOutcomes)[number];

/** Seconds; an objective needs `60`, and 300 is the default deadline. */
const secondsToVerdict = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Counts every verdict, recorded by a verifier, or by the gateway for cached and overdue requests. */
export function createVerdictMetrics(metrics: ServiceMetrics, banks: readonly BankCode[]): OnRecorded {
  const verdicts = metrics.counter(
    "verification_verdicts_total",
    "Recorded verdicts; the last three outcomes are failures and refund the credit",
    ["bank", "outcome"],
    { bank: banks, outcome: verdictOutcomes },
  );
  const duration = metrics.histogram(
    "verification_duration_seconds",
    "From an accepted request to its verdict; held_by is `bank` if an outage of the bank decided how long it took",
    secondsToVerdict,
    ["bank", "held_by"],
    { bank: banks, held_by: ["nothing", "bank"] },
  );
  return ({ bank, parked = false }, verdict, { durationMs }) => {
    const outcome = outcomeOfVerdict(verdict);
    verdicts.inc({ bank, outcome });
    const heldBy = parked || outcome === "bank_unavailable" ? "bank" : "nothing";
    duration.observe({ bank, held_by: heldBy }, durationMs / 1_000);
  };
}

export function outcomeOfVerdict(verdict: Verdict): VerdictOutcome {
  return verdict.kind === "undecided" ? verdict.reason : verdict.kind;
}
