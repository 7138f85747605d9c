import { takingsRoutes as contracts, MOST_TAKINGS_DAYS } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { Request } from "express";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import { requireOwnedBranch } from "../branches/branch-repository.ts";
import { findAccountDays } from "../downloads/account-days.ts";
import { askedForm } from "../downloads/asked-form.ts";
import type { SendTable } from "../downloads/send-table.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { ReadInTurn } from "../http/read-in-turn.ts";
import { callerOf } from "../http/request-context.ts";
import { boundedPeriodOf, daysOf } from "../http/requested-period.ts";
import { sendResult } from "../http/send-result.ts";
import { dateIn } from "../http/time-zone.ts";
import { parseQuery, parseWith } from "../http/validation.ts";
import { closeDay } from "./close-day.ts";
import { findTakingsNames } from "./takings-names.ts";
import { readTakings, type TakingsPeriod, takingsReport } from "./takings-report.ts";
import { takingsTable } from "./takings-table.ts";

/** Accepted money by the day and the person of its decision, and days that a person has closed. */
export function takingsRoutesOf({
  pool,
  readInTurn,
  sendTable,
}: {
  readonly pool: Pool;
  readonly readInTurn: ReadInTurn;
  readonly sendTable: SendTable;
}): MountedRoute[] {
  return [
    {
      contract: contracts.getTakings,
      handler: async (request, response) => {
        response.vary("Accept");
        const { userId } = callerOf(request);
        const { branchId, ...asked } = parseQuery(contracts.getTakings.query, request);
        await requireOwnedBranch(pool, userId, branchId);
        const period = await periodOf(pool, userId, asked);
        const form = askedForm(request, asked);
        if (form === undefined) {
          const report = await readInTurn(request, () =>
            takingsReport(pool, userId, period, branchId ?? null),
          );
          sendResult(response, "Takings", report);
          return;
        }
        await sendTable(request, response, form, async () => ({
          name: `takings_${daysOf(period)[0]?.date}_${daysOf(period).at(-1)?.date}`,
          columns: takingsTable,
          batches: namedRows(pool, userId, period, branchId ?? null),
        }));
      },
    },
    {
      contract: contracts.closeDay,
      handler: async (request, response) => {
        const body = parseWith(contracts.closeDay.body, request.body);
        const contract = contracts.closeDay;
        await repeatable(pool, request, response, { contract }, async (client, userId) => {
          const memberId = memberOf(request);
          const closed = await closeDay(client, { userId, memberId, body, now: new Date() });
          const { id, date, branchId, amount, counted } = closed.close;
          if (closed.isNew)
            await recordAct(client, request, {
              action: "day.closed",
              subject: id,
              after: { date, branchId, amount, counted },
            });
          return { message: "Day closed", data: closed.close, status: closed.isNew ? 201 : 200 };
        });
      },
    },
  ];
}

const memberOf = (request: Request) => callerOf(request).member?.id ?? null;

async function periodOf(
  pool: Pool,
  userId: string,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
): Promise<TakingsPeriod> {
  const { timeZone } = await findAccountDays(pool, userId);
  const now = new Date();
  const last = endDate ?? dateIn(now, timeZone);
  const asked = { startDate: startDate ?? last, endDate: last, timeZone };
  const options = { now, defaultDays: 1, maxDays: MOST_TAKINGS_DAYS };
  return { ...boundedPeriodOf(asked, options), timeZone };
}

async function* namedRows(pool: Pool, userId: string, period: TakingsPeriod, branchId: string | null) {
  const rows = await readTakings(pool, userId, period, branchId);
  const names = await findTakingsNames(pool, userId, rows);
  const days = daysOf(period);
  const merged = Map.groupBy(rows, ({ day, bank, branchId: branch, tillId, memberId }) =>
    [day, bank, branch, tillId, memberId].join(" "),
  );
  yield [...merged.values()]
    .flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const payments = others.reduce((sum, row) => sum + row.payments, first.payments);
      const cents = others.reduce((sum, row) => sum + row.cents, first.cents);
      return [{ ...first, payments, cents, names, date: days[first.day - 1]?.date ?? "" }];
    })
    .toSorted((a, b) => a.day - b.day || b.cents - a.cents);
}
