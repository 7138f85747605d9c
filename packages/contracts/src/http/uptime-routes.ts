import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { envelopeOf } from "./envelope.ts";
import type { RouteContract } from "./route-contract.ts";

export const bankStates = ["operational", "degraded", "down", "unknown"] as const;
export type BankState = (typeof bankStates)[number];

/** Days of the overview's series, today included. */
export const uptimeDays = 90;
/** The newest incidents of each bank that an overview holds. */
export const maxUptimeIncidents = 50;

const share = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .meta({ description: "Answered attempts over all attempts; null where there were none" });

const relaysSchema = z
  .object({
    configured: z.int().min(1).meta({ description: "Relays that the bank may be asked through" }),
    usable: z.int().min(0).meta({ description: "Those of them that work, as the last report has it" }),
  })
  .meta({ id: "BankRelays" });

const bankStatusSchema = z
  .object({
    bank: bankCodeSchema,
    name: z.string(),
    state: z.enum(bankStates),
    since: z.iso.datetime().nullable().meta({ description: "Null for a bank that was never asked" }),
    relays: relaysSchema.nullable().meta({
      description: "Null for a bank that is asked directly, and while nothing is known of its relays",
    }),
  })
  .meta({ id: "BankStatus" });
export type BankStatus = z.infer<typeof bankStatusSchema>;

const availabilitySchema = z.object({ "24h": share, "7d": share, "30d": share, "90d": share }).meta({
  id: "BankAvailability",
  description: "Over the last 24 hours, and over 7, 30 and 90 days (UTC), today included",
});
export type BankAvailability = z.infer<typeof availabilitySchema>;

const bankOverviewSchema = bankStatusSchema
  .extend({ availability: availabilitySchema })
  .meta({ id: "BankUptime" });
export type BankOverview = z.infer<typeof bankOverviewSchema>;

const incidentSchema = z
  .object({
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable().meta({ description: "Null until the bank answers again" }),
  })
  .meta({ id: "BankIncident" });

const bankHistorySchema = bankOverviewSchema
  .extend({
    days: z.array(z.object({ date: z.iso.date(), availability: share })).length(uptimeDays),
    incidents: z
      .array(incidentSchema)
      .max(maxUptimeIncidents)
      .meta({ description: "Of these days, newest first" }),
  })
  .meta({ id: "BankUptimeHistory" });
export type BankHistory = z.infer<typeof bankHistorySchema>;

const banksOf = <T extends z.ZodType>(bank: T) => envelopeOf(z.object({ banks: z.array(bank) }));

const cached = {
  "cache-control": "May be kept for 30 seconds, by any cache",
  "access-control-allow-origin": "`*`: pages of any origin may read it",
};

export const uptimeRoutes = {
  getUptime: {
    method: "get",
    path: "/api/uptime",
    summary: "How every bank is now, and since when",
    access: "uptime:read",
    responses: { 200: { description: "Every bank", schema: banksOf(bankStatusSchema) } },
  },
  getUptimeOverview: {
    method: "get",
    path: "/api/uptime/overview",
    summary: "Availability of every bank over 24 hours, 7, 30 and 90 days",
    access: "uptime:read",
    responses: { 200: { description: "Every bank", schema: banksOf(bankOverviewSchema) } },
  },
  getUptimeHistory: {
    method: "get",
    path: "/api/uptime/v2/overview",
    summary: "The overview with 90 days, day by day, and the incidents in them",
    access: "uptime:read",
    responses: { 200: { description: "Every bank", schema: banksOf(bankHistorySchema) } },
  },
  getPublicUptime: {
    method: "get",
    path: "/api/uptime/client/status",
    summary: "How every bank is now, for a public status page",
    access: "public",
    responses: { 200: { description: "Every bank", schema: banksOf(bankStatusSchema), headers: cached } },
  },
  getPublicUptimeHistory: {
    method: "get",
    path: "/api/uptime/client/overview",
    summary: "Availability, days and incidents of every bank, for a public status page",
    access: "public",
    responses: { 200: { description: "Every bank", schema: banksOf(bankHistorySchema), headers: cached } },
  },
} as const satisfies Record<string, RouteContract>;
