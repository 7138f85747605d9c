import type { Queryable } from "@receipts/database";
import type { TakingsRow } from "./takings-query.ts";

/** Names of branches, tills and people, by id. */
export type TakingsNames = ReadonlyMap<string, string>;

export async function findTakingsNames(
  database: Queryable,
  userId: string,
  rows: readonly Pick<TakingsRow, "branchId" | "tillId" | "memberId">[],
): Promise<TakingsNames> {
  const ids = [...new Set(rows.flatMap(({ branchId, tillId, memberId }) => [branchId, tillId, memberId]))];
  const { rows: found } = await database.query<{ id: string; name: string | null }>({
    name: "takings_names",
    text: `select id, name from branches where user_id = $1 and id = any($2)
            union all select id, name from tills where user_id = $1 and id = any($2)
            union all select m.id, coalesce(m.name, p.name) from members m left join users p on p.id = m.person_id
                       where m.user_id = $1 and m.id = any($2)`,
    values: [userId, ids.filter((id) => id !== null)],
  });
  return new Map(found.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}
