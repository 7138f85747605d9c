import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { depositStatusSchema } from "./deposit-fields.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { checkoutUrl as exampleCheckoutUrl, ids, times } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { birrField, etb, nullableTimeField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

export const createCreditPurchaseBodySchema = z
  .object({
    packageId: z
      .string()
      .max(40)
      .meta({
        description: "Which package to buy, from `GET /api/credits/packages`.",
        examples: ["starter"],
      }),
  })
  .meta({ id: "CreateCreditPurchaseBody", description: "The package of credits to buy." });

const creditPurchaseSchema = z
  .object({
    id: textField("Id of the deposit that pays for the credits.", ids.deposit),
    packageId: textField("Which package was bought.", "starter"),
    credits: z
      .int()
      .min(1)
      .meta({ description: "Verifications that the package pays for.", examples: [1_000] }),
    amount: birrField("Price in birr, with two decimals."),
    currency: etb,
    status: depositStatusSchema.meta({ description: "State of the deposit that pays for the credits." }),
    checkoutUrl: z.url().meta({ description: "Hosted page where you pay.", examples: [exampleCheckoutUrl] }),
    createdAt: timeField("When the purchase began."),
    expiresAt: timeField("When the time to pay ends.", times.later),
    creditedAt: nullableTimeField("When the credits were added. Null until the payment is confirmed."),
  })
  .meta({ id: "CreditPurchase", description: "A package of credits that was bought, or is to be paid." });
export type CreditPurchaseView = z.infer<typeof creditPurchaseSchema>;

export const creditPurchaseRoutes = {
  createCreditPurchase: {
    method: "post",
    path: "/api/credits/purchases",
    summary: "Buy credits: pay at `checkoutUrl`, and they are added when the payment is confirmed",
    access: "session",
    roles: rolesFor.ownership,
    body: createCreditPurchaseBodySchema,
    isRepeatable: true,
    responses: {
      201: {
        description: "The purchase, to be paid at its `checkoutUrl`.",
        schema: envelopeOf(creditPurchaseSchema),
      },
    },
  },
  listCreditPurchases: {
    method: "get",
    path: "/api/credits/purchases",
    summary: "List purchases, newest first, unpaid ones included",
    access: "session",
    roles: rolesFor.money,
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of purchases.", schema: listOf(creditPurchaseSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
