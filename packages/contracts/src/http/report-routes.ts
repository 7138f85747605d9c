import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { envelopeOf } from "./envelope.ts";
import { periodQuery } from "./period-query.ts";
import { countField, timeField, utcDay } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const countFields = {
  total: countField("All requests that were submitted."),
  success: countField("Requests whose receipt is genuine."),
  failed: countField("Requests with a failed or reversed payment, or without a verdict."),
  not_found: countField("Requests for a receipt that the bank does not have."),
  pending: countField("Requests that are not finished."),
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

const percentile = (percent: number) =>
  z
    .int()
    .min(0)
    .nullable()
    .meta({
      description: `${percent} % of the requests took at most this many milliseconds. Null if none is finished.`,
    });
const durationPercentilesSchema = z
  .object({ p50: percentile(50), p95: percentile(95), p99: percentile(99) })
  .meta({
    id: "DurationPercentiles",
    description: "Milliseconds from submission to verdict, exact to three digits.",
  });
export type DurationPercentiles = z.infer<typeof durationPercentilesSchema>;

export const metricsWindows = ["1h", "24h", "7d", "30d"] as const;
export type MetricsWindow = (typeof metricsWindows)[number];

const metricsWindowSchema = z
  .enum(metricsWindows)
  .meta({ id: "MetricsWindow", description: "Length of the period that ends now, in hours or days." });
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
        .object({ date: utcDay, ...countFields })
        .meta({ id: "DailyCounts", description: "Requests of one day, counted by verdict." }),
    )
    .meta({ description: "Every day of the period in UTC, oldest first." }),
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

/** Longest period of a report. */
export const maxReportDays = 400;
const reportQuerySchema = z.object(periodQuery);
const csv = {
  "text/csv": {
    schema: z.string().meta({ description: "One line per day after a header row, as RFC 4180 describes." }),
    example: "date,total,success,failed,not_found,pending,successRate\r\n2026-03-02,120,108,4,6,2,0.9153\r\n",
  },
};
const headers = {
  "Content-Disposition": "File name to save a CSV under. Absent with JSON.",
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
        description: "The report as JSON or CSV.",
        schema: envelopeOf(overviewReportSchema),
        alternatives: csv,
        headers,
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
        description: "The report as JSON or CSV.",
        schema: envelopeOf(bankReportSchema),
        alternatives: csv,
        headers,
      },
    },
  },
} as const satisfies Record<string, RouteContract>;
