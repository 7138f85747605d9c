import { z } from "zod";
import { bankCodeSchema, bankInputSchema } from "../bank-registry.ts";
import { rolesFor } from "../roles.ts";
import { branchIdField, branchIdInput } from "./branch-routes.ts";
import { envelopeOf, listOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { plainText } from "./plain-text.ts";
import { flagField, nullableTextField, textField, timeField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

export const bankAccountOwnerSchema = z.enum(["user", "business"]).meta({
  id: "BankAccountOwner",
  description:
    "Whether the account belongs to the person or to the business. `business` needs a `businessName`.",
});

const accountNumberText = {
  description:
    "Complete account number: of `cbe` 13 digits from 1000, of a wallet a phone number in any spelling or a merchant code of 4 to 8 digits, else 5 to 20 digits.",
  examples: ["0911005678"],
};
const accountName = {
  description: "Holder of the account, as the bank prints it on receipts.",
  examples: ["Sara Coffee Trading"],
};
export const accountLabel = {
  description: "Your own short text for the account. Null for none.",
  examples: ["Till 2"],
};
const writable = {
  bank: z
    .string()
    .max(32)
    .trim()
    .toLowerCase()
    .meta({ description: "Code of a supported bank, in any case.", examples: ["telebirr"] }),
  accountNumber: plainText(64).meta(accountNumberText),
  accountName: plainText(200).meta(accountName),
  otherNames: z
    .array(plainText(200))
    .max(5)
    .meta({
      description: "Up to 5 other spellings of the holder, as the bank prints them on receipts.",
      examples: [["SARA COFFEE TRADING PLC"]],
    }),
  label: plainText(100).nullable().meta(accountLabel),
  owner: bankAccountOwnerSchema,
  branchId: branchIdInput,
};

export const bankAccountDraftSchema = z
  .object({
    ...writable,
    otherNames: writable.otherNames.default([]),
    label: writable.label.default(null),
    owner: writable.owner.default("user"),
    branchId: writable.branchId.default(null),
  })
  .meta({ id: "CreateBankAccountBody", description: "An account of yours that receives payments." });
export type BankAccountDraft = z.infer<typeof bankAccountDraftSchema>;

export const bankAccountChangeSchema = z.object(writable).partial().meta({
  id: "ChangeBankAccountBody",
  description:
    "A field that is absent or blank stays as it is. Null clears a field that may be empty, here `label` and `branchId`. It leaves the others as they are. An empty list clears `otherNames`.",
});
export type BankAccountChange = z.infer<typeof bankAccountChangeSchema>;

export const bankAccountSchema = z
  .object({
    id: textField("Id of the saved account.", ids.bankAccount),
    bank: bankCodeSchema,
    accountNumber: z.string().meta(accountNumberText),
    accountName: z.string().meta(accountName),
    label: z.string().nullable().meta(accountLabel),
    owner: bankAccountOwnerSchema,
    createdAt: timeField("When the account was saved."),
    updatedAt: timeField("When the account was last changed.", times.later),
    otherNames: writable.otherNames,
    branchId: branchIdField,
    numberFault: nullableTextField(
      "Why no account of the bank can have this number, which was saved before numbers were checked. Null if one can.",
      null,
    ),
    nameCanAgree: flagField(
      "Whether one of the names has two words that count. Without it, a receipt that hides digits never proves its receiver, and needs a review.",
      true,
    ),
  })
  .meta({
    id: "BankAccount",
    description: "A saved account, with which receivers of receipts are compared.",
  });
export type BankAccountView = z.infer<typeof bankAccountSchema>;
/** As stored. */
export type BankAccount = Omit<BankAccountView, "numberFault" | "nameCanAgree">;

export const bankAccountQuerySchema = z.object({
  bank: bankInputSchema.optional().meta({ description: "Only accounts at this bank." }),
  ...pageQuery,
});
export type BankAccountQuery = z.infer<typeof bankAccountQuerySchema>;

export const bankAccountRoutes = {
  listBankAccounts: {
    method: "get",
    path: "/api/bank-accounts",
    summary: "List saved accounts, oldest first",
    access: "verification:read",
    roles: rolesFor.management,
    query: bankAccountQuerySchema,
    responses: { 200: { description: "One page of saved accounts.", schema: listOf(bankAccountSchema) } },
  },
  getBankAccount: {
    method: "get",
    path: "/api/bank-accounts/{id}",
    summary: "Get a saved account",
    access: "verification:read",
    roles: rolesFor.management,
    responses: { 200: { description: "The saved account.", schema: envelopeOf(bankAccountSchema) } },
  },
  createBankAccount: {
    method: "post",
    path: "/api/bank-accounts",
    summary: "Save an account that receives payments",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: bankAccountDraftSchema,
    isRepeatable: true,
    responses: { 201: { description: "The saved account.", schema: envelopeOf(bankAccountSchema) } },
    errors: ["unsupported_bank", "already_exists"],
  },
  changeBankAccount: {
    method: "patch",
    path: "/api/bank-accounts/{id}",
    summary: "Change a saved account",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    body: bankAccountChangeSchema,
    responses: {
      200: { description: "The account after the change.", schema: envelopeOf(bankAccountSchema) },
    },
    errors: ["unsupported_bank", "already_exists"],
  },
  deleteBankAccount: {
    method: "delete",
    path: "/api/bank-accounts/{id}",
    summary: "Delete a saved account",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    responses: { 204: { description: "The account is deleted." } },
  },
} as const satisfies Record<string, RouteContract>;
