import { z } from "zod";
import { eventTypePatternSchema, eventTypeSchema, typesOfPatterns } from "../event-types.ts";
import { envelopeOf, listMetaSchema } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { isoDateOrTime } from "./iso-time.ts";
import { pageQuery, severalOf } from "./page-query.ts";
import { messageField, nullableTextField, successField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** Days that an event can be read. */
export const EVENT_DAYS = 90;

export const accountEventSchema = z
  .object({
    id: textField("Id of the event, as in its webhook. Skip ids that you have processed.", ids.event),
    sequence: z
      .int()
      .min(1)
      .meta({ description: "Place among all events of the account, without gaps.", examples: [1042] }),
    type: eventTypeSchema,
    subject: textField(
      "Id of the request, deposit, list, saved account or user that the event is about.",
      ids.request,
    ),
    createdAt: timeField("When it happened.", times.ended),
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description:
          "The body of the event's webhook, as the type describes it. Names are null once they were erased, and the whole is null where nothing else was in it. Of `deposit.*`, the payer, the receipts and the page are null for API keys, and checkout keys without `deposits:read`. Of `bank_account.*` and `credits.low`, the whole is null for developers and their keys.",
        examples: [
          {
            event: "verification.completed",
            requestId: ids.request,
            type: "verification.completed",
            id: ids.event,
          },
        ],
      }),
  })
  .meta({ id: "AccountEvent", description: "One thing that happened on the account." });
export type AccountEvent = z.infer<typeof accountEventSchema>;

const eventPageSchema = z
  .object({
    success: successField,
    message: messageField,
    data: z.array(accountEventSchema).meta({ description: "The events of this page, oldest first." }),
    meta: z
      .object({
        limit: z
          .int()
          .min(1)
          .meta({
            description: "Most events that this page can have. Large ones make it shorter.",
            examples: [20],
          }),
        hasMore: listMetaSchema.shape.hasMore.meta({
          description:
            "True if you can read on at once. A page can be empty then: older events are still being put in order.",
        }),
        nextCursor: nullableTextField(
          "Your place in the list: send it as `cursor`, also later, when new events have happened. Null before the first event.",
          "MTA0Mi51c3JfMDFocXIzazJ5MGQ4ZzZ6OHc1YjVxNHh2bmE",
        ),
      })
      .meta({ id: "EventCursorMeta", description: "Where to read on." }),
  })
  .meta({ id: "AccountEventPage", description: "One page of the account's events." });

export const accountEventQuerySchema = z.object({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor.meta({ description: "`meta.nextCursor` of the page before." }),
  type: severalOf(eventTypePatternSchema)
    .transform(typesOfPatterns)
    .optional()
    .meta({
      description: "Only events of these types: names and groups such as `deposit.*`, separated by commas.",
      examples: ["verification.completed,deposit.*"],
    }),
  subject: z
    .string()
    .regex(/^[a-z]{3}_[0-9a-z]{26}$/, "must be the id of a request, deposit, list, saved account or user")
    .optional()
    .meta({ description: "Only events about this object.", examples: [ids.request] }),
  from: isoDateOrTime.optional().meta({
    description: "Only events since. ISO 8601 date or date-time, UTC if it has no offset.",
    examples: ["2026-03-02"],
  }),
});

export const eventRoutes = {
  listAccountEvents: {
    method: "get",
    path: "/api/events",
    summary: "List all events of the account, oldest first",
    access: "webhooks:read",
    query: accountEventQuerySchema,
    responses: { 200: { description: "One page of events.", schema: eventPageSchema } },
  },
  getAccountEvent: {
    method: "get",
    path: "/api/events/{id}",
    summary: "Get an event of the account",
    access: "webhooks:read",
    responses: {
      200: { description: "The event with the body of its webhook.", schema: envelopeOf(accountEventSchema) },
    },
  },
} as const satisfies Record<string, RouteContract>;
