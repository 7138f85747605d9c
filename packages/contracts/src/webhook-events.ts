import { z } from "zod";
import { bankCodeSchema } from "./bank-registry.ts";
import { bankAccountOwnerSchema } from "./http/bank-account-routes.ts";
import {
  decisionFields,
  processingStatusSchema,
  verificationStatusSchema,
} from "./http/verification-schemas.ts";

/** Body of a `verification.completed` webhook. Every field is present, null where unknown. */
export const verificationCompletedSchema = z
  .object({
    event: z.literal("verification.completed"),
    requestId: z.string(),
    timestamp: z.iso.datetime(),
    data: z.object({
      processingStatus: processingStatusSchema,
      status: verificationStatusSchema,
      verified: z.boolean(),
      bank: bankCodeSchema,
      amount: z
        .string()
        .nullable()
        .meta({ description: "Two places", examples: ["3.00"] }),
      currency: z.string().nullable(),
      senderName: z.string().nullable(),
      receiverName: z.string().nullable(),
      referenceNumber: z.string().nullable(),
      accountSuffix: z.string().nullable(),
      durationMs: z.int().min(0),
      completedAt: z.iso.datetime(),
      ...decisionFields,
    }),
  })
  .meta({ id: "VerificationCompletedEvent" });
export type VerificationCompleted = z.infer<typeof verificationCompletedSchema>;

/** Body of `bank_account.created`, `.updated` and `.deleted`: whoever can change where payers pay is seen doing it. */
export const bankAccountChangedSchema = z
  .object({
    event: z.enum(["bank_account.created", "bank_account.updated", "bank_account.deleted"]),
    timestamp: z.iso.datetime(),
    data: z.object({
      id: z.string(),
      bank: bankCodeSchema,
      accountNumber: z.string().meta({ description: "The last 4 characters", examples: ["****0936"] }),
      previousAccountNumber: z.string().nullable().meta({ description: "Before an update; the last 4" }),
      accountName: z.string(),
      label: z.string().nullable(),
      owner: bankAccountOwnerSchema,
      otherNames: z.array(z.string()),
    }),
  })
  .meta({ id: "BankAccountChangedEvent" });
export type BankAccountChanged = z.infer<typeof bankAccountChangedSchema>;

/** Body of `profile.updated`: names what was changed, and to what only in the API itself. */
export const profileUpdatedSchema = z
  .object({
    event: z.literal("profile.updated"),
    timestamp: z.iso.datetime(),
    data: z.object({
      changed: z.array(z.enum(["name", "businessName", "defaultWebhookUrl", "webhookSecret", "logo"])).min(1),
    }),
  })
  .meta({ id: "ProfileUpdatedEvent" });
export type ProfileUpdated = z.infer<typeof profileUpdatedSchema>;

/** Body of `account.registration_attempted`: somebody tried to register with the email of this account. */
export const registrationAttemptedSchema = z
  .object({
    event: z.literal("account.registration_attempted"),
    timestamp: z.iso.datetime(),
    data: z.object({
      requestId: z.string().meta({ description: "As in the audit log, which says from where" }),
    }),
  })
  .meta({ id: "RegistrationAttemptedEvent" });
export type RegistrationAttempted = z.infer<typeof registrationAttemptedSchema>;
