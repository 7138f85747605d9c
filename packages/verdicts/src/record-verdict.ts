import type { IsLive } from "@receipts/banks";
import { newId } from "@receipts/contracts";
import { createMicroBatcher, isDataFault, type Queryable } from "@receipts/database";
import { encodeMessage, type MessageBus, verificationFinished } from "@receipts/messaging";
import { type BankAttempt, storedAttempts } from "./bank-attempt.ts";
import type { LiveStatusChannel } from "./live-status.ts";
import { receiptHash } from "./receipt-hash.ts";
import { recordVerdictStatement } from "./record-verdict-statement.ts";
import { isUnsure } from "./stored-input.ts";
import {
  type ClaimedVerification,
  decisionsOf,
  type ResultDraft,
  receiptOf,
  resultOf,
  stateOf,
  type Verdict,
  type VerdictState,
  webhookDataOf,
} from "./verdict.ts";
import type { OnRecorded } from "./verdict-metrics.ts";

export interface RecordedVerdict {
  readonly durationMs: number;
  readonly completedAt: Date;
  readonly deliveryId: string | null;
}

/**
 * Returns undefined, without effect, if the claim was lost or the request has ended. `attempts`: the attempts at the
 * bank; undefined if the caller cannot make any.
 */
export type RecordVerdict = (
  request: ClaimedVerification,
  verdict: Verdict,
  attempts?: readonly BankAttempt[],
) => Promise<RecordedVerdict | undefined>;

export interface RecordVerdictDeps {
  readonly database: Queryable;
  readonly bus: Pick<MessageBus, "publish">;
  readonly liveStatus: Pick<LiveStatusChannel, "announce">;
  readonly receiptHashKey: string;
  readonly isLive: IsLive;
  /** How many numbers read with unsure letters, and unknown to the bank, cost an account nothing on a day. */
  readonly unsureRefundsPerDay: number;
  /** Called if waking the dispatcher failed; it polls anyway. */
  readonly onPublishError: (error: unknown) => void;
  readonly onRecorded?: OnRecorded;
  /**
   * See `MicroBatcherOptions`; default 0. Set it where verdicts come one by one from a bank, not where a caller waits.
   */
  readonly gapMs?: number;
}

/** A verdict as stored, without the parts that only the database knows. */
interface StoredVerdict {
  readonly result: string;
  /**
   * One is added to the result and the webhook: `first` for a new receipt, `again` after an earlier confirmation, `held`
   * for a receipt that a deposit holds in review.
   */
  readonly decisions: Readonly<Record<"first" | "again" | "held", string>>;
  readonly receiptHash: Buffer;
}

interface VerdictToRecord {
  readonly request: ClaimedVerification;
  readonly state: VerdictState;
  readonly stored: StoredVerdict;
  readonly webhookData: string;
  readonly attempts: readonly BankAttempt[] | undefined;
}

type RecordedRow = RecordedVerdict & { readonly id: string };

/** Records concurrent verdicts in one statement. */
export function createRecordVerdict(deps: RecordVerdictDeps): RecordVerdict {
  const recordTogether = createMicroBatcher<VerdictToRecord, RecordedRow | null>({
    run: (items) => recordInRounds(deps, items),
    maxBatch: 128,
    slots: 2,
    gapMs: deps.gapMs ?? 0,
    worthRetryingAlone: isDataFault,
  });
  return async (request, verdict, attempts) => {
    const state = stateOf(verdict);
    const result = resultOf(request, verdict, deps.isLive(request.bank));
    const recorded = await recordTogether({
      request,
      state,
      attempts,
      stored: storedVerdict(deps.receiptHashKey, request, verdict, result),
      webhookData: webhookDataOf(request, verdict, result),
    });
    if (recorded === null) return undefined;
    deps.onRecorded?.(request, verdict, recorded);
    const { processingStatus, status } = state;
    deps.liveStatus.announce(request.id, { processingStatus, status, verified: status === "success" });
    if (recorded.deliveryId !== null)
      announceDelivery(deps.bus, request, recorded.deliveryId).catch(deps.onPublishError);
    return recorded;
  };
}

/** Wakes the dispatcher. It finds a due delivery by itself within a second, so a lost message loses nothing. */
export async function announceDelivery(
  bus: Pick<MessageBus, "publish">,
  request: Pick<ClaimedVerification, "id" | "httpRequestId" | "traceparent">,
  deliveryId: string,
): Promise<void> {
  const message = encodeMessage(verificationFinished, {
    topicName: verificationFinished.name(),
    requestId: request.httpRequestId,
    data: { verificationId: request.id, deliveryId },
    headers: request.traceparent === null ? {} : { traceparent: request.traceparent },
  });
  await bus.publish([message]);
}

function storedVerdict(
  receiptHashKey: string,
  request: ClaimedVerification,
  verdict: Verdict,
  result: ResultDraft,
): StoredVerdict {
  const { first, again, held } = decisionsOf(request, result);
  const transactionId = receiptOf(verdict)?.referenceNumber ?? request.reference;
  return {
    result: JSON.stringify(result),
    decisions: {
      first: JSON.stringify(first),
      again: JSON.stringify(again),
      held: JSON.stringify(held),
    },
    receiptHash: receiptHash(receiptHashKey, request.userId, request.bank, transactionId),
  };
}

/** Verdicts about the same receipt of the same account are recorded one after the other, each in its own statement. */
async function recordInRounds(
  deps: Pick<RecordVerdictDeps, "database" | "unsureRefundsPerDay">,
  items: readonly VerdictToRecord[],
): Promise<readonly (RecordedRow | null)[]> {
  const recorded = new Map<VerdictToRecord, RecordedRow>();
  for (let waiting = items; waiting.length > 0; ) {
    const round = new Map<string, VerdictToRecord>();
    const later: VerdictToRecord[] = [];
    for (const item of waiting) {
      const receipt = item.stored.receiptHash.toString("base64");
      if (round.has(receipt)) later.push(item);
      else round.set(receipt, item);
    }
    const together = [...round.values()];
    const rows = new Map((await runStatement(deps, together)).map((row) => [row.id, row]));
    for (const item of together) {
      const row = rows.get(item.request.id);
      if (row !== undefined) recorded.set(item, row);
    }
    waiting = later;
  }
  return items.map((item) => recorded.get(item) ?? null);
}

async function runStatement(
  { database, unsureRefundsPerDay }: Pick<RecordVerdictDeps, "database" | "unsureRefundsPerDay">,
  items: readonly VerdictToRecord[],
): Promise<readonly RecordedRow[]> {
  const column = <T>(pick: (item: VerdictToRecord) => T): T[] => items.map(pick);
  const { rows } = await database.query<RecordedRow>({
    name: "record_verdicts",
    text: recordVerdictStatement,
    values: [
      column(({ request }) => request.id),
      column(({ request }) => request.claimAttempt),
      column(({ state }) => state.processingStatus),
      column(({ state }) => state.status),
      column(({ state }) => state.failureReason),
      column(({ stored }) => stored.result),
      column(({ stored }) => stored.receiptHash),
      column(({ state, request }) => (mayRefund(state, request) ? newId("creditTransaction") : null)),
      column(() => newId("webhookDelivery")),
      column(({ webhookData }) => webhookData),
      column(({ attempts }) => attempts && storedAttempts(attempts)),
      column(({ stored }) => stored.decisions.first),
      column(({ stored }) => stored.decisions.again),
      column(({ stored }) => stored.decisions.held),
      unsureRefundsPerDay,
    ],
  });
  return rows;
}

function mayRefund({ failureReason, status }: VerdictState, { input }: ClaimedVerification): boolean {
  return failureReason !== null || (status === "not_found" && isUnsure(input));
}
