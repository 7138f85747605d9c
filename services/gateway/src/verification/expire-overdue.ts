import type { BankCode } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import type { SavedAccount } from "@receipts/settlement";
import type { ClaimedVerification, RecordVerdict } from "@receipts/verdicts";

export interface ExpireOverdueDeps {
  readonly database: Queryable;
  readonly recordVerdict: RecordVerdict;
  readonly log: Log;
  readonly everyMs?: number;
}

const BATCH = 100;
/** Time for this process to record its batch; then another may. */
const CLAIM_SECONDS = 15;

/**
 * Ends requests whose deadline has passed and refunds them, so no merchant waits for ever. A request that a worker is
 * querying is left to it. Safe in any number of copies: each request is claimed first.
 */
export function createExpireOverdue(deps: ExpireOverdueDeps): Worker {
  return periodicWorker({
    name: "expire-overdue",
    everyMs: deps.everyMs ?? 1_000,
    log: deps.log,
    work: async () => {
      const overdue = await claimOverdue(deps.database);
      // Together: one statement records them all.
      await Promise.all(overdue.map((request) => end(deps, request)));
      return overdue.length === BATCH;
    },
  });
}

async function end({ recordVerdict, log }: ExpireOverdueDeps, request: Overdue): Promise<void> {
  // Parked behind an open breaker, or started: the bank's failure. Never started: ours.
  const reason = request.parked || request.started ? "bank_unavailable" : "deadline_exceeded";
  // The bank did not know the receipt when it was asked last, until the end or until another replaced it.
  const isUnknown = request.isRechecked && !request.parked;
  const verdict = isUnknown ? ({ kind: "not_found" } as const) : ({ kind: "undecided", reason } as const);
  const recorded = await recordVerdict(request, verdict);
  if (recorded === undefined || isUnknown) return;
  log.warn("verification.expired", {
    requestId: request.httpRequestId,
    verificationId: request.id,
    bank: request.bank,
    reason,
  });
}

type Overdue = ClaimedVerification & {
  readonly parked: boolean;
  readonly started: boolean;
  readonly isRechecked: boolean;
};

async function claimOverdue(database: Queryable): Promise<Overdue[]> {
  const { rows } = await database.query<Overdue & { bank: BankCode; savedAccounts: SavedAccount[] }>({
    name: "take_overdue",
    text: `update verification_requests v
              set claim_attempt = v.claim_attempt + 1, claimed_until = now() + make_interval(secs => $2)
            where id in (select id from verification_requests
                          where completed_at is null and deadline_at <= now()
                            and (claimed_until is null or claimed_until < now())
                          order by deadline_at
                          limit $1
                            for update skip locked)
        returning v.id, v.user_id as "userId", v.bank, v.reference, v.suffix, v.settlement_account as "settlementAccount",
                  v.input, null::jsonb as expectation, v.created_at as "requestedAt",
                  '[]'::json as "savedAccounts", v.claim_attempt as "claimAttempt", v.http_request_id as "httpRequestId",
                  v.traceparent, v.parked, v.started_at is not null as started, v.recheck_at is not null as "isRechecked"`,
    values: [BATCH, CLAIM_SECONDS],
  });
  return rows;
}
