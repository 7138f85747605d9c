import {
  type BankCode,
  type BankReport,
  bankCodes,
  cleanBankText,
  reportRoutes as contracts,
  isBankCode,
  type MetricsWindow,
  maxReportDays,
  type OverviewReport,
  type VerificationCounts,
  type VerificationMetrics,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { both } from "@receipts/web-pages";
import type { Request, Response } from "express";
import { askedForm } from "../downloads/asked-form.ts";
import type { SendTable } from "../downloads/send-table.ts";
import { columnsOf } from "../downloads/table-columns.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { callerOf } from "../http/request-context.ts";
import { boundedPeriodOf, daysOf, type Period } from "../http/requested-period.ts";
import { sendResult } from "../http/send-result.ts";
import { parseQuery } from "../http/validation.ts";
import { type BankDurations, recentMetrics } from "./metrics-query.ts";
import { paymentReport } from "./payment-report.ts";
import { countByDay, type DayCount } from "./report-query.ts";
import { countsOf } from "./verification-counts.ts";

export function reportRoutes({
  pool: database,
  readInTurn,
  sendTable,
}: Pick<GatewayParts, "pool" | "readInTurn" | "sendTable">): MountedRoute[] {
  return [
    {
      contract: contracts.getMetrics,
      handler: async (request, response) => {
        const { window } = parseQuery(contracts.getMetrics.query, request);
        const { userId } = callerOf(request);
        const data = await readInTurn(request, () => metricsOf(database, userId, window));
        sendResult(response, "Metrics", data);
      },
    },
    {
      contract: contracts.getOverviewReport,
      handler: async (request, response) => {
        const period = periodFrom(request);
        const { userId } = callerOf(request);
        const rows = await readInTurn(request, () => countByDay(database, userId, period));
        const report: OverviewReport = {
          ...reportOf(period, rows),
          banks: bankCodes.map((bank) => ({
            bank,
            ...countsOf(rows.filter((row) => row.bank === bank)),
          })),
        };
        await send(request, response, sendTable, { name: "verifications", report });
      },
    },
    {
      contract: contracts.getPaymentReport,
      handler: async (request, response) => {
        const query = parseQuery(contracts.getPaymentReport.query, request);
        const { userId } = callerOf(request);
        const data = await readInTurn(request, () => paymentReport(database, userId, query, new Date()));
        sendResult(response, "Payments", data);
      },
    },
    {
      contract: contracts.getBankReport,
      handler: async (request, response) => {
        const bank = bankOf(request);
        const period = periodFrom(request);
        const { userId } = callerOf(request);
        const rows = await readInTurn(request, () => countByDay(database, userId, period, bank));
        await send(request, response, sendTable, { name: bank, report: { bank, ...reportOf(period, rows) } });
      },
    },
  ];
}

const HOUR_MS = 3_600_000;
const windowMs: Readonly<Record<MetricsWindow, number>> = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 7 * 24 * HOUR_MS,
  "30d": 30 * 24 * HOUR_MS,
};

async function metricsOf(
  database: Queryable,
  userId: string,
  window: MetricsWindow,
): Promise<VerificationMetrics> {
  const to = new Date();
  const from = new Date(to.getTime() - windowMs[window]);
  const { counts, durations } = await recentMetrics(database, userId, from);
  return {
    window,
    from: from.toISOString(),
    to: to.toISOString(),
    ...countsOf(counts),
    durationMs: percentilesOf(durations, null),
    banks: bankCodes.map((bank) => ({
      bank,
      ...countsOf(counts.filter((row) => row.bank === bank)),
      durationMs: percentilesOf(durations, bank),
    })),
  };
}

function percentilesOf(durations: readonly BankDurations[], bank: BankCode | null) {
  const { p50, p95, p99 } = durations.find((row) => row.bank === bank) ?? noDurations;
  return { p50, p95, p99 };
}

const noDurations = { p50: null, p95: null, p99: null };

function bankOf(request: Request): BankCode {
  const bank = cleanBankText(request.params["bank"]);
  if (typeof bank === "string" && isBankCode(bank)) return bank;
  throw new ApiProblem("not_found", { message: "There is no such bank" });
}

function periodFrom(request: Request): Period {
  const query = parseQuery(contracts.getOverviewReport.query, request);
  return boundedPeriodOf(query, { now: new Date(), defaultDays: 30, maxDays: maxReportDays });
}

function reportOf(period: Period, rows: readonly DayCount[]) {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    from: period.from.toISOString(),
    to: period.before.toISOString(),
    days: daysOf(period).map(({ date }, at) => ({ date, ...countsOf(byDay.get(at + 1) ?? []) })),
    totals: countsOf(rows),
  };
}

interface NamedReport {
  readonly name: string;
  readonly report: OverviewReport | BankReport;
}

/** As JSON, unless the caller asks for a table. */
async function send(
  request: Request,
  response: Response,
  sendTable: SendTable,
  { name, report }: NamedReport,
): Promise<void> {
  response.vary("Accept");
  const form = askedForm(request, parseQuery(contracts.getOverviewReport.query, request));
  if (form === undefined) {
    sendResult(response, "Report", report);
    return;
  }
  await sendTable(request, response, form, () => ({
    name: `${name}_${report.days[0]?.date}_${report.days.at(-1)?.date}`,
    columns: reportTable,
    batches: oneBatch(report.days),
  }));
}

async function* oneBatch<Row>(rows: readonly Row[]) {
  yield rows;
}

const { text } = columnsOf<VerificationCounts & { readonly date: string }>();

const reportTable = [
  text("date", both("Day", "ቀን"), ({ date }) => date),
  text("total", both("Requests", "ጥያቄዎች"), ({ total }) => total),
  text("success", both("Genuine", "እውነተኛ"), ({ success }) => success),
  text("failed", both("Failed", "ያልተሳካ"), ({ failed }) => failed),
  text("not_found", both("Not found", "ያልተገኘ"), (day) => day.not_found),
  text("pending", both("Not finished", "ያልተጠናቀቀ"), ({ pending }) => pending),
  text("successRate", both("Share of genuine", "የእውነተኞቹ ድርሻ"), ({ successRate }) => successRate),
];
