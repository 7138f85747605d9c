import { CLOSED_ACCOUNT_DAYS } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** Reports closed accounts whose day of erasure is over, even if nothing runs `account erase-closed`. */
export function reportOverdueErasures(deps: {
  readonly database: Queryable;
  readonly metrics: ServiceMetrics;
}): void {
  deps.metrics.readings(
    "account_erasures_overdue",
    `Accounts closed for more than ${CLOSED_ACCOUNT_DAYS + 1} days and not erased`,
    [],
    async () => {
      const { rows } = await deps.database.query<{ overdue: number }>({
        name: "count_overdue_erasures",
        text: `select count(*) as overdue from users
                where closed_at < now() - make_interval(days => $1) and erased_at is null`,
        values: [CLOSED_ACCOUNT_DAYS + 1],
      });
      return rows.map(({ overdue }) => ({ labels: {}, value: overdue }));
    },
  );
}
