import type {
  BankCode,
  FailureReason,
  ProcessingStatus,
  Recheck,
  ResultDecision,
  VerificationResult,
  VerificationStatus,
} from "@receipts/contracts";
import { createMicroBatcher, isDataFault, type Queryable } from "@receipts/database";
import {
  decisionColumns,
  type HistoryFilter,
  type HistoryReceipt,
  type HistoryRow,
  listHistory,
  livemodeColumn,
  recheckColumn,
  type StoredMode,
} from "./history-query.ts";

/** A request as its owner sees it. */
export interface VerificationRow extends ResultDecision, StoredMode {
  readonly id: string;
  readonly bank: BankCode;
  readonly source: "api" | "checkout";
  readonly processingStatus: ProcessingStatus;
  readonly status: VerificationStatus;
  readonly verified: boolean;
  readonly failureReason: FailureReason | null;
  readonly result: VerificationResult | null;
  readonly cacheStatus: "HIT" | "MISS" | "BYPASS";
  readonly webhookRegistered: boolean;
  /** Null unless it waits until the bank has booked its receipt. */
  readonly recheck: Recheck | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** The decision of a request that has not ended. */
export const noDecision: ResultDecision = { decision: null, decisionReasons: [] };

const columns = `id, bank, source, processing_status as "processingStatus", status, verified, failure_reason as "failureReason", result,
  cache_status as "cacheStatus", webhook_url is not null as "webhookRegistered", created_at as "createdAt",
  completed_at as "completedAt", ${decisionColumns}, ${livemodeColumn}, ${recheckColumn}`;

export interface VerificationRepository {
  /** Finds a request of this account only: another account's is as unknown as one that does not exist. */
  find(userId: string, id: string): Promise<VerificationRow | undefined>;
  findByIdempotencyKey(userId: string, key: string): Promise<KnownKey | undefined>;
  /** Whether the breaker of this bank opened after its last response. */
  isBankUnavailable(bank: BankCode): Promise<boolean>;
  list(
    userId: string,
    filter: HistoryFilter,
  ): Promise<{ rows: (HistoryRow & HistoryReceipt)[]; total: number }>;
}

interface KeyOwner {
  readonly userId: string;
  readonly key: string;
}

/** The request of a key. */
export interface KnownKey {
  readonly verificationId: string;
  readonly fingerprint: Buffer;
}

/** Concurrent look-ups of keys share a statement. */
function createFindKey(database: Queryable, maxWaiting: number) {
  return createMicroBatcher<KeyOwner, KnownKey | null>({
    run: async (items) => {
      const { rows } = await database.query<KnownKey & { readonly ord: number }>({
        name: "find_idempotency_keys",
        text: `select asked.ord, k.verification_id as "verificationId", k.fingerprint
                 from unnest($1::text[], $2::text[]) with ordinality as asked(user_id, idempotency_key, ord)
                 join idempotency_keys k using (user_id, idempotency_key)
                where k.created_at > now() - interval '24 hours'`,
        values: [items.map(({ userId }) => userId), items.map(({ key }) => key)],
      });
      const known = new Map(rows.map((row) => [row.ord, row]));
      return items.map((_, index) => known.get(index + 1) ?? null);
    },
    maxBatch: 256,
    slots: 2,
    gapMs: 5,
    maxWaiting,
    worthRetryingAlone: isDataFault,
  });
}

/** `maxWaiting`: look-ups of keys that may wait for the database; more reject with `BatcherFull`. */
export function createVerificationRepository(
  database: Queryable,
  maxWaiting: number,
): VerificationRepository {
  const findKeyTogether = createFindKey(database, maxWaiting);
  return {
    find: async (userId, id) => {
      const { rows } = await database.query<VerificationRow>({
        name: "find_verification",
        text: `select ${columns} from verification_requests where id = $1 and user_id = $2`,
        values: [id, userId],
      });
      return rows[0];
    },
    findByIdempotencyKey: async (userId, key) => (await findKeyTogether({ userId, key })) ?? undefined,
    isBankUnavailable: async (bank) => {
      const { rowCount } = await database.query({
        name: "is_bank_unavailable",
        text: "select from bank_conditions where bank = $1 and breaker_opened_at > coalesce(responded_at, '-infinity')",
        values: [bank],
      });
      return rowCount === 1;
    },
    list: (userId, filter) => listHistory(database, userId, filter),
  };
}
