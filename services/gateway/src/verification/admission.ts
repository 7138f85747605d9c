import { type BankCode, newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { encodeMessage, type OutgoingMessage, verificationRequested } from "@receipts/messaging";
import { RELAY_GRACE_MS } from "@receipts/outbox";
import { admissionStatement } from "./admission-statement.ts";
import { createMicroBatcher } from "./micro-batcher.ts";

export interface AdmissionDraft {
  readonly id: string;
  readonly userId: string;
  readonly apiKeyId: string;
  readonly bank: BankCode;
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
  readonly receiptKey: string;
  readonly settlementAccount: string | null;
  readonly webhookUrl: string | null;
  readonly cacheStatus: "HIT" | "MISS" | "BYPASS";
  readonly idempotencyKey: string | null;
  readonly fingerprint: Buffer;
  readonly httpRequestId: string;
  readonly traceparent: string;
}

export type Admission =
  | {
      readonly kind: "admitted";
      readonly createdAt: Date;
      readonly job: { readonly outboxId: number; readonly message: OutgoingMessage } | undefined;
    }
  | { readonly kind: "known"; readonly verificationId: string; readonly fingerprint: Buffer }
  | { readonly kind: "no_credit" };

export type Admit = (draft: AdmissionDraft) => Promise<Admission>;

export interface AdmissionDeps {
  readonly database: Queryable;
  readonly requestDeadlineMs: number;
  /** How long a queued row may wait before recovery puts it on the bus again. */
  readonly recoverAfterMs: number;
  readonly onBatch?: (size: number) => void;
}

interface AdmissionRow {
  readonly kind: "admitted" | "known" | "again" | "refused";
  readonly knownId: string | null;
  readonly knownFingerprint: Buffer | null;
  readonly createdAt: Date | null;
  readonly outboxId: number | null;
}

interface Item {
  readonly draft: AdmissionDraft;
  readonly message: OutgoingMessage;
}

/** Exact per account whatever the concurrency: N credits admit N requests, one key admits one. */
export function createAdmit(deps: AdmissionDeps): Admit {
  const admitOnce = createMicroBatcher<Item, AdmissionRow | "ask_again">({
    run: async (items) => {
      deps.onBatch?.(items.length);
      return settle(items, await runStatement(deps, items));
    },
    maxBatch: 256,
    slots: 2,
  });
  return async (draft) => {
    const item = { draft, message: jobFor(draft) };
    for (;;) {
      const row = await admitOnce(item);
      if (row !== "ask_again") return toAdmission(item, row);
    }
  };
}

/**
 * A refusal is final only if no twin of the same batch gave its place up: a place that a lost key had taken is free
 * again, and only asking again tells who gets it.
 */
function settle(items: readonly Item[], rows: readonly AdmissionRow[]): (AdmissionRow | "ask_again")[] {
  const unsettled = new Set(
    items.filter((_, index) => rows[index]?.kind === "again").map(({ draft }) => draft.userId),
  );
  return rows.map((row, index) => {
    if (row.kind === "again") return "ask_again";
    const userId = items[index]?.draft.userId ?? "";
    return row.kind === "refused" && unsettled.has(userId) ? "ask_again" : row;
  });
}

function toAdmission({ message }: Item, row: AdmissionRow): Admission {
  if (row.kind === "admitted" && row.createdAt !== null) {
    const job = row.outboxId === null ? undefined : { outboxId: row.outboxId, message };
    return { kind: "admitted", createdAt: row.createdAt, job };
  }
  if (row.kind === "known" && row.knownId !== null && row.knownFingerprint !== null) {
    return { kind: "known", verificationId: row.knownId, fingerprint: row.knownFingerprint };
  }
  return { kind: "no_credit" };
}

function jobFor(draft: AdmissionDraft): OutgoingMessage {
  return encodeMessage(verificationRequested, {
    topicName: verificationRequested.name(draft.bank),
    requestId: draft.httpRequestId,
    data: { verificationId: draft.id, receiptKey: draft.receiptKey },
    headers: { traceparent: draft.traceparent },
  });
}

async function runStatement(deps: AdmissionDeps, items: readonly Item[]): Promise<AdmissionRow[]> {
  const column = <T>(pick: (item: Item) => T): T[] => items.map(pick);
  const { rows } = await deps.database.query<AdmissionRow>({
    name: "admit",
    text: admissionStatement,
    values: [
      column(({ draft }) => draft.id),
      column(({ draft }) => draft.userId),
      column(({ draft }) => draft.apiKeyId),
      column(({ draft }) => draft.bank),
      column(({ draft }) => draft.reference),
      column(({ draft }) => draft.suffix),
      column(({ draft }) => draft.phone),
      column(({ draft }) => draft.receiptKey),
      column(({ draft }) => draft.settlementAccount),
      column(({ draft }) => draft.webhookUrl),
      column(({ draft }) => draft.cacheStatus),
      column(({ draft }) => draft.idempotencyKey),
      column(({ draft }) => draft.fingerprint),
      column(({ draft }) => draft.httpRequestId),
      column(({ draft }) => draft.traceparent),
      column(() => newId("creditTransaction")),
      column(({ message }) => message.topic),
      column(({ message }) => message.key),
      column(({ message }) => message.value),
      column(({ message }) => JSON.stringify(message.headers ?? {})),
      deps.requestDeadlineMs / 1_000,
      deps.recoverAfterMs / 1_000,
      RELAY_GRACE_MS / 1_000,
    ],
  });
  return rows;
}
