import type {
  BankCode,
  LineClass,
  Reconciliation,
  ReconciliationFailure,
  StatementMapping,
  StatementWarning,
} from "@receipts/contracts";
import { newId } from "@receipts/contracts";
import { type AskedWalk, type ListPage, type Queryable, readNewestFirst } from "@receipts/database";

const MOST_SAVED = 50;
const MOST_PENDING = 5;

/** In santim, as text. */
export type ClassSums = Readonly<Record<LineClass, SantimSum>>;
export interface SantimSum {
  readonly lines: number;
  readonly amount: string;
  readonly ours: string;
  readonly difference: string;
}

/** As in a list, which shows no preview. */
export interface ListedReconciliation
  extends Pick<Reconciliation, "id" | "bank" | "fileName" | "status" | "failure" | "layout" | "timeZone"> {
  readonly periodFrom: Date | null;
  readonly periodBefore: Date | null;
  readonly sums: ClassSums | null;
  readonly warnings: StatementWarning[];
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

export interface ReconciliationRow extends ListedReconciliation {
  readonly preview: string[][] | null;
}

const listedColumns = `id, bank, file_name as "fileName", status, failure, layout, time_zone as "timeZone", sums, warnings,
  period_from as "periodFrom", period_before as "periodBefore", created_at as "createdAt", completed_at as "completedAt"`;

export interface NewStatement {
  readonly bank: BankCode;
  readonly bytes: Buffer;
  readonly fileName: string | null;
  readonly mapping: StatementMapping | null;
  readonly timeZone: string;
  readonly from: Date | null;
  /** Exclusive. */
  readonly before: Date | null;
}

/** Stores a statement to be compared, unless the account has too many. The caller has locked the account. */
export async function storeStatement(
  database: Queryable,
  userId: string,
  statement: NewStatement,
  /** Throws if the account has sent too many: nothing of its file is written then. */
  beforeWriting: () => Promise<void>,
): Promise<ReconciliationRow | "too_many" | "too_many_pending"> {
  if (statement.mapping !== null) await deleteFailed(database, userId, statement);
  const { rows } = await database.query<{ saved: number; pending: number }>({
    name: "count_reconciliations",
    text: `select count(*)::int as saved, (count(*) filter (where status = 'pending'))::int as pending
             from reconciliations where user_id = $1`,
    values: [userId],
  });
  if ((rows[0]?.saved ?? 0) >= MOST_SAVED) return "too_many";
  if ((rows[0]?.pending ?? 0) >= MOST_PENDING) return "too_many_pending";
  await beforeWriting();
  const id = newId("reconciliation");
  await database.query({
    name: "store_statement",
    text: `insert into reconciliations (id, user_id, bank, file_name, file, mapping, time_zone, period_from, period_before)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      ...[id, userId, statement.bank, statement.fileName, statement.bytes],
      ...[statement.mapping === null ? null : JSON.stringify(statement.mapping), statement.timeZone],
      ...[statement.from, statement.before],
    ],
  });
  const stored = await findReconciliation(database, userId, id);
  if (stored === undefined) throw new Error("a statement was not stored");
  return stored;
}

/** A try that failed leaves nothing once the file of that name is sent again, with the columns named. */
async function deleteFailed(
  database: Queryable,
  userId: string,
  { bank, fileName }: Pick<NewStatement, "bank" | "fileName">,
): Promise<void> {
  await database.query({
    name: "delete_failed_reconciliations",
    text: `delete from reconciliations
            where user_id = $1 and status = 'failed' and bank = $2 and file_name = $3`,
    values: [userId, bank, fileName],
  });
}

export async function findReconciliation(
  database: Queryable,
  userId: string,
  id: string,
): Promise<ReconciliationRow | undefined> {
  const { rows } = await database.query<ReconciliationRow>({
    name: "find_reconciliation",
    text: `select ${listedColumns}, preview from reconciliations where user_id = $1 and id = $2`,
    values: [userId, id],
  });
  return rows[0];
}

export async function listReconciliations(
  database: Queryable,
  userId: string,
  page: AskedWalk,
): Promise<ListPage<ListedReconciliation> & { readonly total: number }> {
  return await readNewestFirst<ListedReconciliation>(
    database,
    {
      columns: listedColumns,
      from: "reconciliations",
      where: "user_id = $1",
      values: [userId],
      time: "created_at",
      id: "id",
    },
    page,
  );
}

/** Returns false if the account has no such reconciliation. Its lines go with it. */
export async function deleteReconciliation(
  database: Queryable,
  userId: string,
  id: string,
): Promise<boolean> {
  const { rows } = await database.query<{ deleted: number }>({
    name: "delete_reconciliation",
    text: `with gone as (delete from reconciliations where user_id = $1 and id = $2 returning id),
                lines as (delete from reconciliation_lines where reconciliation_id in (select id from gone))
           select count(*)::int as deleted from gone`,
    values: [userId, id],
  });
  return rows[0]?.deleted === 1;
}

/** Deletes one of the account; returns false if there is none. */
export async function deleteNextReconciliation(database: Queryable, userId: string): Promise<boolean> {
  const { rows } = await database.query<{ deleted: number }>({
    name: "delete_next_reconciliation",
    text: `with gone as (delete from reconciliations
                          where id in (select id from reconciliations where user_id = $1 limit 1 for update)
                         returning id),
                lines as (delete from reconciliation_lines where reconciliation_id in (select id from gone))
           select count(*)::int as deleted from gone`,
    values: [userId],
  });
  return rows[0]?.deleted === 1;
}

/** Deletes the oldest that are older than this; returns their number. */
export async function deleteOldReconciliations(
  database: Queryable,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<number> {
  const { rows } = await database.query<{ deleted: number }>({
    name: "delete_old_reconciliations",
    text: `with gone as (delete from reconciliations
                          where id in (select id from reconciliations where created_at < now() - make_interval(days => $1)
                                        order by created_at limit $2 for update skip locked)
                         returning id),
                lines as (delete from reconciliation_lines where reconciliation_id in (select id from gone))
           select count(*)::int as deleted from gone`,
    values: [days, most],
  });
  return rows[0]?.deleted ?? 0;
}

export interface ClaimedStatement {
  readonly id: string;
  readonly userId: string;
  readonly attempt: number;
  readonly bank: BankCode;
  readonly file: Buffer;
  readonly mapping: StatementMapping | null;
  readonly timeZone: string;
  readonly periodFrom: Date | null;
  readonly periodBefore: Date | null;
  readonly claimedAt: Date;
}

/** Accounts whose turns a process remembers. */
const MOST_SERVED = 1_000;

/**
 * Returns how a process claims the statement that waits longest, of those with the fewest attempts whose account was
 * served longest ago. A process that ends meanwhile loses its claim.
 */
export function createClaimStatement(database: Queryable, leaseSeconds: number) {
  /** By account, also of statements that were deleted since: who deletes the own would otherwise always be the next. */
  const served = new Map<string, Date>();

  function noteServed({ userId, claimedAt }: ClaimedStatement): void {
    served.delete(userId);
    served.set(userId, claimedAt);
    for (const account of served.keys()) {
      if (served.size <= MOST_SERVED) return;
      served.delete(account);
    }
  }

  return async (): Promise<ClaimedStatement | undefined> => {
    const { rows } = await database.query<ClaimedStatement>({
      name: "claim_statement",
      text: `update reconciliations r set attempt = r.attempt + 1, claimed_until = now() + make_interval(secs => $1)
              where r.id = (select id from reconciliations o
                             where status = 'pending' and (claimed_until is null or claimed_until < now())
                             order by attempt,
                                      greatest((select max(case when own.claimed_until > now() then 'infinity' else own.completed_at end)
                                                  from reconciliations own
                                                 where own.user_id = o.user_id and own.created_at > now() - interval '1 day'),
                                               (select s.at from unnest($2::text[], $3::timestamptz[]) s (user_id, at)
                                                 where s.user_id = o.user_id)) nulls first,
                                      created_at
                             limit 1 for update skip locked)
          returning r.id, r.user_id as "userId", r.attempt, r.bank, r.file, r.mapping, r.time_zone as "timeZone",
                    r.period_from as "periodFrom", r.period_before as "periodBefore", now() as "claimedAt"`,
      values: [leaseSeconds, [...served.keys()], [...served.values()]],
    });
    const [claimed] = rows;
    if (claimed !== undefined) noteServed(claimed);
    return claimed;
  };
}

type Claim = Pick<ClaimedStatement, "id" | "attempt">;

/** Returns false if the claim is lost, or the reconciliation is deleted. Holds it until the transaction ends. */
export async function holdClaim(database: Queryable, { id, attempt }: Claim): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "hold_claimed_statement",
    text: "select from reconciliations where id = $1 and attempt = $2 and status = 'pending' for update",
    values: [id, attempt],
  });
  return rowCount === 1;
}

export async function failReconciliation(
  database: Queryable,
  { id, attempt }: Claim,
  failure: ReconciliationFailure,
  preview: readonly (readonly string[])[],
): Promise<void> {
  await database.query({
    name: "fail_reconciliation",
    text: `update reconciliations
              set status = 'failed', failure = $3, preview = $4, file = null, claimed_until = null, completed_at = now_ms()
            where id = $1 and attempt = $2 and status = 'pending'`,
    values: [id, attempt, failure, JSON.stringify(preview)],
  });
}

export async function completeReconciliation(
  database: Queryable,
  { id, attempt }: Claim,
  result: {
    readonly layout: string;
    readonly from: Date | null;
    readonly before: Date | null;
    readonly sums: string;
    readonly warnings: readonly StatementWarning[];
  },
): Promise<void> {
  await database.query({
    name: "complete_reconciliation",
    text: `update reconciliations
              set status = 'completed', layout = $3, period_from = $4, period_before = $5, sums = $6, warnings = $7, file = null,
                  claimed_until = null, completed_at = now_ms()
            where id = $1 and attempt = $2`,
    values: [
      ...[id, attempt, result.layout, result.from, result.before, result.sums],
      JSON.stringify(result.warnings),
    ],
  });
}
