import type { Role } from "@receipts/contracts";
import {
  type AskedWalk,
  type ListPage,
  type ListPosition,
  listConditions,
  pageOfRows,
  placeColumn,
  type Queryable,
} from "@receipts/database";

export interface AuditEntryRow {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  /** Of the person who acted, with the present name and role. */
  readonly memberId: string | null;
  readonly name: string | null;
  readonly role: Role | null;
  readonly subject: string | null;
  readonly requestId: string | null;
  readonly address: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

export interface AuditSearch {
  readonly action?: string | undefined;
  readonly member?: string | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
}

function conditionsOf(userId: string, search: AuditSearch, values: unknown[], after?: ListPosition): string {
  const on = listConditions(values);
  return [
    ...on.given("user_id =", userId),
    ...on.given("action =", search.action),
    ...on.given("member_id =", search.member),
    ...on.given("at >=", search.from),
    ...on.given("at <", search.before),
    ...on.after(after, "at, id"),
  ].join(" and ");
}

/** Columns of entries `a`. The names of operators are not shown, nor the note about a deposit `e` that is erased. */
const columns = `a.id, a.at, a.action, a.actor_kind as "actorKind",
         case when a.actor_kind <> 'operator' then a.actor_id end as "actorId",
         m.id as "memberId", coalesce(m.name, p.name) as name, m.role,
         a.subject, d.request_id as "requestId", host(d.address) as address, d.before,
         case when e.erased_at is null then d.after else d.after - 'note' end as after`;

const details = `left join audit_details d on d.audit_id = a.id
    left join members m on m.id = coalesce(a.member_id, case when a.actor_kind = 'session' then holder_of(a.user_id) end)
    left join users p on p.id = m.person_id
    left join deposits e on a.action = 'deposit.resolved' and e.id = a.subject
   order by a.at desc, a.id desc`;

/** Lists entries of one account, newest first. */
export async function listAuditEntries(
  database: Queryable,
  userId: string,
  { limit, offset, after, ...search }: AuditSearch & AskedWalk,
): Promise<ListPage<AuditEntryRow> & { readonly total: number }> {
  const values: unknown[] = [];
  const where = conditionsOf(userId, search, values);
  const found = await readPage(database, userId, search, { limit: limit + 1, offset, after });
  const counted = await database.query<{ total: number }>(
    `select count(*) as total from audit_log where ${where}`,
    values,
  );
  return { ...pageOfRows(found, limit), total: counted.rows[0]?.total ?? 0 };
}

/** A slow reader holds one in memory. */
const BATCH = 100;

/** All entries of a search in batches, newest first: each continues where the last ended, with no open transaction. */
export async function* exportAuditEntries(
  database: Queryable,
  userId: string,
  search: AuditSearch,
): AsyncGenerator<readonly AuditEntryRow[]> {
  let after: ListPosition | undefined;
  do {
    const found = await readPage(database, userId, search, { limit: BATCH + 1, offset: 0, after });
    const { rows, next } = pageOfRows(found, BATCH);
    yield rows;
    after = next;
  } while (after !== undefined);
}

async function readPage(
  database: Queryable,
  userId: string,
  search: AuditSearch,
  { limit, offset, after }: AskedWalk,
): Promise<(AuditEntryRow & ListPosition)[]> {
  const values: unknown[] = [];
  const where = conditionsOf(userId, search, values, after);
  const { rows } = await database.query<AuditEntryRow & ListPosition>(
    `select ${columns}, ${placeColumn("a.at")}
       from (select * from audit_log where ${where} order by at desc, id desc
              limit $${values.push(limit)} offset $${values.push(offset)}) a
    ${details}`,
    values,
  );
  return rows;
}
