import { newId } from "@receipts/contracts";
import { createMicroBatcher, isDataFault, type Queryable } from "@receipts/database";
import {
  encodeMessage,
  type MessageBus,
  type OutgoingMessage,
  verificationFinished,
} from "@receipts/messaging";
import { type PublishedRows, RELAY_GRACE_MS } from "@receipts/outbox";
import { type BankAttempt, storedAttempts } from "./bank-attempt.ts";
import type { LiveStatusChannel } from "./live-status.ts";
import { receiptHash } from "./receipt-hash.ts";
import { recordVerdictStatement } from "./record-verdict-statement.ts";
import {
  type ClaimedVerification,
  decisionsOf,
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
 * Answers undefined when the claim was lost or the request has ended already: then nothing was changed. `attempts`: how the
 * bank was asked, by whoever could have asked it.
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
  readonly publishedRows: Pick<PublishedRows, "forget">;
  readonly receiptHashKey: string;
  /** The message could not be sent at once; the relay will. */
  readonly onPublishError: (error: unknown) => void;
  readonly onRecorded?: OnRecorded;
  /**
   * See `MicroBatcherOptions`; 0 unless told. Worth it where verdicts come one by one from a bank, not where a caller waits
   * for one from the cache.
   */
  readonly gapMs?: number;
}

interface Item {
  readonly request: ClaimedVerification;
  readonly state: VerdictState;
  readonly result: string;
  /** To be added to the result and the webhook: where the receipt is new, and where it was confirmed before. */
  readonly decisions: { readonly first: string; readonly again: string };
  readonly receiptHash: Buffer;
  readonly webhook: WebhookDraft | undefined;
  readonly attempts: readonly BankAttempt[] | undefined;
}

/** What goes out when the verdict is recorded, and only then. */
interface WebhookDraft {
  readonly deliveryId: string;
  readonly data: string;
  readonly message: OutgoingMessage;
}

type RecordedRow = RecordedVerdict & { readonly id: string; readonly outboxId: number | null };

/** What ends at the same moment is recorded by one statement. */
export function createRecordVerdict(deps: RecordVerdictDeps): RecordVerdict {
  const recordTogether = createMicroBatcher<Item, RecordedRow | null>({
    run: (items) => recordInRounds(deps.database, items),
    maxBatch: 128,
    slots: 2,
    gapMs: deps.gapMs ?? 0,
    worthRetryingAlone: isDataFault,
  });
  return async (request, verdict, attempts) => {
    const item = { ...itemOf(deps, request, verdict), attempts };
    const recorded = await recordTogether(item);
    if (recorded === null) return undefined;
    deps.onRecorded?.(request, verdict, recorded);
    const { processingStatus, status } = item.state;
    deps.liveStatus.announce(request.id, { processingStatus, status, verified: status === "success" });
    const { outboxId } = recorded;
    if (outboxId !== null && item.webhook !== undefined) {
      const forget = () => deps.publishedRows.forget([outboxId]);
      deps.bus.publish([item.webhook.message]).then(forget, deps.onPublishError);
    }
    return recorded;
  };
}

function itemOf(
  deps: RecordVerdictDeps,
  request: ClaimedVerification,
  verdict: Verdict,
): Omit<Item, "attempts"> {
  const result = resultOf(request, verdict);
  const { first, again } = decisionsOf(request, result);
  const transactionId = receiptOf(verdict)?.referenceNumber ?? request.reference;
  return {
    request,
    state: stateOf(verdict),
    result: JSON.stringify(result),
    decisions: { first: JSON.stringify(first), again: JSON.stringify(again) },
    receiptHash: receiptHash(deps.receiptHashKey, request.userId, request.bank, transactionId),
    webhook: request.hasWebhook ? webhookOf(request, verdict) : undefined,
  };
}

function webhookOf(request: ClaimedVerification, verdict: Verdict): WebhookDraft {
  const deliveryId = newId("webhookDelivery");
  return {
    deliveryId,
    data: JSON.stringify(webhookDataOf(request, verdict)),
    message: encodeMessage(verificationFinished, {
      topicName: verificationFinished.name(),
      requestId: request.httpRequestId,
      data: { verificationId: request.id, deliveryId },
      headers: request.traceparent === null ? {} : { traceparent: request.traceparent },
    }),
  };
}

/** Verdicts about the same receipt of the same account count one after the other: each in a statement of its own. */
async function recordInRounds(
  database: Queryable,
  items: readonly Item[],
): Promise<readonly (RecordedRow | null)[]> {
  const recorded = new Map<Item, RecordedRow>();
  for (let waiting = items; waiting.length > 0; ) {
    const round = new Map<string, Item>();
    const later: Item[] = [];
    for (const item of waiting) {
      const receipt = item.receiptHash.toString("base64");
      if (round.has(receipt)) later.push(item);
      else round.set(receipt, item);
    }
    const together = [...round.values()];
    const rows = new Map((await runStatement(database, together)).map((row) => [row.id, row]));
    for (const item of together) {
      const row = rows.get(item.request.id);
      if (row !== undefined) recorded.set(item, row);
    }
    waiting = later;
  }
  return items.map((item) => recorded.get(item) ?? null);
}

async function runStatement(database: Queryable, items: readonly Item[]): Promise<readonly RecordedRow[]> {
  const column = <T>(pick: (item: Item) => T): T[] => items.map(pick);
  const { rows } = await database.query<RecordedRow>({
    name: "record_verdicts",
    text: recordVerdictStatement,
    values: [
      column(({ request }) => request.id),
      column(({ request }) => request.claimAttempt),
      column(({ state }) => state.processingStatus),
      column(({ state }) => state.status),
      column(({ state }) => state.failureReason),
      column(({ result }) => result),
      column((item) => item.receiptHash),
      // Undecided verdicts give the credit back.
      column(({ state }) => (state.failureReason === null ? null : newId("creditTransaction"))),
      column(({ webhook }) => webhook?.deliveryId ?? null),
      column(({ webhook }) => webhook?.data ?? null),
      column(({ webhook }) => webhook?.message.key ?? null),
      column(({ webhook }) => webhook?.message.value ?? null),
      column(({ webhook }) => webhook && JSON.stringify(webhook.message.headers ?? {})),
      verificationFinished.name(),
      RELAY_GRACE_MS / 1_000,
      column(({ attempts }) => attempts && storedAttempts(attempts)),
      column(({ decisions }) => decisions.first),
      column(({ decisions }) => decisions.again),
    ],
  });
  return rows;
}
