import type { Role } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

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

/** The conditions of a search: only the given ones, so that each has its index. */
function conditionsOf(userId: string, search: AuditSearch): { where: string; values: unknown[] } {
  const values: unknown[] = [userId];
  const conditions = ["user_id = $1"];
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  add("action =", search.action);
  add("member_id =", search.member);
  add("at >=", search.from);
  add("at <", search.before);
  return { where: conditions.join(" and "), values };
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
  { limit, offset, ...search }: AuditSearch & { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: AuditEntryRow[]; readonly total: number }> {
  const { where, values } = conditionsOf(userId, search);
  const { rows } = await database.query<AuditEntryRow>(
    `select ${columns}
       from (select * from audit_log where ${where} order by at desc, id desc
              limit $${values.length + 1} offset $${values.length + 2}) a
    ${details}`,
    [...values, limit, offset],
  );
  const counted = await database.query<{ total: number }>(
    `select count(*) as total from audit_log where ${where}`,
    values,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** A slow reader holds one in memory. */
const BATCH = 100;

/** All entries of a search in batches, newest first: each continues where the last ended, with no open transaction. */
export async function* exportAuditEntries(
  database: Queryable,
  userId: string,
  search: AuditSearch,
): AsyncGenerator<readonly AuditEntryRow[]> {
  const { where, values } = conditionsOf(userId, search);
  const n = values.length;
  let last: { at: string; id: string } | undefined;
  do {
    const { rows } = await database.query<AuditEntryRow & { readonly exactly: string }>(
      `select ${columns}, a.at::text as exactly
         from (select * from audit_log
                where ${where} and (at, id) < (coalesce($${n + 1}::timestamptz, 'infinity'), coalesce($${n + 2}::text, ''))
                order by at desc, id desc limit ${BATCH}) a
      ${details}`,
      [...values, last?.at ?? null, last?.id ?? null],
    );
    yield rows;
    const end = rows.length < BATCH ? undefined : rows.at(-1);
    last = end === undefined ? undefined : { at: end.exactly, id: end.id };
  } while (last !== undefined);
}
