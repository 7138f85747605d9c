import { z } from "zod";
import { depositEventTypes } from "./http/deposit-fields.ts";

/** Every event that the service tells by webhook. `webhook-events.ts` has the body of each. */
export const eventTypes = [
  "verification.completed",
  "verification.resolved",
  "batch.completed",
  ...depositEventTypes,
  "bank_account.created",
  "bank_account.updated",
  "bank_account.deleted",
  "profile.updated",
  "account.registration_attempted",
  "credits.low",
  "webhook.test",
] as const;
export type EventType = (typeof eventTypes)[number];

export const eventTypeSchema = z.enum(eventTypes).meta({
  id: "EventType",
  description: "Name of an event, as object and verb.",
});

/** `deposit.*` of `deposit.created` */
const groupOf = (type: EventType): string => `${type.split(".")[0]}.*`;

const groups = [...new Set(eventTypes.map(groupOf))];

/** Types that an endpoint can choose: names, groups, or all. */
export const eventTypePatternSchema = z.enum(["*", ...groups, ...eventTypes]).meta({
  id: "EventTypePattern",
  description: "An event type, a group such as `deposit.*`, or `*` for all.",
});

/** The types of any of the patterns. */
export const typesOfPatterns = (patterns: readonly z.infer<typeof eventTypePatternSchema>[]): EventType[] =>
  eventTypes.filter((type) =>
    patterns.some((pattern) => pattern === "*" || pattern === type || pattern === groupOf(type)),
  );
