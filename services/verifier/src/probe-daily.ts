import {
  type BankAdapter,
  BankFailure,
  isPassingResponse,
  type ReceiptDocument,
  type ReceiptIdentifiers,
  ReceiptUnreadable,
  UnexpectedResponse,
} from "@receipts/banks";
import type { BankCode, DailyProbeOutcome } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type Log, limitTime, periodicWorker, type Worker } from "@receipts/service-kit";
import { type BankBreaker, isOpenBreaker } from "./bank-breaker.ts";
import type { QuarantineDocument } from "./quarantine-document.ts";

/** A day's probe that got no good response is repeated after this time, and so is one whose verifier died. */
const REPEAT_SECONDS = 900;
const DAY_SECONDS = 86_400;
const ATTEMPT_MS = 30_000;
const LOOK_EVERY_MS = 60_000;

export interface ProbeDailyDeps {
  readonly database: Queryable;
  readonly bank: BankCode;
  readonly breaker: BankBreaker;
  readonly parseReceipt: BankAdapter["parseReceipt"];
  /** The canary, or a receipt that the bank cannot have. */
  readonly asked: ReceiptIdentifiers;
  readonly attempts: number;
  readonly quarantineDocument: QuarantineDocument;
  readonly log: Log;
}

interface Probed {
  readonly outcome: DailyProbeOutcome;
  readonly reason?: string;
}

/**
 * Asks the bank once a day for one receipt, one verifier of the bank at a time. A changed page, a blocked address or an
 * expired certificate shows before a customer pays. Creates no request and costs no credit.
 */
export function createProbeDaily(deps: ProbeDailyDeps): Worker {
  const { bank, breaker, log } = deps;
  return periodicWorker({
    name: "probe-daily",
    everyMs: LOOK_EVERY_MS,
    log,
    work: async (stop) => {
      if (!breaker.admits(REQUESTER) || !(await claimProbe(deps))) return false;
      const probed = await probe(deps, stop);
      if (probed === undefined) return false;
      const { outcome, reason } = probed;
      await recordProbe(deps, outcome);
      log[outcome === "responded" ? "info" : "warn"]("bank.probed_daily", {
        ...{ bank, outcome },
        ...(reason !== undefined && { reason }),
      });
      return false;
    },
  });
}

const REQUESTER = "daily_probe";

/** Undefined if nothing was learnt: the breaker opened, or the process stops. */
async function probe(deps: ProbeDailyDeps, stop: AbortSignal): Promise<Probed | undefined> {
  let last: Attempted | undefined;
  for (let attempt = 1; attempt <= deps.attempts; attempt += 1) {
    const attempted = await askOnce(deps, stop);
    if (attempted === undefined) return last;
    last = attempted;
    if (!attempted.mayBeOtherwise) break;
  }
  if (last?.unreadable !== undefined) await deps.quarantineDocument({ ...asProbe, ...last.unreadable });
  return last;
}

interface Attempted extends Probed {
  /** Another attempt may get another response. */
  readonly mayBeOtherwise: boolean;
  readonly unreadable?: {
    readonly document: ReceiptDocument | undefined;
    readonly parseError: ReceiptUnreadable;
  };
}

async function askOnce(deps: ProbeDailyDeps, stop: AbortSignal): Promise<Attempted | undefined> {
  const { breaker, asked } = deps;
  using limit = limitTime(stop, ATTEMPT_MS);
  let document: ReceiptDocument | undefined;
  try {
    const fetched = await breaker.fetch(asked, limit.signal, REQUESTER);
    if (fetched.kind === "document") {
      document = fetched.document;
      await deps.parseReceipt(document, asked);
    }
    return { outcome: "responded", mayBeOtherwise: false };
  } catch (error) {
    if (stop.aborted || isOpenBreaker(error)) return undefined;
    if (error instanceof ReceiptUnreadable)
      return unreadable(deps, error, error instanceof UnexpectedResponse ? error.document : document);
    if (!(error instanceof BankFailure)) throw error;
    return { outcome: "unavailable", reason: error.message, mayBeOtherwise: true };
  }
}

function unreadable(
  deps: ProbeDailyDeps,
  parseError: ReceiptUnreadable,
  document: ReceiptDocument | undefined,
): Attempted {
  return {
    outcome: "unreadable",
    reason: parseError.message,
    mayBeOtherwise: isPassing(deps, document),
    unreadable: { document, parseError },
  };
}

/** In place of the request's ids. */
const asProbe = { verificationId: REQUESTER, httpRequestId: REQUESTER };

const isPassing = ({ bank, asked }: ProbeDailyDeps, document: ReceiptDocument | undefined) =>
  document !== undefined && isPassingResponse(document, { bank, reference: asked.reference });

async function claimProbe({ database, bank }: ProbeDailyDeps): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "claim_daily_probe",
    text: `insert into bank_conditions as c (bank, daily_probe_due_at) values ($1, now() + make_interval(secs => $2))
           on conflict (bank) do update set daily_probe_due_at = excluded.daily_probe_due_at
            where c.daily_probe_due_at is null or c.daily_probe_due_at <= now()`,
    values: [bank, REPEAT_SECONDS],
  });
  return rowCount === 1;
}

async function recordProbe({ database, bank }: ProbeDailyDeps, outcome: DailyProbeOutcome): Promise<void> {
  await database.query({
    name: "record_daily_probe",
    text: `update bank_conditions
              set daily_probed_at = now_ms(), daily_probe_outcome = $2,
                  daily_probe_due_at = case when $2 = 'responded' then now() + make_interval(secs => $3)
                                            else daily_probe_due_at end
            where bank = $1`,
    values: [bank, outcome, DAY_SECONDS],
  });
}
