import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { rolesFor } from "../roles.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { periodQuery } from "./period-query.ts";
import {
  birrField,
  countField,
  etb,
  nullableTextField,
  textField,
  timeField,
  zonedDay,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

const spent = {
  debits: countField("Credits taken, one per request.", 120),
  refunds: countField(
    "Credits returned for requests without a verdict, and for unknown numbers that were read with unsure letters.",
    2,
  ),
  net: z.int().meta({ description: "`debits` minus `refunds`. Can be negative.", examples: [118] }),
};

const creditUsageSchema = z
  .object({
    days: z
      .array(
        z
          .object({ date: zonedDay, bank: bankCodeSchema, ...spent })
          .meta({ id: "DailyCreditUsage", description: "Credits spent on one bank on one day." }),
      )
      .meta({ description: "Days and banks with a debit or a refund, oldest first." }),
    totals: z
      .object(spent)
      .meta({ id: "CreditTotals", description: "Credits of the whole period and all banks." }),
  })
  .meta({ id: "CreditUsage", description: "Credits spent and returned in a period." });
export type CreditUsage = z.infer<typeof creditUsageSchema>;

export const creditTransactionTypes = ["grant", "purchase", "debit", "refund"] as const;

const creditTransactionSchema = z
  .object({
    id: textField("Id of the ledger entry.", ids.transaction),
    type: z.enum(creditTransactionTypes).meta({
      id: "CreditTransactionType",
      description:
        "`grant`: from the operator. `purchase`: bought. `debit`: taken for a request. `refund`: returned without a verdict, or for an unknown number that was read with unsure letters (`note`).",
      examples: ["debit"],
    }),
    amount: z
      .int()
      .meta({ description: "Change of the balance in credits. Negative for a debit.", examples: [-1] }),
    balanceAfter: countField("Credits in the account after this entry.", 9876),
    requestId: nullableTextField("The verification of a debit or refund. Otherwise null.", ids.request),
    note: nullableTextField("Text about the entry, such as the reason of a grant. Null without one."),
    createdAt: timeField("When the balance changed."),
  })
  .meta({ id: "CreditTransaction", description: "One entry of the credit ledger." });
export type CreditTransaction = z.infer<typeof creditTransactionSchema>;

const creditPackageSchema = z
  .object({
    id: textField("Send it as `packageId` to buy this package.", "starter"),
    credits: z
      .int()
      .min(1)
      .meta({ description: "Verifications that the package pays for.", examples: [500] }),
    price: birrField("Price in birr, with two decimals."),
    currency: etb,
  })
  .meta({ id: "CreditPackage", description: "A number of credits with its price." });

const creditBalanceSchema = z
  .object({ balance: countField("Verifications that the account can still make.", 9876) })
  .meta({ id: "CreditBalance", description: "The credits left in the account." });
export type CreditPackage = z.infer<typeof creditPackageSchema>;

export const creditRoutes = {
  getCreditBalance: {
    method: "get",
    path: "/api/credits/balance",
    summary: "Get the credits left in the account",
    access: "any_key",
    roles: rolesFor.money,
    responses: {
      200: { description: "The balance now.", schema: envelopeOf(creditBalanceSchema) },
    },
  },
  getCreditUsage: {
    method: "get",
    path: "/api/credits/usage",
    summary: "Get credits spent and refunded by day and bank (default: last 30 days)",
    access: "any_key",
    roles: rolesFor.money,
    query: z.object(periodQuery),
    responses: { 200: { description: "The usage of the period.", schema: envelopeOf(creditUsageSchema) } },
  },
  listCreditTransactions: {
    method: "get",
    path: "/api/credits/transactions",
    summary: "List the credit ledger, newest first",
    access: "any_key",
    roles: rolesFor.money,
    query: z.object(pageQuery),
    responses: { 200: { description: "One page of the ledger.", schema: listOf(creditTransactionSchema) } },
  },
  listCreditPackages: {
    method: "get",
    path: "/api/credits/packages",
    summary: "List the packages of credits with their prices",
    access: "any_key",
    roles: rolesFor.money,
    responses: { 200: { description: "All packages, in one page.", schema: listOf(creditPackageSchema) } },
  },
} as const satisfies Record<string, RouteContract>;
