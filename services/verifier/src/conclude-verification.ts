import type { Log } from "@receipts/service-kit";
import {
  type BankAttempt,
  nextCandidate,
  outcomeOfVerdict,
  type RecordVerdict,
  type Verdict,
  type VerdictOutcome,
} from "@receipts/verdicts";
import type { Work } from "./coalesced-query.ts";
import type { ParkVerification } from "./park-verification.ts";
import type { BankQueryResult } from "./query-bank.ts";
import { type CheckReceiver, type FoundVerdict, isSuccess } from "./receiver-check.ts";
import type { ServiceTime } from "./service-time.ts";
import type { TryNextCandidate } from "./try-next-candidate.ts";
import { mayWait, type WaitForBooking } from "./wait-for-booking.ts";

/** Outcomes without a recorded verdict. */
export const otherOutcomes = ["parked", "fenced", "released", "next_candidate", "not_booked_yet"] as const;
type Outcome = VerdictOutcome | (typeof otherOutcomes)[number];

export interface ConcludeDeps {
  readonly checkReceiver: CheckReceiver;
  readonly recordVerdict: RecordVerdict;
  readonly tryNext: TryNextCandidate;
  readonly park: ParkVerification;
  readonly waitForBooking: WaitForBooking;
  /** Called with a recorded verdict. */
  readonly updateCache: (receiptKey: string, verdict: Verdict) => Promise<void>;
  readonly serviceTime: Pick<ServiceTime, "observe">;
  /** Called with the time from the claim to a verdict, recorded or too late. */
  readonly onVerdict: (durationMs: number) => void;
  readonly log: Log;
}

/** Parks the request, asks further, or records the result of the query. */
export type Conclude = (work: Work, result: BankQueryResult, lookDelayMs: number) => Promise<Outcome>;

export function createConclude(deps: ConcludeDeps): Conclude {
  /** After "no such receipt": the file's next candidate, or the same receipt later. Undefined if it is the verdict. */
  async function lookFurther(
    { claimed, startedAt }: Work,
    attempts: readonly BankAttempt[],
    lookDelayMs: number,
  ): Promise<Outcome | undefined> {
    const next = nextCandidate(claimed.input);
    if (next !== undefined)
      return (await deps.tryNext(claimed, next, attempts)) ? "next_candidate" : "fenced";
    if (!mayWait(claimed, performance.now() - startedAt)) return undefined;
    const waiting = await deps.waitForBooking(claimed, attempts, lookDelayMs);
    if (waiting === "full") return undefined;
    return waiting === "waiting" ? "not_booked_yet" : "fenced";
  }

  async function record({ claimed, startedAt }: Work, found: FoundVerdict): Promise<Outcome> {
    const { verdict } = found;
    const recorded = await deps.recordVerdict(claimed, verdict, found.attempts);
    const outcome = recorded === undefined ? "fenced" : outcomeOfVerdict(verdict);
    const durationMs = performance.now() - startedAt;
    deps.onVerdict(durationMs);
    if (recorded !== undefined) {
      deps.serviceTime.observe(durationMs);
      // After the record: a verdict that cannot be stored must not be cached either.
      await deps.updateCache(claimed.receiptKey, verdict);
    }
    deps.log.info("verification.finished", {
      requestId: claimed.httpRequestId,
      verificationId: claimed.id,
      bank: claimed.bank,
      outcome,
      claimAttempt: claimed.claimAttempt,
      workMs: Math.round(durationMs),
      // None for a cached receipt, and for a duplicate that shared an answer.
      bankCalls: found.attempts.map(
        ({ outcome, durationMs: tookMs }) => `${outcome} ${Math.round(tookMs)} ms`,
      ),
      ...(recorded === undefined ? {} : { durationMs: recorded.durationMs, deliveryId: recorded.deliveryId }),
    });
    return outcome;
  }

  return async (work, result, lookDelayMs) => {
    const { claimed } = work;
    const found = isSuccess(result) ? await deps.checkReceiver(work, result) : result;
    if (found.kind === "park") {
      await deps.park(claimed, { ...claimed, attempts: found.attempts });
      return "parked";
    }
    const isNotFound = found.verdict.kind === "not_found";
    const later = isNotFound ? await lookFurther(work, found.attempts, lookDelayMs) : undefined;
    return later ?? (await record(work, found));
  };
}
