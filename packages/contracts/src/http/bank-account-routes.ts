import { z } from "zod";
import { bankCodeSchema, bankInputSchema } from "../bank-registry.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import type { RouteContract } from "./route-contract.ts";

export const bankAccountOwnerSchema = z.enum(["user", "business"]);

const writable = {
  bank: z.string().max(32).trim().toLowerCase().meta({ description: "A supported bank" }),
  accountNumber: plainText(64).meta({ description: "The whole number; a wallet's phone in any spelling" }),
  accountName: plainText(200).meta({ description: "The holder, as the bank prints it on receipts" }),
  otherNames: z
    .array(plainText(200))
    .max(5, "must be 5 names or fewer")
    .meta({ description: "Other spellings of the holder, as the bank prints them on receipts" }),
  label: plainText(100).nullable(),
  owner: bankAccountOwnerSchema,
};

export const bankAccountDraftSchema = z.object({
  ...writable,
  otherNames: writable.otherNames.default([]),
  label: writable.label.default(null),
  owner: writable.owner.default("user").meta({ description: "business needs a businessName in the profile" }),
});
export type BankAccountDraft = z.infer<typeof bankAccountDraftSchema>;

export const bankAccountChangeSchema = z.object(writable).partial().meta({
  description:
    "A field that is absent, null or blank stays as it is; `label`, which may be null, is taken away by null",
});
export type BankAccountChange = z.infer<typeof bankAccountChangeSchema>;

export const bankAccountSchema = z
  .object({
    id: z.string(),
    bank: bankCodeSchema,
    accountNumber: z.string(),
    accountName: z.string(),
    label: z.string().nullable(),
    owner: bankAccountOwnerSchema,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    otherNames: writable.otherNames,
  })
  .meta({ id: "BankAccount" });
export type BankAccount = z.infer<typeof bankAccountSchema>;

export const bankAccountQuerySchema = z.object({
  bank: bankInputSchema.optional().meta({ description: "Only of this bank" }),
  ...pageQuery,
});
export type BankAccountQuery = z.infer<typeof bankAccountQuerySchema>;

export const bankAccountRoutes = {
  listBankAccounts: {
    method: "get",
    path: "/api/bank-accounts",
    summary: "The saved accounts that receipts are matched with, oldest first",
    access: "verification:read",
    query: bankAccountQuerySchema,
    responses: { 200: { description: "A page of accounts", schema: listOf(bankAccountSchema) } },
  },
  getBankAccount: {
    method: "get",
    path: "/api/bank-accounts/{id}",
    summary: "One saved account",
    access: "verification:read",
    responses: { 200: { description: "The account", schema: envelopeOf(bankAccountSchema) } },
  },
  createBankAccount: {
    method: "post",
    path: "/api/bank-accounts",
    summary: "Save an account",
    access: "session",
    body: bankAccountDraftSchema,
    responses: { 201: { description: "The account", schema: envelopeOf(bankAccountSchema) } },
    errors: ["unsupported_bank", "already_exists"],
  },
  changeBankAccount: {
    method: "patch",
    path: "/api/bank-accounts/{id}",
    summary: "Change a saved account",
    access: "session",
    body: bankAccountChangeSchema,
    responses: { 200: { description: "The account as it is now", schema: envelopeOf(bankAccountSchema) } },
    errors: ["unsupported_bank", "already_exists"],
  },
  deleteBankAccount: {
    method: "delete",
    path: "/api/bank-accounts/{id}",
    summary: "Forget a saved account",
    access: "session",
    responses: { 204: { description: "It is gone" } },
  },
} as const satisfies Record<string, RouteContract>;
