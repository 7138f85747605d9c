import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { envelopeOf } from "./envelope.ts";
import { periodQuery } from "./period-query.ts";
import type { RouteContract } from "./route-contract.ts";

const count = z.int().min(0);

const countFields = {
  total: count,
  success: count,
  failed: count,
  not_found: count,
  pending: count,
  successRate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: "success over all that have ended; null where none has" }),
};
export const verificationCountsSchema = z.object(countFields).meta({ id: "VerificationCounts" });
export type VerificationCounts = z.infer<typeof verificationCountsSchema>;

const percentile = count.nullable();
const durationPercentilesSchema = z.object({ p50: percentile, p95: percentile, p99: percentile }).meta({
  id: "DurationPercentiles",
  description: "Milliseconds from submission to verdict, three digits exact; null where none has ended",
});
export type DurationPercentiles = z.infer<typeof durationPercentilesSchema>;

export const metricsWindows = ["1h", "24h", "7d", "30d"] as const;
export type MetricsWindow = (typeof metricsWindows)[number];

const metricsFields = { ...countFields, durationMs: durationPercentilesSchema };
const metricsSchema = z
  .object({
    window: z.enum(metricsWindows),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    ...metricsFields,
    banks: z.array(z.object({ bank: bankCodeSchema, ...metricsFields })),
  })
  .meta({ id: "VerificationMetrics" });
export type VerificationMetrics = z.infer<typeof metricsSchema>;

const reportFields = {
  from: z.iso.datetime(),
  to: z.iso.datetime().meta({ description: "Exclusive" }),
  days: z
    .array(z.object({ date: z.iso.date(), ...countFields }))
    .meta({ description: "Every day (UTC) of the period, oldest first" }),
  totals: verificationCountsSchema,
};
const overviewReportSchema = z
  .object({ ...reportFields, banks: z.array(z.object({ bank: bankCodeSchema, ...countFields })) })
  .meta({ id: "VerificationReport" });
export type OverviewReport = z.infer<typeof overviewReportSchema>;
const bankReportSchema = z.object({ bank: bankCodeSchema, ...reportFields }).meta({ id: "BankReport" });
export type BankReport = z.infer<typeof bankReportSchema>;

/** The longest period of a report. */
export const maxReportDays = 400;
const reportQuerySchema = z.object(periodQuery);
const csv = {
  "text/csv": {
    schema: z.string().meta({ description: "The days, with a header row (RFC 4180)" }),
    example: "date,total,success,failed,not_found,pending,successRate\r\n2026-03-02,120,108,4,6,2,0.9153\r\n",
  },
};
const headers = { "Content-Disposition": "Of CSV: a name for the file", Vary: "Accept" };

export const reportRoutes = {
  getMetrics: {
    method: "get",
    path: "/api/metrics",
    summary: "Requests by bank and status, success rate and durations of a recent window",
    access: "metrics:read",
    query: z.object({ window: z.enum(metricsWindows).default("24h").meta({ description: "Up to now" }) }),
    responses: { 200: { description: "The window", schema: envelopeOf(metricsSchema) } },
  },
  getOverviewReport: {
    method: "get",
    path: "/api/reports/verifications/overview",
    summary: "Requests day by day, of all banks; the last 30 days unless told, 400 at most",
    access: "metrics:read",
    query: reportQuerySchema,
    responses: {
      200: {
        description: "The report",
        schema: envelopeOf(overviewReportSchema),
        alternatives: csv,
        headers,
      },
    },
  },
  getBankReport: {
    method: "get",
    path: "/api/reports/banks/{bank}",
    summary: "Requests of one bank day by day; the last 30 days unless told, 400 at most",
    access: "metrics:read",
    query: reportQuerySchema,
    responses: {
      200: { description: "The report", schema: envelopeOf(bankReportSchema), alternatives: csv, headers },
    },
  },
} as const satisfies Record<string, RouteContract>;
