import type {
  BankCode,
  FailureReason,
  HistoryQuery,
  ProcessingStatus,
  VerificationResult,
  VerificationStatus,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { SavedAccount } from "@receipts/settlement";

/** A request as its owner may see it. */
export interface VerificationRow {
  readonly id: string;
  readonly bank: BankCode;
  readonly processingStatus: ProcessingStatus;
  readonly status: VerificationStatus;
  readonly verified: boolean;
  readonly failureReason: FailureReason | null;
  readonly result: VerificationResult | null;
  readonly cacheStatus: "HIT" | "MISS" | "BYPASS";
  readonly webhookRegistered: boolean;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

const columns = `id, bank, processing_status as "processingStatus", status, verified, failure_reason as "failureReason", result,
  cache_status as "cacheStatus", webhook_url is not null as "webhookRegistered", created_at as "createdAt",
  completed_at as "completedAt"`;

export interface VerificationRepository {
  /** Of this account only: somebody else's request is as unknown as one that never was. */
  find(userId: string, id: string): Promise<VerificationRow | undefined>;
  findByIdempotencyKey(
    userId: string,
    key: string,
  ): Promise<{ verificationId: string; fingerprint: Buffer } | undefined>;
  savedAccounts(userId: string, bank: BankCode): Promise<SavedAccount[]>;
  defaultWebhookUrl(userId: string): Promise<string | null>;
  list(userId: string, filter: HistoryFilter): Promise<{ rows: VerificationRow[]; total: number }>;
}

export interface HistoryFilter
  extends Pick<HistoryQuery, "bank" | "status" | "processingStatus" | "limit" | "offset"> {
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly before: Date | undefined;
}

export function createVerificationRepository(database: Queryable): VerificationRepository {
  return {
    find: async (userId, id) => {
      const { rows } = await database.query<VerificationRow>({
        name: "find_verification",
        text: `select ${columns} from verification_requests where id = $1 and user_id = $2`,
        values: [id, userId],
      });
      return rows[0];
    },
    findByIdempotencyKey: async (userId, key) => {
      const { rows } = await database.query<{ verificationId: string; fingerprint: Buffer }>({
        name: "find_idempotency_key",
        text: `select verification_id as "verificationId", fingerprint from idempotency_keys
                where user_id = $1 and idempotency_key = $2 and created_at > now() - interval '24 hours'`,
        values: [userId, key],
      });
      return rows[0];
    },
    savedAccounts: async (userId, bank) => {
      const { rows } = await database.query<SavedAccount>({
        name: "saved_accounts",
        text: `select id, owner, account_number as "accountNumber" from bank_accounts where user_id = $1 and bank = $2`,
        values: [userId, bank],
      });
      return rows;
    },
    defaultWebhookUrl: async (userId) => {
      const { rows } = await database.query<{ url: string | null }>({
        name: "default_webhook_url",
        text: "select default_webhook_url as url from users where id = $1",
        values: [userId],
      });
      return rows[0]?.url ?? null;
    },
    list: (userId, filter) => list(database, userId, filter),
  };
}

async function list(
  database: Queryable,
  userId: string,
  filter: HistoryFilter,
): Promise<{ rows: VerificationRow[]; total: number }> {
  const where = `user_id = $1
    and ($2::text is null or bank = $2)
    and ($3::text is null or status = $3)
    and ($4::text is null or processing_status = $4)
    and ($5::timestamptz is null or created_at >= $5)
    and ($6::timestamptz is null or created_at < $6)`;
  const values = [
    userId,
    filter.bank ?? null,
    filter.status ?? null,
    filter.processingStatus ?? null,
    filter.from ?? null,
    filter.before ?? null,
  ];
  const [page, count] = await Promise.all([
    database.query<VerificationRow>(
      `select ${columns} from verification_requests where ${where} order by created_at desc, id desc limit $7 offset $8`,
      [...values, filter.limit, filter.offset],
    ),
    database.query<{ total: number }>(
      `select count(*) as total from verification_requests where ${where}`,
      values,
    ),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}
