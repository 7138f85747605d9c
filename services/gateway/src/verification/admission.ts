import { valuesOfColumns } from "@receipts/database";
import { encodeMessage, type OutgoingMessage, verificationRequested } from "@receipts/messaging";
import { RELAY_GRACE_MS } from "@receipts/outbox";
import { admissionStatement, type QueuedItem, queuedColumns } from "./admission-statement.ts";
import {
  type AdmissionDeps,
  type AdmissionDraft,
  createBatchedAdmission,
  type NotAdmitted,
  orFindAdmitted,
  type Placed,
} from "./batched-admission.ts";

export type { AdmissionDraft };

export interface Job {
  readonly outboxId: number;
  readonly message: OutgoingMessage;
}

export type Admission =
  | {
      readonly kind: "admitted";
      readonly createdAt: Date;
      readonly webhookRegistered: boolean;
      /** Undefined if the relay publishes it. */
      readonly job: Job | undefined;
    }
  | NotAdmitted;

export type Admit = (draft: AdmissionDraft) => Promise<Admission>;

interface AdmittedRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly webhookRegistered: boolean;
  readonly outboxId: number | null;
}

/** Admits requests that need a query at their bank. */
export function createAdmit(deps: AdmissionDeps): Admit {
  const admit = createBatchedAdmission<QueuedItem, Admission>({
    deps,
    gapMs: 5,
    run: async (items) => {
      const rows = await orFindAdmitted(
        () => runStatement(deps, items),
        () => findAdmitted(deps, items),
      );
      const messages = new Map(items.map(({ draft, message }) => [draft.id, message]));
      return new Map(rows.map((row) => [row.id, admitted(row, messages.get(row.id))]));
    },
  });
  return (draft) => admit({ draft, message: jobFor(draft) });
}

function admitted({ outboxId, ...row }: AdmittedRow, message: OutgoingMessage | undefined): Admission {
  const job = outboxId === null || message === undefined ? undefined : { outboxId, message };
  return { kind: "admitted", createdAt: row.createdAt, webhookRegistered: row.webhookRegistered, job };
}

async function findAdmitted(
  { database }: AdmissionDeps,
  items: readonly QueuedItem[],
): Promise<readonly AdmittedRow[]> {
  const { rows } = await database.query<AdmittedRow>(
    `select id, created_at as "createdAt", webhook_url is not null as "webhookRegistered", null::bigint as "outboxId"
       from verification_requests where id = any($1)`,
    [items.map(({ draft }) => draft.id)],
  );
  return rows;
}

function jobFor(draft: AdmissionDraft): OutgoingMessage {
  return encodeMessage(verificationRequested, {
    topicName: verificationRequested.name(draft.bank),
    requestId: draft.httpRequestId,
    data: { verificationId: draft.id, receiptKey: draft.receiptKey, userId: draft.userId },
    headers: { traceparent: draft.traceparent },
  });
}

async function runStatement(
  deps: AdmissionDeps,
  items: readonly Placed<QueuedItem>[],
): Promise<readonly AdmittedRow[]> {
  const { rows } = await deps.database.query<AdmittedRow>({
    name: "admit",
    text: admissionStatement,
    values: [
      ...valuesOfColumns(queuedColumns, items),
      deps.recoverAfterMs / 1_000,
      deps.requestDeadlineMs / 1_000,
      RELAY_GRACE_MS / 1_000,
    ],
  });
  return rows;
}
