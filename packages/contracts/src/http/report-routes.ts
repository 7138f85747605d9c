import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { rolesFor } from "../roles.ts";
import { downloadQuery, workbook } from "./download.ts";
import { envelopeOf } from "./envelope.ts";
import { isoDay } from "./iso-time.ts";
import { periodQuery, timeZoneInput } from "./period-query.ts";
import { calendarSchema } from "./profile-routes.ts";
import { birrField, countField, textField, timeField, zonedDay } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const countFields = {
  total: countField("All requests that were submitted.", 120),
  success: countField("Requests whose receipt is genuine.", 108),
  failed: countField("Requests with a failed or reversed payment, or without a verdict.", 4),
  not_found: countField("Requests for a receipt that the bank does not have.", 6),
  pending: countField("Requests that are not finished.", 2),
  successRate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({
      description: "`success` divided by all finished requests. Null if none is finished.",
      examples: [0.9153],
    }),
};
export const verificationCountsSchema = z
  .object(countFields)
  .meta({ id: "VerificationCounts", description: "Requests of a period, counted by verdict." });
export type VerificationCounts = z.infer<typeof verificationCountsSchema>;

const percentile = (percent: number, example: number) =>
  z
    .int()
    .min(0)
    .nullable()
    .meta({
      description: `${percent} % of the requests took at most this many milliseconds. Null if none is finished.`,
      examples: [example],
    });
const durationPercentilesSchema = z
  .object({ p50: percentile(50, 612), p95: percentile(95, 1_840), p99: percentile(99, 3_020) })
  .meta({
    id: "DurationPercentiles",
    description: "Milliseconds from submission to verdict, exact to three digits.",
  });
export type DurationPercentiles = z.infer<typeof durationPercentilesSchema>;

export const metricsWindows = ["1h", "24h", "7d", "30d"] as const;
export type MetricsWindow = (typeof metricsWindows)[number];

const metricsWindowSchema = z.enum(metricsWindows).meta({
  id: "MetricsWindow",
  description: "Length of the period that ends now, in hours or days.",
  examples: ["24h"],
});
const periodStart = timeField("When the period begins.", "2026-03-02T00:00:00.000Z");

const metricsFields = { ...countFields, durationMs: durationPercentilesSchema };
const metricsSchema = z
  .object({
    window: metricsWindowSchema,
    from: periodStart,
    to: timeField("When the period ends, this moment excluded.", "2026-03-03T00:00:00.000Z"),
    ...metricsFields,
    banks: z
      .array(
        z
          .object({ bank: bankCodeSchema, ...metricsFields })
          .meta({ id: "BankMetrics", description: "Requests of one bank, with their durations." }),
      )
      .meta({ description: "The same figures for each bank with requests." }),
  })
  .meta({ id: "VerificationMetrics", description: "Requests of a recent period, with their durations." });
export type VerificationMetrics = z.infer<typeof metricsSchema>;

const reportFields = {
  from: periodStart,
  to: timeField("When the period ends, this moment excluded.", "2026-03-03T00:00:00.000Z"),
  days: z
    .array(
      z
        .object({ date: zonedDay, ...countFields })
        .meta({ id: "DailyCounts", description: "Requests of one day, counted by verdict." }),
    )
    .meta({ description: "Every day of the period, oldest first." }),
  totals: verificationCountsSchema.meta({ description: "Requests of the whole period." }),
};
const overviewReportSchema = z
  .object({
    ...reportFields,
    banks: z
      .array(
        z
          .object({ bank: bankCodeSchema, ...countFields })
          .meta({ id: "BankCounts", description: "Requests of one bank, counted by verdict." }),
      )
      .meta({ description: "The whole period for each bank with requests." }),
  })
  .meta({ id: "VerificationReport", description: "Requests of all banks, day by day." });
export type OverviewReport = z.infer<typeof overviewReportSchema>;
const bankReportSchema = z
  .object({ bank: bankCodeSchema, ...reportFields })
  .meta({ id: "BankReport", description: "Requests of one bank, day by day." });
export type BankReport = z.infer<typeof bankReportSchema>;

const paymentSumSchema = z
  .object({
    payments: countField("Finished requests, each check of a receipt counted.", 108),
    amount: birrField("Birr of receipts that these requests were the first to confirm, each receipt once."),
  })
  .meta({ id: "PaymentSum", description: "A number of payments and their money." });
export type PaymentSum = z.infer<typeof paymentSumSchema>;

const paymentDecisionsSchema = z
  .object({
    accept: paymentSumSchema.meta({ description: "Requests with the decision `accept`." }),
    wait: paymentSumSchema.meta({ description: "Requests with the decision `wait`." }),
    review: paymentSumSchema.meta({
      description:
        "Requests with the decision `review`. Receipts that were not confirmed before count, those held for a deposit once.",
    }),
    reject: paymentSumSchema.meta({ description: "Requests with the decision `reject`." }),
    undecided: paymentSumSchema.meta({ description: "Requests without a decision, of earlier releases." }),
  })
  .meta({
    id: "PaymentDecisions",
    description: "Payments of a period by decision.",
    examples: [
      {
        accept: { payments: 108, amount: "64250.50" },
        wait: { payments: 0, amount: "0.00" },
        review: { payments: 2, amount: "1250.00" },
        reject: { payments: 10, amount: "0.00" },
        undecided: { payments: 0, amount: "0.00" },
      },
    ],
  });
export type PaymentDecisions = z.infer<typeof paymentDecisionsSchema>;

const periodPaymentsSchema = z
  .object({
    from: periodStart,
    to: timeField("When the period ends, this moment excluded.", "2026-03-02T10:15:00.000Z"),
    decisions: paymentDecisionsSchema,
    banks: z
      .array(
        z
          .object({ bank: bankCodeSchema, decisions: paymentDecisionsSchema })
          .meta({ id: "BankPayments", description: "Payments of one bank by decision." }),
      )
      .meta({ description: "Each bank with payments, in the order of the bank codes." }),
  })
  .meta({ id: "PeriodPayments", description: "Payments of a period by bank and decision." });
export type PeriodPayments = z.infer<typeof periodPaymentsSchema>;

const comparedPaymentsSchema = z
  .object({
    current: periodPaymentsSchema,
    before: periodPaymentsSchema.meta({ description: "The period before, up to the same time in it." }),
  })
  .meta({
    id: "ComparedPayments",
    description: "A period so far, to the quarter of an hour, and the period before.",
  });

const paymentReportSchema = z
  .object({
    timeZone: textField("Time zone of the days.", "Africa/Addis_Ababa"),
    calendar: calendarSchema,
    today: comparedPaymentsSchema.meta({ description: "Today, and the same time before." }),
    week: comparedPaymentsSchema.meta({ description: "The week from Monday on, and the same time before." }),
    month: comparedPaymentsSchema.meta({
      description: "The month of the calendar, and the same time before.",
    }),
    days: z
      .array(
        z
          .object({ date: zonedDay, decisions: paymentDecisionsSchema })
          .meta({ id: "DailyPayments", description: "Payments of one day by decision." }),
      )
      .meta({ description: "Every day from `startDate` to `endDate`, oldest first." }),
    depositsInReview: countField("Deposits whose receipt waits for a person's decision.", 2),
  })
  .meta({ id: "PaymentReport", description: "Payments in birr and in number." });
export type PaymentReport = z.infer<typeof paymentReportSchema>;
const day = isoDay().optional();
const paymentQuerySchema = z.object({
  startDate: day.meta({ description: "First day of `days`. Default: 30 days with `endDate`." }),
  endDate: day.meta({ description: "Last day of `days`. Default: today." }),
  timeZone: timeZoneInput.optional().meta({
    description: "IANA time zone of the days. Default: the account's.",
    examples: ["Africa/Addis_Ababa"],
  }),
  calendar: calendarSchema.optional(),
});

/** Longest period of a report. */
export const maxReportDays = 400;
const reportQuerySchema = z.object({ ...periodQuery, ...downloadQuery });
const tables = {
  ...workbook,
  "text/csv": {
    schema: textField("One line per day after a header row, as RFC 4180 describes."),
    example: "date,total,success,failed,not_found,pending,successRate\r\n2026-03-02,120,108,4,6,2,0.9153\r\n",
  },
};
const headers = {
  "Content-Disposition": "File name to save a table under. Absent with JSON.",
  Vary: "Always `Accept`: caches must tell JSON and CSV apart.",
};

export const reportRoutes = {
  getMetrics: {
    method: "get",
    path: "/api/metrics",
    summary: "Get counts, success rate and durations of a recent period",
    access: "metrics:read",
    query: z.object({ window: metricsWindowSchema.default("24h") }),
    responses: { 200: { description: "The figures of the period.", schema: envelopeOf(metricsSchema) } },
  },
  getOverviewReport: {
    method: "get",
    path: "/api/reports/verifications/overview",
    summary: "Get requests of all banks by day (default: last 30 days, at most 400)",
    access: "metrics:read",
    query: reportQuerySchema,
    responses: {
      200: {
        description: "The report as JSON, CSV or a workbook.",
        schema: envelopeOf(overviewReportSchema),
        alternatives: tables,
        headers,
      },
    },
  },
  getPaymentReport: {
    method: "get",
    path: "/api/reports/payments",
    summary: "Get payments in birr: today, this week and month, and by day (default: last 30 days)",
    access: "metrics:read",
    roles: rolesFor.money,
    query: paymentQuerySchema,
    responses: {
      200: {
        description: "Payments by period, day, bank and decision.",
        schema: envelopeOf(paymentReportSchema),
      },
    },
  },
  getBankReport: {
    method: "get",
    path: "/api/reports/banks/{bank}",
    summary: "Get requests of one bank by day (default: last 30 days, at most 400)",
    access: "metrics:read",
    query: reportQuerySchema,
    responses: {
      200: {
        description: "The report as JSON, CSV or a workbook.",
        schema: envelopeOf(bankReportSchema),
        alternatives: tables,
        headers,
      },
    },
  },
} as const satisfies Record<string, RouteContract>;
