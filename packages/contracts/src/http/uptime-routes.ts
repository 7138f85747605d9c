import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { envelopeOf } from "./envelope.ts";
import { times } from "./examples/example-values.ts";
import { countField, nullableTimeField, textField, timeField, utcDay } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

export const bankStates = ["operational", "degraded", "down", "unknown"] as const;
export type BankState = (typeof bankStates)[number];

/** `responded`: as to a receipt that does not exist, or with one. `unreadable`: in a form that no parser knows. */
export const dailyProbeOutcomes = ["responded", "unreadable", "unavailable"] as const;
export type DailyProbeOutcome = (typeof dailyProbeOutcomes)[number];

/** Length of the daily series, today included. */
export const uptimeDays = 90;
/** Most incidents of one bank in an overview. The newest are kept. */
export const maxUptimeIncidents = 50;

const share = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .meta({
    description: "Share of attempts that the bank answered, from 0 to 1. Null without attempts.",
    examples: [0.9981],
  });

const relaysSchema = z
  .object({
    configured: z
      .int()
      .min(1)
      .meta({ description: "Relays that queries to this bank can go through.", examples: [3] }),
    usable: countField("Relays that worked in the last report.", 2),
  })
  .meta({ id: "BankRelays", description: "Relays between us and a bank." });

const dailyProbeSchema = z
  .object({
    at: timeField("When the bank was asked.", times.asked),
    outcome: z.enum(dailyProbeOutcomes).meta({
      id: "DailyProbeOutcome",
      description:
        "`responded`: it knows no such receipt, as it should. `unreadable`: it responded in an unknown form. `unavailable`: it did not respond.",
    }),
  })
  .meta({
    id: "DailyProbe",
    description: "The last daily question about a receipt that cannot exist.",
  });

const bankStatusSchema = z
  .object({
    bank: bankCodeSchema,
    name: textField("The bank's name for people.", "telebirr"),
    state: z.enum(bankStates).meta({
      id: "BankState",
      description:
        "`operational`: it answers. `degraded`: at least a tenth of the recent attempts failed. `down`: most attempts failed for minutes. `unknown`: no recent attempts.",
    }),
    since: nullableTimeField("When the bank entered this state. Null if it was never queried.", times.asked),
    relays: relaysSchema.nullable().meta({
      description: "Relays to this bank. Null if it is queried directly or nothing is known of them.",
    }),
    dailyProbe: dailyProbeSchema.nullable().meta({
      description: "The last daily probe of this bank. Null if there was none, as in a sandbox.",
    }),
  })
  .meta({ id: "BankStatus", description: "State of one bank now." });
export type BankStatus = z.infer<typeof bankStatusSchema>;

const availabilitySchema = z.object({ "24h": share, "7d": share, "30d": share, "90d": share }).meta({
  id: "BankAvailability",
  description:
    "Share of answered attempts over the last 24 hours and over 7, 30 and 90 days in UTC, today included.",
});
export type BankAvailability = z.infer<typeof availabilitySchema>;

const bankOverviewSchema = bankStatusSchema
  .extend({ availability: availabilitySchema })
  .meta({ id: "BankUptime", description: "State of one bank with its availability." });
export type BankOverview = z.infer<typeof bankOverviewSchema>;

const incidentSchema = z
  .object({
    startedAt: timeField("When the bank stopped answering."),
    endedAt: nullableTimeField("When the bank answered again. Null while it does not.", times.later),
  })
  .meta({ id: "BankIncident", description: "A time in which a bank was down." });

const bankHistorySchema = bankOverviewSchema
  .extend({
    days: z
      .array(
        z
          .object({ date: utcDay, availability: share })
          .meta({ id: "DailyAvailability", description: "Availability of one bank on one day." }),
      )
      .length(uptimeDays)
      .meta({
        description: `The last ${uptimeDays} days, oldest first, today included.`,
      }),
    incidents: z
      .array(incidentSchema)
      .max(maxUptimeIncidents)
      .meta({
        description: `Times of these days in which the bank was down, newest first, ${maxUptimeIncidents} at most.`,
      }),
  })
  .meta({ id: "BankUptimeHistory", description: "State of one bank with its last 90 days." });
export type BankHistory = z.infer<typeof bankHistorySchema>;

const banksOf = <T extends z.ZodType>(bank: T, id: string) =>
  envelopeOf(
    z
      .object({ banks: z.array(bank).meta({ description: "Every bank that we know, in a fixed order." }) })
      .meta({ id, description: "All banks with their state." }),
  );
const statuses = banksOf(bankStatusSchema, "Uptime");
const histories = banksOf(bankHistorySchema, "UptimeHistory");

const cached = {
  "cache-control": "Any cache can keep the response for 30 seconds.",
  "access-control-allow-origin":
    "Always `*`: pages of any origin can read the response. A preflight gets 204.",
};

export const uptimeRoutes = {
  getUptime: {
    method: "get",
    path: "/api/uptime",
    summary: "Get the state of every bank",
    access: "uptime:read",
    responses: { 200: { description: "Every bank with its state.", schema: statuses } },
  },
  getUptimeOverview: {
    method: "get",
    path: "/api/uptime/overview",
    summary: "Get the availability of every bank over 24 hours, 7, 30 and 90 days",
    access: "uptime:read",
    responses: {
      200: {
        description: "Every bank with its availability.",
        schema: banksOf(bankOverviewSchema, "UptimeOverview"),
      },
    },
  },
  getUptimeHistory: {
    method: "get",
    path: "/api/uptime/v2/overview",
    summary: "Get the last 90 days of every bank, with incidents",
    access: "uptime:read",
    responses: { 200: { description: "Every bank with its history.", schema: histories } },
  },
  getPublicUptime: {
    method: "get",
    path: "/api/uptime/client/status",
    summary: "Get the state of every bank, for public status pages",
    access: "public",
    responses: { 200: { description: "Every bank with its state.", schema: statuses, headers: cached } },
  },
  getPublicUptimeHistory: {
    method: "get",
    path: "/api/uptime/client/overview",
    summary: "Get the last 90 days of every bank, for public status pages",
    access: "public",
    responses: { 200: { description: "Every bank with its history.", schema: histories, headers: cached } },
  },
} as const satisfies Record<string, RouteContract>;
