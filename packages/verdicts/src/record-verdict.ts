import type { IsLive } from "@receipts/banks";
import { createMicroBatcher, isDataFault, type Queryable, valuesOfColumns } from "@receipts/database";
import { encodeMessage, type MessageBus, verificationFinished } from "@receipts/messaging";
import type { BankAttempt } from "./bank-attempt.ts";
import type { LiveStatusChannel } from "./live-status.ts";
import { receiptHash } from "./receipt-hash.ts";
import { recordVerdictStatement, type VerdictToRecord, verdictColumns } from "./record-verdict-statement.ts";
import {
  type ClaimedVerification,
  decisionsOf,
  receiptOf,
  resultOf,
  stateOf,
  type Verdict,
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

type RecordedRow = RecordedVerdict & { readonly id: string };

/** Records concurrent verdicts in one statement. */
export function createRecordVerdict(deps: RecordVerdictDeps): RecordVerdict {
  const recordTogether = createMicroBatcher<VerdictToRecord, RecordedRow | null>({
    run: (items) => recordAll(deps, items),
    // A statement sees no confirmation of its own: those of one receipt follow each other, behind the others'.
    apart: ({ receiptHash: hash }) => hash.toString("base64"),
    maxBatch: 128,
    slots: 2,
    gapMs: deps.gapMs ?? 0,
    worthRetryingAlone: isDataFault,
  });
  return async (request, verdict, attempts) => {
    const state = stateOf(verdict);
    const result = resultOf(request, verdict, deps.isLive(request.bank));
    const { first, again, held } = decisionsOf(request, result);
    const transactionId = receiptOf(verdict)?.referenceNumber ?? request.reference;
    const recorded = await recordTogether({
      request,
      state,
      result: JSON.stringify(result),
      receiptHash: receiptHash(deps.receiptHashKey, request.userId, request.bank, transactionId),
      decisions: {
        first: JSON.stringify(first),
        again: JSON.stringify(again),
        held: JSON.stringify(held),
      },
      webhookData: webhookDataOf(request, verdict, result),
      attempts,
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

async function recordAll(
  deps: Pick<RecordVerdictDeps, "database" | "unsureRefundsPerDay">,
  items: readonly VerdictToRecord[],
): Promise<readonly (RecordedRow | null)[]> {
  const rows = new Map((await runStatement(deps, items)).map((row) => [row.id, row]));
  return items.map(({ request }) => rows.get(request.id) ?? null);
}

async function runStatement(
  { database, unsureRefundsPerDay }: Pick<RecordVerdictDeps, "database" | "unsureRefundsPerDay">,
  items: readonly VerdictToRecord[],
): Promise<readonly RecordedRow[]> {
  const { rows } = await database.query<RecordedRow>({
    name: "record_verdicts",
    text: recordVerdictStatement,
    values: [...valuesOfColumns(verdictColumns, items), unsureRefundsPerDay],
  });
  return rows;
}
