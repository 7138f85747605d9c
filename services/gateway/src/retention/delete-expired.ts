import { EVENT_DAYS } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

const MINUTE_MS = 60_000;

interface Sweep {
  readonly table: string;
  /** The column to compare with `olderThan`. */
  readonly column: string;
  readonly olderThan: string;
  readonly where?: string;
  readonly everyMinutes: number;
  /** Rows of one statement. */
  readonly batch: number;
}

const sweeps: readonly Sweep[] = [
  // An hour longer than they are valid.
  { table: "idempotency_keys", column: "created_at", olderThan: "25 hours", everyMinutes: 1, batch: 5_000 },
  { table: "checkout_responses", column: "created_at", olderThan: "25 hours", everyMinutes: 1, batch: 1_000 },
  // Longer than each span is read, so that operators can look back in the database too.
  ...[
    { span: "minute", olderThan: "2 days" },
    { span: "hour", olderThan: "8 days" },
    { span: "day", olderThan: "100 days" },
  ].map(({ span, olderThan }) => ({
    table: "bank_attempts",
    column: "starts_at",
    olderThan,
    where: `span = '${span}'`,
    everyMinutes: 10,
    batch: 1_000,
  })),
  { table: "bank_incidents", column: "closed_at", olderThan: "100 days", everyMinutes: 10, batch: 1_000 },
  // Long enough to examine last month; the audit log keeps the sign-ins themselves.
  { table: "sessions", column: "expires_at", olderThan: "30 days", everyMinutes: 60, batch: 1_000 },
  { table: "member_invitations", column: "expires_at", olderThan: "30 days", everyMinutes: 60, batch: 1_000 },
  { table: "invitations", column: "expires_at", olderThan: "30 days", everyMinutes: 60, batch: 1_000 },
  // The requests of their items stay.
  {
    table: "verification_batches",
    column: "completed_at",
    olderThan: "90 days",
    everyMinutes: 60,
    batch: 50,
  },
  {
    table: "account_events",
    column: "created_at",
    olderThan: `${EVENT_DAYS} days`,
    everyMinutes: 10,
    batch: 5_000,
  },
  // Long enough to see why, and to send it again.
  {
    table: "reconciliations",
    column: "completed_at",
    olderThan: "7 days",
    where: "status = 'failed'",
    everyMinutes: 60,
    batch: 50,
  },
  { table: "kept_files", column: "expires_at", olderThan: "0", everyMinutes: 10, batch: 100 },
  // A developer's listener that has no stream any more.
  { table: "webhook_endpoints", column: "listening_until", olderThan: "0", everyMinutes: 1, batch: 1_000 },
  // Names, addresses and password hashes of people without an account.
  { table: "pending_registrations", column: "expires_at", olderThan: "0", everyMinutes: 60, batch: 1_000 },
  { table: "telegram_codes", column: "expires_at", olderThan: "0", everyMinutes: 60, batch: 1_000 },
  // Telegram keeps an update for a day.
  { table: "telegram_updates", column: "received_at", olderThan: "3 days", everyMinutes: 10, batch: 5_000 },
  { table: "password_resets", column: "expires_at", olderThan: "0", everyMinutes: 60, batch: 1_000 },
];

/** Deletes expired rows in bounded batches. Safe in any number of copies. */
export function createDeleteExpired(deps: { readonly database: Queryable; readonly log: Log }): Worker {
  const dueAt = new Map<Sweep, number>();

  /** Returns true if there are more. */
  async function run(sweep: Sweep): Promise<boolean> {
    const { table, column, olderThan, where = "true", batch } = sweep;
    const { rowCount } = await deps.database.query(
      `delete from ${table}
        where ctid = any(array(select ctid from ${table}
                                where ${column} < now() - $1::interval and ${where}
                                order by ${column} limit $2
                                  for update skip locked))`,
      [olderThan, batch],
    );
    return rowCount === batch;
  }

  return periodicWorker({
    name: "delete-expired",
    everyMs: MINUTE_MS,
    log: deps.log,
    work: async () => {
      let more = false;
      const faults: Error[] = [];
      for (const sweep of sweeps.filter((each) => (dueAt.get(each) ?? 0) <= performance.now())) {
        const hasMore = await run(sweep).catch((error: unknown) => {
          faults.push(new Error(sweep.table, { cause: error }));
          return undefined;
        });
        // One that failed stays due: the worker fails until it succeeds. A little early rather than a whole turn late.
        if (hasMore === false) dueAt.set(sweep, performance.now() + (sweep.everyMinutes - 0.5) * MINUTE_MS);
        more ||= hasMore === true;
      }
      // The other tables had their turn.
      if (faults.length > 0)
        throw new Error(`nothing deleted from ${faults.map(({ message }) => message).join(", ")}`, {
          cause: faults[0]?.cause,
        });
      return more;
    },
  });
}
