import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { times } from "./examples/example-values.ts";
import {
  countField,
  flagField,
  livemodeField,
  nullableTextField,
  nullableTimeField,
} from "./response-fields.ts";
import { settlementAccountMatchSchema } from "./settlement-match-schema.ts";
import {
  decisionFields,
  failureReasonSchema,
  paymentKindSchema,
  resolutionField,
  verificationStatusSchema,
} from "./verdict-schemas.ts";
import { verificationInputSchema } from "./verification-input-schema.ts";

export const confirmationHistorySchema = z
  .object({
    scope: z.literal("account").meta({
      description: "Only this account's requests and deposits count, never those of other accounts.",
    }),
    isFirstConfirmation: flagField(
      "True for exactly one request per receipt: the first that ended in `success`, if no deposit has or holds the receipt.",
      true,
    ),
    confirmedBefore: flagField(
      "True if the account had this receipt on record. A successful request counts, and so does a deposit that it confirmed or reached too late. A receipt that a deposit holds in review does not count.",
    ),
    firstConfirmedAt: nullableTimeField("When the receipt was first confirmed. Null if never.", times.ended),
    lastConfirmedAt: nullableTimeField("When the receipt was last confirmed. Null if never.", times.ended),
    confirmationCount: countField("Confirmations so far, this request included if it counted.", 1),
  })
  .meta({
    id: "ConfirmationHistory",
    description:
      "What the account has on record of the receipt. While a deposit holds it in review, requests for it count nothing.",
  });
export type ConfirmationHistory = z.infer<typeof confirmationHistorySchema>;

const verified = flagField(
  "True only if `status` is `success`: the receipt is genuine and the payment complete.",
  true,
);
export const verificationResultSchema = z
  .object({
    bank: bankCodeSchema,
    status: verificationStatusSchema,
    verified,
    amount: z
      .number()
      .nullable()
      .meta({
        description: "Amount that the receiver got, without fees, in `currency`. Null without a receipt.",
        examples: [1250],
      }),
    currency: nullableTextField("ISO 4217 code of `amount`. Null without a receipt.", "ETB"),
    senderName: nullableTextField("Payer as the bank prints it. Null if not printed.", "Abebe Kebede"),
    receiverName: nullableTextField(
      "Payee as the bank prints it. Null if not printed.",
      "Sara Coffee Trading",
    ),
    receiverAccount: nullableTextField(
      "Payee's account as the bank prints it, masks included. Null if not printed.",
      "2519****5678",
    ),
    receiverBank: bankCodeSchema.nullable().exactOptional().meta({
      description:
        "Present if a wallet paid to a bank account: that bank, or null if we do not know it. The bank has a second receipt of this payment, which counts as another one.",
    }),
    referenceNumber: nullableTextField(
      "The bank's own transaction number, else the submitted one. Null if neither is known.",
      "DC21QK2M41",
    ),
    accountSuffix: nullableTextField(
      "Account digits that opened the receipt. Null for banks that need none.",
      null,
    ),
    timestamp: nullableTimeField(
      "When the payment was made. Null without a receipt or a printed time.",
      times.paid,
    ),
    timestampPrecision: z.enum(["minute", "day"]).exactOptional().meta({
      id: "TimestampPrecision",
      description:
        "How exact `timestamp` is. `day`: the receipt has no clock time, and the value is local midnight. Absent: exact to the second.",
    }),
    livemode: livemodeField,
    paymentKind: paymentKindSchema.nullable().meta({
      description: "Kind of payment. Null without a receipt, and if the bank does not say.",
      examples: ["transfer"],
    }),
    confirmationHistory: confirmationHistorySchema,
    settlementAccountMatch: settlementAccountMatchSchema,
    failureReason: failureReasonSchema
      .nullable()
      .meta({ description: "Why there is no verdict. Null if there is one." }),
    ...decisionFields,
    ...resolutionField,
    input: verificationInputSchema
      .exactOptional()
      .meta({ description: "What was read in the file. Present if the request came as a file." }),
  })
  .meta({
    id: "VerificationResult",
    description:
      "The verdict on one receipt. Fields are null if unknown, unless they say when they are absent.",
  });
export type VerificationResult = z.infer<typeof verificationResultSchema>;
