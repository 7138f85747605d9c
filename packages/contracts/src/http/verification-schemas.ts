import { z } from "zod";
import { bankCodeSchema, bankInputSchema } from "../bank-registry.ts";
import { amountFault } from "../money.ts";
import { expectBodySchema } from "./expectation.ts";
import { pageQuery } from "./page-query.ts";
import { periodQuery } from "./period-query.ts";
import { plainText } from "./plain-text.ts";

export const processingStatusSchema = z
  .enum(["queued", "running", "completed", "failed"])
  .meta({ id: "ProcessingStatus" });
export const verificationStatusSchema = z
  .enum(["success", "failed", "not_found", "pending"])
  .meta({ id: "VerificationStatus" });
export const failureReasonSchema = z
  .enum(["bank_response_unrecognized", "bank_unavailable", "deadline_exceeded"])
  .meta({ id: "FailureReason" });
export type ProcessingStatus = z.infer<typeof processingStatusSchema>;
export type VerificationStatus = z.infer<typeof verificationStatusSchema>;
export type FailureReason = z.infer<typeof failureReasonSchema>;

export function isTerminal(processingStatus: ProcessingStatus): boolean {
  return processingStatus === "completed" || processingStatus === "failed";
}

export const decisionSchema = z.enum(["accept", "review", "reject"]).meta({ id: "Decision" });
export const decisionReasonSchema = z
  .enum([
    "not_verified",
    "wrong_receiver",
    "amount_too_low",
    "paid_too_early",
    "already_confirmed",
    "receiver_not_proven",
    "receiver_not_checked",
    "receiver_ambiguous",
    "amount_unknown",
  ])
  .meta({ id: "DecisionReason" });
export type Decision = z.infer<typeof decisionSchema>;
export type DecisionReason = z.infer<typeof decisionReasonSchema>;

/** May the goods be handed over? */
export const decisionFields = {
  decision: decisionSchema.nullable().meta({
    description:
      "May the goods be handed over? `accept`: yes. `review`: a person must look. `reject`: no. Null while pending, and for requests that were accepted before there were decisions: treat those as `review`",
  }),
  decisionReasons: z
    .array(decisionReasonSchema)
    .meta({ description: "Why not `accept`, the most important reason first; empty with `accept`" }),
};
export interface ResultDecision {
  readonly decision: Decision | null;
  readonly decisionReasons: DecisionReason[];
}

/** Long enough for a pasted SMS, short enough that no pattern can be made to sweat. */
const identifierText = z.string().max(2_000);

/** Unknown fields are ignored here: integrators send extra ones. */
export const verifyBodySchema = z.object({
  bank: z.string().max(32).trim().toLowerCase().optional().meta({
    description: "Bank code, in any case; when present it always wins",
  }),
  referenceNumber: identifierText.optional(),
  reference: identifierText
    .optional()
    .meta({ description: "Alias of referenceNumber", examples: ["DJ57QK2M41"] }),
  transactionNumber: identifierText.optional().meta({ description: "Alias of reference (telebirr, mpesa)" }),
  receiptNumber: identifierText.optional().meta({ description: "Alias of reference (cbebirr)" }),
  accountSuffix: identifierText.optional(),
  suffix: identifierText
    .optional()
    .meta({ description: "Alias of accountSuffix: 8 digits for cbe, 5 for boa" }),
  phone: identifierText.optional(),
  phoneNumber: identifierText.optional().meta({ description: "Alias of phone" }),
  settlementAccount: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Expected receiver account or phone" }),
  webhookUrl: z.string().max(2_048).optional().meta({ description: "Same meaning as header X-Webhook-Url" }),
  expect: expectBodySchema
    .nullish()
    .meta({ description: "What the payment must fulfil for `decision` to be `accept`" }),
});
export type VerifyBody = z.infer<typeof verifyBodySchema>;

const isoTime = z.iso.datetime().meta({ description: "ISO 8601, UTC, milliseconds" });

export const confirmationHistorySchema = z
  .object({
    scope: z.literal("account"),
    isFirstConfirmation: z.boolean(),
    confirmedBefore: z.boolean().meta({
      description:
        "The account had this receipt on record: by a request that ended in success, or by a deposit that it has confirmed, that holds it in review or that it came too late for",
    }),
    firstConfirmedAt: isoTime.nullable(),
    lastConfirmedAt: isoTime.nullable(),
    confirmationCount: z.int().min(0),
  })
  .meta({
    id: "ConfirmationHistory",
    description:
      "What the account has on record of the receipt. A deposit's hold counts while it lasts, and not any more once the receipt is let go",
  });
export type ConfirmationHistory = z.infer<typeof confirmationHistorySchema>;

export const settlementReasonSchema = z.enum([
  "receiver_account_exact_match",
  "receiver_mask_matches_visible_digits",
  "receiver_suffix_matches",
  "no_registered_accounts",
  "missing_receiver_account",
  "candidate_account_mismatch",
  "ambiguous_registered_accounts",
  "verification_not_successful",
]);

const matchedAccountIds = {
  matchedUserBankAccountId: z.string().nullable(),
  matchedBusinessBankAccountId: z.string().nullable(),
};
const matchType = z.enum(["exact", "masked_pattern", "suffix", "unmatched"]);

export const settlementAccountMatchSchema = z
  .object({
    matched: z.boolean(),
    matchType,
    matchConfidence: z.enum(["high", "medium", "none"]),
    source: z.enum(["request", "account_registry"]),
    bank: bankCodeSchema,
    receiverAccount: z.string().optional(),
    matchedSettlementAccount: z.string().optional(),
    ...matchedAccountIds,
    candidateCount: z.int().min(0),
    ambiguous: z.boolean(),
    reason: settlementReasonSchema,
    proof: z.enum(["account", "opened", "mask_and_name", "mask_only", "none"]).exactOptional().meta({
      description:
        "How far the receipt proves it. account: it prints the whole number. opened: the bank opened it with your account's digits. mask_and_name: visible digits and printed name match. mask_only: the digits alone, which a stranger's account may share. none: not matched. Absent from results of before there were proofs",
    }),
    nameMatch: z.enum(["agrees", "differs", "unknown"]).exactOptional().meta({
      description:
        "The printed receiver against the names of the matched account, or `expect.receiverName`; unknown where either is missing",
    }),
    debug: z
      .object({
        receiverAccount: z.string().nullable(),
        candidateCount: z.int().min(0),
        matchType,
        visiblePrefix: z.string().nullable(),
        visibleSuffix: z.string().nullable(),
        visibleCharacterCount: z.int().min(0),
        ...matchedAccountIds,
      })
      .optional()
      .meta({ description: "Present with ?debug=true" }),
  })
  .meta({ id: "SettlementAccountMatch" });

export const verificationResultSchema = z
  .object({
    bank: bankCodeSchema,
    status: verificationStatusSchema,
    verified: z.boolean(),
    amount: z.number().nullable().meta({ description: "What the receiver got, fees left out" }),
    currency: z.string().nullable(),
    senderName: z.string().nullable(),
    receiverName: z.string().nullable(),
    receiverAccount: z.string().nullable().meta({ description: "As the bank prints it, masks included" }),
    receiverBank: bankCodeSchema.nullable().exactOptional().meta({
      description:
        "Present where a wallet paid to an account at a bank: the bank that has it, null for one that this service does not know. That payment has a second receipt, the bank's own, which counts as another one",
    }),
    referenceNumber: z.string().nullable(),
    accountSuffix: z.string().nullable(),
    timestamp: isoTime.nullable().meta({ description: "When the payment was made" }),
    timestampPrecision: z.enum(["minute", "day"]).exactOptional().meta({
      description:
        "How exactly the document tells the time (`day`: the timestamp is local midnight). Absent: to the second",
    }),
    confirmationHistory: confirmationHistorySchema,
    settlementAccountMatch: settlementAccountMatchSchema,
    failureReason: failureReasonSchema.nullable(),
    ...decisionFields,
  })
  .meta({ id: "VerificationResult" });
export type VerificationResult = z.infer<typeof verificationResultSchema>;

const verificationStateFields = {
  requestId: z.string(),
  bank: bankCodeSchema,
  processingStatus: processingStatusSchema,
  status: verificationStatusSchema,
  verified: z.boolean(),
};

const sourceField = {
  source: z.enum(["api", "checkout"]).meta({
    description: "checkout: the receipt was sent for a deposit, which decides what becomes of it",
  }),
};

export const statusRecordSchema = z
  .object({
    ...verificationStateFields,
    ...sourceField,
    createdAt: isoTime,
    completedAt: isoTime.optional().meta({ description: "Present when finished" }),
    durationMs: z.int().min(0).nullable(),
    failureReason: failureReasonSchema.nullable(),
    result: verificationResultSchema.nullable().meta({ description: "The result item, when finished" }),
    ...decisionFields,
    links: z
      .object({
        statusUrl: z.url(),
        pollAfterMs: z.int().min(1).meta({
          description:
            "How long to wait before the next poll; grows with the age of the request, to 5 seconds",
        }),
      })
      .exactOptional()
      .meta({ description: "Present while unfinished" }),
  })
  .meta({ id: "VerificationStatusRecord" });
export type StatusRecord = z.infer<typeof statusRecordSchema>;

export const bankAttemptsSchema = z
  .object({
    startedAt: isoTime.nullable().meta({ description: "When a worker took the request for the first time" }),
    isParked: z.boolean().meta({ description: "It waits because the bank does not answer" }),
    answeredFrom: z.enum(["bank", "cache"]).nullable().meta({
      description: "Null while it has not been answered, and where that was not recorded",
    }),
    attempts: z
      .array(
        z.object({
          startedAt: isoTime,
          durationMs: z.int().min(0),
          outcome: z.enum(["document", "not_found", "unavailable", "unreadable"]).meta({
            description:
              "document: the bank showed one. unavailable: it did not answer. unreadable: what it said is not known",
          }),
          about: z.enum(["receipt", "receiver"]).meta({
            description:
              "receipt: asked for the receipt. receiver: asked whether the digits of your own account open it (`proof: opened`)",
          }),
        }),
      )
      .meta({
        description:
          "Oldest first, known once the request has ended or is parked. Requests for one receipt at one moment share them",
      }),
  })
  .meta({ id: "BankAttempts" });
export type BankAttempts = z.infer<typeof bankAttemptsSchema>;

export const historyItemSchema = z
  .object({
    ...verificationStateFields,
    ...sourceField,
    durationMs: z.int().min(0).nullable(),
    createdAt: isoTime,
    ...decisionFields,
    ...verificationResultSchema.pick({
      ...{ referenceNumber: true, amount: true, currency: true, senderName: true },
      ...{ receiverName: true, receiverAccount: true, timestamp: true },
    }).shape,
  })
  .meta({ id: "VerificationHistoryItem" });

export const submitCompletedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.array(verificationResultSchema).length(1),
  requestId: z.string(),
  verification: z.object(verificationStateFields),
  links: z.object({ statusUrl: z.url() }),
});

export const submitQueuedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.array(verificationResultSchema).length(0),
  requestId: z.string(),
  statusUrl: z.url(),
  estimatedWaitMs: z.int().min(1),
  verification: z.object(verificationStateFields),
  links: z.object({ statusUrl: z.url(), pollAfterMs: z.int().min(1), webhookRegistered: z.boolean() }),
});

export const testWebhookBodySchema = z.object({
  webhookUrl: z
    .string()
    .max(2_048)
    .meta({ description: "Where the sample is sent, such as https://example.com/hook" }),
  scenario: z.enum(["success", "failed", "not_found"]).default("success"),
});
export type TestWebhookScenario = z.infer<typeof testWebhookBodySchema>["scenario"];

export const testWebhookResultSchema = z.object({
  delivered: z.boolean(),
  deliveryId: z.string(),
  statusCode: z.int().nullable(),
  durationMs: z.int().min(0),
  error: z.enum(["status", "no_answer"]).nullable().meta({
    description:
      "status: another answer than 2xx. no_answer: none at all, told after 10 s whatever the cause, a closed port included, so that ports cannot be scanned; the attempts of a real delivery say why",
  }),
  signed: z.boolean(),
});
export type TestWebhookResult = z.infer<typeof testWebhookResultSchema>;

const amountText = z
  .string()
  .trim()
  .regex(/^\d{1,12}(?:\.\d{1,2})?$/, {
    error: ({ input }) => amountFault(input, "must be an amount such as 1250.00, with at most two decimals"),
  });

/** Query parameters arrive as text; a repeated parameter arrives as an array and is refused. */
export const historyQuerySchema = z.object({
  bank: bankInputSchema.optional().meta({ description: "Only of this bank" }),
  status: verificationStatusSchema.optional().meta({ description: "Only with this status" }),
  processingStatus: processingStatusSchema.optional().meta({ description: "Only in this state" }),
  decision: decisionSchema.optional().meta({ description: "Only with this decision" }),
  reference: plainText(200)
    .toUpperCase()
    .optional()
    .meta({
      description: "Only this receipt: the whole reference as submitted, or the bank's own, in any case",
      examples: ["DJ57QK2M41"],
    }),
  amountMin: amountText.optional().meta({ description: "Only of this amount or more", examples: ["100.00"] }),
  amountMax: amountText
    .optional()
    .meta({ description: "Only of this amount or less", examples: ["2500.00"] }),
  receiver: plainText(200)
    .optional()
    .meta({
      description: "Only where this is a part of the receiver's name or account, in any case",
      examples: ["Sara Trading"],
    }),
  ...periodQuery,
  ...pageQuery,
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const verifyQuerySchema = z.object({
  waitMs: z
    .string()
    .regex(/^\d+$/, "must be a whole number of milliseconds, 0 or more")
    .transform(Number)
    .optional()
    .meta({
      description: "How long to wait for the verdict, in milliseconds; lowered to the cap",
      wire: { type: "integer", minimum: 0 },
    }),
  debug: z
    .enum(["true", "false"])
    .optional()
    .meta({ description: "true adds settlementAccountMatch.debug", wire: { type: "boolean" } }),
});

export const statusQuerySchema = verifyQuerySchema.pick({ debug: true });
