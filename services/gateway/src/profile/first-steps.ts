import { DAYS_OF_START, type FirstStep, profileRoutes } from "@receipts/contracts";
import type { Pool, Queryable } from "@receipts/database";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";

export function firstStepsRoute({ pool }: { readonly pool: Pool }): MountedRoute {
  return {
    contract: profileRoutes.getFirstSteps,
    handler: async (request, response) => {
      const { isNew, ...done } = await readFirstSteps(pool, callerOf(request).userId);
      const steps = Object.entries(done).map(([step, isDone]) => ({ step, done: isDone }));
      sendResult(response, "First steps", { isNew, steps });
    },
  };
}

/** Whether the account has one of each. */
async function readFirstSteps(
  database: Queryable,
  userId: string,
): Promise<Readonly<Record<FirstStep | "isNew", boolean>>> {
  const { rows } = await database.query<Record<FirstStep | "isNew", boolean>>({
    name: "read_first_steps",
    text: `select exists (select from users where id = $1 and created_at > now() - make_interval(days => $2)) as "isNew",
                  exists (select from bank_accounts where user_id = $1) as bank_account,
                  exists (select from verification_requests where user_id = $1) as test_receipt,
                  exists (select from tills where user_id = $1 and revoked_at is null) as till,
                  exists (select from webhook_endpoints where user_id = $1 and listening_until is null) as webhook,
                  exists (select from members where user_id = $1 and removed_at is null and person_id is distinct from $1)
                    or exists (select from member_invitations where user_id = $1 and accepted_at is null
                                  and revoked_at is null and expires_at > now()) as person`,
    values: [userId, DAYS_OF_START],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("a select without a table has one row");
  return row;
}
