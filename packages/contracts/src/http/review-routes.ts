import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { rolesFor } from "../roles.ts";
import { listOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { nullableTextField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";
import { decisionReasonSchema } from "./verdict-schemas.ts";
import { verificationResultSchema } from "./verification-result-schema.ts";

const { senderName, referenceNumber } = verificationResultSchema.shape;

/** So long a request in review is listed. A deposit in review expires after the same time. */
export const REVIEW_DAYS = 14;
/** The queue lists and counts so many, the oldest. */
export const MOST_REVIEWS = 1_000;

export const reviewSchema = z
  .object({
    kind: z.enum(["request", "deposit"]).meta({
      id: "ReviewKind",
      description:
        "`request`: `POST /api/verify/{requestId}/resolve` decides. `deposit`: that of the deposit does.",
    }),
    id: textField("Id of the request or deposit.", ids.request),
    since: timeField("Since when it waits.", times.ended),
    bank: bankCodeSchema,
    amount: nullableTextField("Birr that the receipt shows. Null if it shows none.", "1250.00"),
    senderName,
    referenceNumber,
    decisionReasons: z
      .array(decisionReasonSchema)
      .meta({ description: "Why a person must decide.", examples: [["receiver_not_proven"]] }),
    orderReference: nullableTextField("Order of the deposit. Null for a request.", null),
  })
  .meta({ id: "Review", description: "A genuine receipt that waits for a person's decision." });
export type Review = z.infer<typeof reviewSchema>;

export const reviewRoutes = {
  listReviews: {
    method: "get",
    path: "/api/reviews",
    summary:
      "List what waits for a decision, oldest first: requests of the last 14 days, and deposits. At most 1,000",
    access: "session",
    roles: rolesFor.management,
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of the queue.", schema: listOf(reviewSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
