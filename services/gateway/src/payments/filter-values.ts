import type { Queryable } from "@receipts/database";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Branches of the account, and the people who sent payments, also former ones. Others are for the page of the team. */
export async function listFilterValues(
  database: Queryable,
  userId: string,
): Promise<{ readonly branches: Named[]; readonly members: Named[] }> {
  const [branches, members] = await Promise.all([
    database.query<Named>({
      name: "list_branches_of_payments",
      text: "select id, name from branches where user_id = $1 order by lower(name), id",
      values: [userId],
    }),
    database.query<Named>({
      name: "list_members_of_payments",
      text: `select m.id, coalesce(m.name, p.name, '') as name
               from members m left join users p on p.id = m.person_id
              where m.user_id = $1
                and exists (select from verification_requests v
                             where v.user_id = $1 and v.member_id = m.id and v.completed_at is not null)
              order by lower(coalesce(m.name, p.name, '')), m.id`,
      values: [userId],
    }),
  ]);
  return { branches: branches.rows, members: members.rows };
}
