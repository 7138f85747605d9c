import type { Queryable } from "@receipts/database";
import { MOST_LISTED_BRANCHES } from "../branches/branch-repository.ts";

/** All who can be members at a time, and some hundreds of former ones. */
const MOST_LISTED_MEMBERS = 1_000;

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Open branches and those archived last, and the people who sent payments, also former ones. Others are for the page of the
 * team.
 */
export async function listFilterChoices(
  database: Queryable,
  userId: string,
): Promise<{ readonly branches: Named[]; readonly members: Named[] }> {
  const branches = await database.query<Named>({
    name: "list_branches_of_payments",
    text: `select id, name
               from (select * from branches where user_id = $1 order by archived_at desc nulls first limit $2) b
              order by lower(name), id`,
    values: [userId, MOST_LISTED_BRANCHES],
  });
  const members = await database.query<Named>({
    name: "list_members_of_payments",
    text: `select id, name
               from (select m.id, coalesce(m.name, p.name, '') as name
                       from members m left join users p on p.id = m.person_id
                      where m.user_id = $1
                        and exists (select from verification_requests v
                                     where v.user_id = $1 and v.member_id = m.id and v.completed_at is not null)
                      order by m.removed_at desc nulls first
                      limit $2) shown
              order by lower(name), id`,
    values: [userId, MOST_LISTED_MEMBERS],
  });
  return { branches: branches.rows, members: members.rows };
}
