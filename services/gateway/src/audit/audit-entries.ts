import type { AuditQuery } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

export interface AuditEntryRow {
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly subject: string | null;
  readonly requestId: string | null;
  readonly address: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

/** Lists the entries of one account, newest first. The names of operators are not shown. */
export async function listAuditEntries(
  database: Queryable,
  userId: string,
  { limit, offset, action }: AuditQuery,
): Promise<{ readonly rows: AuditEntryRow[]; readonly total: number }> {
  const filter = action === undefined ? "user_id = $1" : "user_id = $1 and action = $2";
  const values = action === undefined ? [userId] : [userId, action];
  const { rows } = await database.query<AuditEntryRow>(
    `select a.id, a.at, a.action, a.actor_kind as "actorKind",
            case when a.actor_kind <> 'operator' then a.actor_id end as "actorId",
            a.subject, d.request_id as "requestId", host(d.address) as address, d.before, d.after
       from (select * from audit_log where ${filter} order by at desc, id desc
              limit $${values.length + 1} offset $${values.length + 2}) a
       left join audit_details d on d.audit_id = a.id
      order by a.at desc, a.id desc`,
    [...values, limit, offset],
  );
  const counted = await database.query<{ total: number }>(
    `select count(*) as total from audit_log where ${filter}`,
    values,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
