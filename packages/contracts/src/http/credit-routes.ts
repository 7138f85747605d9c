import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import { periodQuery } from "./period-query.ts";
import type { RouteContract } from "./route-contract.ts";

const spent = {
  debits: z.int().min(0).meta({ description: "Credits taken, one a request" }),
  refunds: z.int().min(0).meta({ description: "Credits given back for requests without a verdict" }),
  net: z.int().meta({ description: "debits less refunds" }),
};

const creditUsageSchema = z
  .object({
    days: z
      .array(z.object({ date: z.iso.date(), bank: bankCodeSchema, ...spent }))
      .meta({ description: "Days (UTC) and banks with a debit or a refund, oldest first" }),
    totals: z.object(spent),
  })
  .meta({ id: "CreditUsage" });
export type CreditUsage = z.infer<typeof creditUsageSchema>;

export const creditTransactionTypes = ["grant", "purchase", "debit", "refund"] as const;

const creditTransactionSchema = z
  .object({
    id: z.string(),
    type: z.enum(creditTransactionTypes),
    amount: z.int().meta({ description: "Below zero for a debit" }),
    balanceAfter: z.int().min(0),
    requestId: z.string().nullable().meta({ description: "The verification of a debit or refund" }),
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "CreditTransaction" });
export type CreditTransaction = z.infer<typeof creditTransactionSchema>;

const creditPackageSchema = z
  .object({
    id: z.string(),
    credits: z.int().min(1),
    price: z.string().meta({ description: "Two places", examples: ["500.00"] }),
    currency: z.literal("ETB"),
  })
  .meta({ id: "CreditPackage" });
export type CreditPackage = z.infer<typeof creditPackageSchema>;

export const creditRoutes = {
  getCreditBalance: {
    method: "get",
    path: "/api/credits/balance",
    summary: "Verification credits left in the account",
    access: "any_key",
    responses: {
      200: { description: "The balance", schema: envelopeOf(z.object({ balance: z.int().min(0) })) },
    },
  },
  getCreditUsage: {
    method: "get",
    path: "/api/credits/usage",
    summary: "Credits spent and given back, by day and bank; the last 30 days unless told",
    access: "any_key",
    query: z.object(periodQuery),
    responses: { 200: { description: "The usage", schema: envelopeOf(creditUsageSchema) } },
  },
  listCreditTransactions: {
    method: "get",
    path: "/api/credits/transactions",
    summary: "The ledger of the account, newest first",
    access: "any_key",
    query: z.object(pageQuery),
    responses: { 200: { description: "A page of the ledger", schema: listOf(creditTransactionSchema) } },
  },
  listCreditPackages: {
    method: "get",
    path: "/api/credits/packages",
    summary: "What credits cost",
    access: "any_key",
    responses: { 200: { description: "All packages", schema: listOf(creditPackageSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
