import { z } from "zod";
import { depositStatusSchema } from "./checkout-schemas.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import type { RouteContract } from "./route-contract.ts";

export const createCreditPurchaseBodySchema = z.object({
  packageId: z.string().max(40).meta({ description: "Of `GET /api/credits/packages`" }),
});

const creditPurchaseSchema = z
  .object({
    id: z.string().meta({ description: "Of the deposit that pays for it" }),
    packageId: z.string(),
    credits: z.int().min(1),
    amount: z.string().meta({ description: "Two places", examples: ["500.00"] }),
    currency: z.literal("ETB"),
    status: depositStatusSchema.meta({ description: "Of the deposit" }),
    checkoutUrl: z.url().meta({ description: "The hosted page where it is paid" }),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    creditedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: "When the credits were added; null while it is not confirmed" }),
  })
  .meta({ id: "CreditPurchase" });
export type CreditPurchaseView = z.infer<typeof creditPurchaseSchema>;

export const creditPurchaseRoutes = {
  createCreditPurchase: {
    method: "post",
    path: "/api/credits/purchases",
    summary:
      "Buy a package: pay at `checkoutUrl`, and the credits are added, once, when the payment is confirmed",
    access: "session",
    body: createCreditPurchaseBodySchema,
    responses: { 201: { description: "What is to be paid", schema: envelopeOf(creditPurchaseSchema) } },
  },
  listCreditPurchases: {
    method: "get",
    path: "/api/credits/purchases",
    summary: "What the account has bought or begun to buy, the newest first",
    access: "session",
    query: z.object(pageQuery),
    responses: { 200: { description: "A page of purchases", schema: listOf(creditPurchaseSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
