import { z } from "zod";
import { bankCodeSchema } from "./bank-registry.ts";
import type { EventType } from "./event-types.ts";
import { accountLabel, bankAccountOwnerSchema } from "./http/bank-account-routes.ts";
import { batchFields } from "./http/batch-schemas.ts";
import { depositEventTypes } from "./http/deposit-fields.ts";
import { depositEventSchema } from "./http/deposit-schemas.ts";
import { ids, times } from "./http/examples/example-values.ts";
import {
  countField,
  livemodeField,
  nullableTextField,
  textField,
  timeField,
} from "./http/response-fields.ts";
import { settlementAccountMatchSchema } from "./http/settlement-match-schema.ts";
import {
  decisionFields,
  processingStatusSchema,
  resolutionSchema,
  verificationStatusSchema,
} from "./http/verdict-schemas.ts";
import { confirmationHistorySchema, verificationResultSchema } from "./http/verification-result-schema.ts";

const eventName = "Name of the event, also in `X-Webhook-Event`.";

/** Fields that every body has, so that one receiver can read them in every type. */
const everyBody = <Type extends EventType>(type: Type, createdAt: string) => ({
  id: textField("Id of the event. Skip ids that you have processed.", ids.event),
  type: z.literal(type).meta({ description: eventName }),
  createdAt: timeField(createdAt),
  livemode: livemodeField,
  test: z
    .literal(true)
    .optional()
    .meta({ description: "True on samples that you send yourself: nothing has happened. Otherwise absent." }),
});
const { verified, currency, senderName, receiverName, referenceNumber, accountSuffix } =
  verificationResultSchema.shape;

const completedFields = {
  processingStatus: processingStatusSchema,
  status: verificationStatusSchema,
  verified,
  bank: bankCodeSchema,
  amount: nullableTextField(
    "Amount that the receiver got, without fees, with two decimals. Null without a receipt.",
    "3.00",
  ),
  currency,
  senderName,
  receiverName,
  referenceNumber,
  accountSuffix,
  durationMs: countField("Milliseconds from submission to verdict.", 884),
  completedAt: timeField("When the request finished.", times.ended),
  ...decisionFields,
  settlementAccountMatch: settlementAccountMatchSchema,
  input: verificationResultSchema.shape.input,
  confirmationHistory: confirmationHistorySchema,
};

/** Body of a `verification.completed` webhook. Every field is present, and null if unknown. */
export const verificationCompletedSchema = z
  .object({
    event: z.literal("verification.completed").meta({ description: "The same as `type`." }),
    requestId: textField("Id of the verification request.", ids.request),
    ...everyBody("verification.completed", "When the request finished."),
    timestamp: timeField("When the request finished.", times.ended),
    data: z.object(completedFields).meta({
      id: "CompletedVerification",
      description: "The verdict, with the main fields of the receipt.",
    }),
  })
  .meta({
    id: "VerificationCompletedEvent",
    description: "Reports that a verification request has finished.",
  });
export type VerificationCompleted = z.infer<typeof verificationCompletedSchema>;

/** Body of a `verification.resolved` webhook. */
export const verificationResolvedSchema = z
  .object({
    event: z.literal("verification.resolved").meta({ description: "The same as `type`." }),
    requestId: textField("Id of the verification request.", ids.request),
    ...everyBody("verification.resolved", "When the person decided."),
    timestamp: timeField("The same as `createdAt`.", times.later),
    data: z.object({ ...completedFields, resolution: resolutionSchema }).meta({
      id: "ResolvedVerification",
      description: "The verdict as in `verification.completed`, with the person's decision.",
    }),
  })
  .meta({
    id: "VerificationResolvedEvent",
    description: "Reports that a person has decided about a request that was in review.",
  });
export type VerificationResolved = z.infer<typeof verificationResolvedSchema>;

/** Body of `batch.completed`. */
export const batchCompletedSchema = z
  .object({
    event: z.literal("batch.completed").meta({ description: "The same as `type`." }),
    timestamp: timeField("The same as `createdAt`."),
    ...everyBody("batch.completed", "When the last item ended."),
    data: z
      .object({
        ...batchFields,
        completedAt: timeField("When the last item ended.", times.later),
      })
      .meta({ id: "CompletedBatch", description: "The batch, with the counts of its verdicts." }),
  })
  .meta({ id: "BatchCompletedEvent", description: "Reports that the last item of a batch has ended." });

export type BatchCompleted = z.infer<typeof batchCompletedSchema>;

const bankAccountEvent = z
  .enum(["bank_account.created", "bank_account.updated", "bank_account.deleted"])
  .meta({
    id: "BankAccountEventType",
    description: "What happened to the saved account. Also in `X-Webhook-Event`.",
  });

/** Body of `bank_account.created`, `.updated` and `.deleted`, so that a change of where payers pay is noticed. */
export const bankAccountChangedSchema = z
  .object({
    event: bankAccountEvent,
    timestamp: timeField("The same as `createdAt`."),
    id: textField("Id of the event. Skip ids that you have processed.", ids.event),
    type: bankAccountEvent,
    createdAt: timeField("When the saved account changed."),
    livemode: livemodeField,
    data: z
      .object({
        id: textField("Id of the saved account.", ids.bankAccount),
        bank: bankCodeSchema,
        accountNumber: textField("Account number with only its last 4 characters.", "****0936"),
        previousAccountNumber: nullableTextField(
          "Number before an update, with only its last 4 characters. Otherwise null.",
          "****1234",
        ),
        accountName: textField("Holder of the account, as the bank prints it.", "Sara Coffee Trading"),
        label: z.string().nullable().meta(accountLabel),
        owner: bankAccountOwnerSchema,
        otherNames: z.array(z.string()).meta({
          description: "Other spellings of the holder on receipts.",
          examples: [["SARA COFFEE TRADING PLC"]],
        }),
      })
      .meta({ id: "ChangedBankAccount", description: "The saved account after the change." }),
  })
  .meta({ id: "BankAccountChangedEvent", description: "Reports that a saved account was changed." });
export type BankAccountChanged = z.infer<typeof bankAccountChangedSchema>;

/** Body of `profile.updated`. It names the changed fields, and the API returns their values. */
export const profileUpdatedSchema = z
  .object({
    event: z.literal("profile.updated").meta({ description: "The same as `type`." }),
    timestamp: timeField("The same as `createdAt`."),
    ...everyBody("profile.updated", "When the profile was changed."),
    data: z
      .object({
        changed: z
          .array(
            z
              .enum(["name", "businessName", "defaultWebhookUrl", "webhookSecret", "logo"])
              .meta({ id: "ProfileField", description: "One part of the profile." }),
          )
          .min(1)
          .meta({
            description: "Parts of the profile with a new value. `GET /api/profile` returns the values.",
          }),
      })
      .meta({ id: "UpdatedProfile", description: "Which parts of the profile have a new value." }),
  })
  .meta({ id: "ProfileUpdatedEvent", description: "Reports that the profile was changed." });
export type ProfileUpdated = z.infer<typeof profileUpdatedSchema>;

/** Body of `account.registration_attempted`: a registration with the email of this account. */
export const registrationAttemptedSchema = z
  .object({
    event: z.literal("account.registration_attempted").meta({ description: "The same as `type`." }),
    timestamp: timeField("The same as `createdAt`."),
    ...everyBody("account.registration_attempted", "When the registration was attempted."),
    data: z
      .object({
        requestId: textField(
          "Id of the call. The audit log has its IP address under this id.",
          "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55",
        ),
      })
      .meta({ id: "RegistrationAttempt", description: "The call that tried to register." }),
  })
  .meta({
    id: "RegistrationAttemptedEvent",
    description: "Reports that the account's email was used for another registration.",
  });
export type RegistrationAttempted = z.infer<typeof registrationAttemptedSchema>;

/** Body of `credits.low`. */
export const creditsLowSchema = z
  .object({
    ...everyBody("credits.low", "When the balance fell."),
    data: z
      .object({
        balance: countField("Credits left when the event was created.", 49),
        lowBalance: countField("The event is sent when the balance falls below this.", 50),
      })
      .meta({ id: "LowCredits", description: "The balance of the account." }),
  })
  .meta({ id: "CreditsLowEvent", description: "Reports that few credits are left. At most one an hour." });

/** Body of `webhook.test`, which is sent on request alone. */
export const webhookTestSchema = z
  .object({
    ...everyBody("webhook.test", "When the sample was sent."),
    test: z.literal(true).meta({ description: "Always true: nothing has happened." }),
    data: z
      .object({
        message: textField("Text for people.", "This is a test. Respond with any 2xx status."),
      })
      .meta({ id: "WebhookTest", description: "Nothing but a text." }),
  })
  .meta({ id: "WebhookTestEvent", description: "Reports nothing: it shows that webhooks arrive." });

/** The body of every event. */
export const eventSchemas: Readonly<Record<EventType, z.ZodType>> = {
  "verification.completed": verificationCompletedSchema,
  "verification.resolved": verificationResolvedSchema,
  "batch.completed": batchCompletedSchema,
  ...(Object.fromEntries(depositEventTypes.map((type) => [type, depositEventSchema])) as Record<
    (typeof depositEventTypes)[number],
    typeof depositEventSchema
  >),
  "bank_account.created": bankAccountChangedSchema,
  "bank_account.updated": bankAccountChangedSchema,
  "bank_account.deleted": bankAccountChangedSchema,
  "profile.updated": profileUpdatedSchema,
  "account.registration_attempted": registrationAttemptedSchema,
  "credits.low": creditsLowSchema,
  "webhook.test": webhookTestSchema,
};
