import { z } from "zod";
import { bankCodeSchema, bankInputSchema } from "../bank-registry.ts";
import { amountFault } from "../money.ts";
import { message, success } from "./envelope.ts";
import { ids, times, webhookUrl } from "./examples/example-values.ts";
import { expectBodySchema } from "./expectation.ts";
import { pageQuery } from "./page-query.ts";
import { periodQuery } from "./period-query.ts";
import { plainText } from "./plain-text.ts";
import {
  countField,
  idField,
  nullableTimeField,
  statusLinkSchema,
  statusUrlField,
  timeField,
} from "./response-fields.ts";

export const processingStatusSchema = z.enum(["queued", "running", "completed", "failed"]).meta({
  id: "ProcessingStatus",
  description:
    "How far the work on a request is. `queued`: no worker has it yet. `running`: the bank is being queried. `completed`: there is a verdict. `failed`: no verdict was possible, and the credit was refunded.",
});
export const verificationStatusSchema = z.enum(["success", "failed", "not_found", "pending"]).meta({
  id: "VerificationStatus",
  description:
    "The verdict. `success`: the receipt is genuine. `not_found`: the bank has no such receipt. `failed`: the payment was reversed or failed, or there is no verdict. `pending`: not finished.",
});
export const failureReasonSchema = z
  .enum(["bank_response_unrecognized", "bank_unavailable", "deadline_exceeded"])
  .meta({
    id: "FailureReason",
    description:
      "Why there is no verdict. `bank_response_unrecognized`: we could not read the bank's document. `bank_unavailable`: the bank did not respond. `deadline_exceeded`: the request expired before a bank attempt.",
  });
export type ProcessingStatus = z.infer<typeof processingStatusSchema>;
export type VerificationStatus = z.infer<typeof verificationStatusSchema>;
export type FailureReason = z.infer<typeof failureReasonSchema>;

export function isTerminal(processingStatus: ProcessingStatus): boolean {
  return processingStatus === "completed" || processingStatus === "failed";
}

export const decisionSchema = z.enum(["accept", "review", "reject"]).meta({
  id: "Decision",
  description:
    "Whether to deliver the goods. `accept`: deliver. `review`: a person must check first. `reject`: do not deliver.",
});
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
  .meta({
    id: "DecisionReason",
    description:
      "One reason why a decision is `review` or `reject`. The guide to settlement match explains each.",
  });
export type Decision = z.infer<typeof decisionSchema>;
export type DecisionReason = z.infer<typeof decisionReasonSchema>;

/** Whether to deliver the goods, and why not. */
export const decisionFields = {
  decision: decisionSchema.nullable().meta({
    description:
      "Whether to deliver the goods. `accept`: yes. `review`: a person must check. `reject`: no. Null while pending, and for requests from before decisions existed: treat null as `review`.",
  }),
  decisionReasons: z
    .array(decisionReasonSchema)
    .meta({ description: "Why the decision is not `accept`, most important first. Empty with `accept`." }),
};
export interface ResultDecision {
  readonly decision: Decision | null;
  readonly decisionReasons: DecisionReason[];
}

/** Long enough for a pasted SMS, short enough for every pattern to match quickly. */
const identifierText = z.string().max(2_000);

/** Ignores unknown fields: integrators send extra ones. */
export const verifyBodySchema = z
  .object({
    bank: z
      .string()
      .max(32)
      .trim()
      .toLowerCase()
      .optional()
      .meta({
        description: "Bank code in any case. If absent, it is detected from the reference, link or SMS.",
        examples: ["telebirr"],
      }),
    referenceNumber: identifierText.optional().meta({
      description: "Transaction reference on the receipt, the receipt's link, or the whole SMS of the bank.",
      examples: ["DJ57QK2M41"],
    }),
    reference: identifierText
      .optional()
      .meta({ description: "Alias of `referenceNumber`.", examples: ["DJ57QK2M41"] }),
    transactionNumber: identifierText.optional().meta({
      description: "Alias of `referenceNumber`, as telebirr and M-PESA call it.",
      examples: ["DJ57QK2M41"],
    }),
    receiptNumber: identifierText.optional().meta({
      description: "Alias of `referenceNumber`, as CBE Birr calls it.",
      examples: ["DJ53HK9F8M"],
    }),
    accountSuffix: identifierText.optional().meta({
      description: "Last digits of the payer's or receiver's account: 8 for `cbe`, 5 for `boa`.",
      examples: ["12345678"],
    }),
    suffix: identifierText
      .optional()
      .meta({ description: "Alias of `accountSuffix`.", examples: ["12345678"] }),
    phone: identifierText.optional().meta({
      description: "Phone number of the payer's wallet, in any spelling. `cbebirr` requires it.",
      examples: ["0911223344"],
    }),
    phoneNumber: identifierText
      .optional()
      .meta({ description: "Alias of `phone`, with the same meaning.", examples: ["0911223344"] }),
    settlementAccount: z
      .string()
      .max(64)
      .optional()
      .meta({
        description:
          "Account or phone number that should have received the payment, complete. If absent, your saved accounts are compared.",
        examples: ["0911005678"],
      }),
    webhookUrl: z
      .string()
      .max(2_048)
      .optional()
      .meta({
        description:
          "Public https address that gets the result of this request. If absent: the profile's default webhook.",
        examples: [webhookUrl],
      }),
    expect: expectBodySchema
      .nullish()
      .meta({ description: "Conditions that the payment must meet for `decision` to be `accept`." }),
  })
  .meta({
    id: "SubmitVerificationBody",
    description: "The receipt to verify, and what you expect of its payment. Unknown fields are ignored.",
  });
export type VerifyBody = z.infer<typeof verifyBodySchema>;

export const confirmationHistorySchema = z
  .object({
    scope: z.literal("account").meta({
      description: "Only this account's requests and deposits count, never those of other accounts.",
    }),
    isFirstConfirmation: z.boolean().meta({
      description:
        "True for exactly one request per receipt: the first that ended in `success`, if no deposit has the receipt.",
    }),
    confirmedBefore: z.boolean().meta({
      description:
        "True if the account had this receipt on record. A successful request counts, and so does a deposit that it confirmed, reached too late, or is held in review for.",
    }),
    firstConfirmedAt: nullableTimeField("When the receipt was first confirmed. Null if never.", times.ended),
    lastConfirmedAt: nullableTimeField("When the receipt was last confirmed. Null if never.", times.ended),
    confirmationCount: countField("Confirmations so far, this request included if it succeeded."),
  })
  .meta({
    id: "ConfirmationHistory",
    description:
      "What the account has on record of the receipt. A receipt held in review counts while the review lasts.",
  });
export type ConfirmationHistory = z.infer<typeof confirmationHistorySchema>;

export const settlementReasonSchema = z
  .enum([
    "receiver_account_exact_match",
    "receiver_mask_matches_visible_digits",
    "receiver_suffix_matches",
    "no_registered_accounts",
    "missing_receiver_account",
    "candidate_account_mismatch",
    "ambiguous_registered_accounts",
    "verification_not_successful",
  ])
  .meta({
    id: "SettlementMatchReason",
    description: "Why the receiver matches or not. The guide to settlement match explains each reason.",
  });

const matchedAccountIds = {
  matchedUserBankAccountId: z
    .string()
    .nullable()
    .meta({
      description: "Id of the matched saved account with owner `user`. Null if another or none matched.",
      examples: [ids.bankAccount],
    }),
  matchedBusinessBankAccountId: z
    .string()
    .nullable()
    .meta({
      description: "Id of the matched saved account with owner `business`. Null if another or none matched.",
      examples: [ids.bankAccount],
    }),
};
const matchType = z.enum(["exact", "masked_pattern", "suffix", "unmatched"]).meta({
  id: "SettlementMatchType",
  description:
    "How the numbers agree. `exact`: completely. `masked_pattern`: in all digits that the mask shows. `suffix`: in the last digits. `unmatched`: not.",
});
const candidateCount = countField("Accounts that the receiver was compared with.");

const matchDebugSchema = z
  .object({
    receiverAccount: z
      .string()
      .nullable()
      .meta({
        description: "Receiver as the receipt prints it. Null if it prints none.",
        examples: ["2519****5678"],
      }),
    candidateCount,
    matchType,
    visiblePrefix: z
      .string()
      .nullable()
      .meta({
        description: "Digits before the mask, or the whole number without a mask. Null without a receiver.",
        examples: ["09"],
      }),
    visibleSuffix: z
      .string()
      .nullable()
      .meta({ description: "Digits after the mask. Null without a mask or a receiver.", examples: ["5678"] }),
    visibleCharacterCount: countField("Digits of the receiver's number that the receipt shows."),
    ...matchedAccountIds,
  })
  .meta({
    id: "SettlementMatchDebug",
    description: "How the receiver was read and compared. Only with `?debug=true`.",
  });

export const settlementAccountMatchSchema = z
  .object({
    matched: z
      .boolean()
      .meta({ description: "True if the payment went to exactly one of the accounts that you expect." }),
    matchType,
    matchConfidence: z.enum(["high", "medium", "none"]).meta({
      id: "SettlementMatchConfidence",
      description:
        "How many digits agree. `high`: all, or 4 and more. `medium`: 3, or the last digits alone. `none`: no match.",
    }),
    source: z.enum(["request", "account_registry"]).meta({
      id: "SettlementMatchSource",
      description:
        "What the receiver was compared with: the `settlementAccount` of the `request`, or your saved accounts.",
    }),
    bank: bankCodeSchema,
    receiverAccount: z
      .string()
      .optional()
      .meta({
        description: "Receiver as the receipt prints it, masks included. Absent if it prints none.",
        examples: ["2519****5678"],
      }),
    matchedSettlementAccount: z
      .string()
      .optional()
      .meta({
        description: "Your account that received the payment. Absent without a match.",
        examples: ["0911005678"],
      }),
    ...matchedAccountIds,
    candidateCount,
    ambiguous: z
      .boolean()
      .meta({ description: "True if several of your accounts match equally well, so that none was chosen." }),
    reason: settlementReasonSchema,
    proof: z.enum(["account", "opened", "mask_and_name", "mask_only", "none"]).exactOptional().meta({
      id: "ReceiverProof",
      description:
        "How far the receipt proves the receiver. `account`: it prints the whole number. `opened`: the bank opened it with your account's digits. `mask_and_name`: visible digits and printed name agree. `mask_only`: the digits alone, which a stranger's account may share. `none`: not matched. Absent in old results.",
    }),
    nameMatch: z.enum(["agrees", "differs", "unknown"]).exactOptional().meta({
      id: "NameMatch",
      description:
        "The printed receiver compared with the matched account's names, or with `expect.receiverName`. `unknown` if either is missing. Absent in old results.",
    }),
    debug: matchDebugSchema
      .optional()
      .meta({ description: "How the receiver was read and compared. Present with `?debug=true`." }),
  })
  .meta({
    id: "SettlementAccountMatch",
    description: "Whether the payment went to the account that you expect, and how sure that is.",
  });

const verified = z.boolean().meta({
  description: "True only if `status` is `success`: the receipt is genuine and the payment complete.",
});

const receiptFields = {
  amount: z
    .number()
    .nullable()
    .meta({
      description: "Amount that the receiver got, without fees, in `currency`. Null without a receipt.",
      examples: [1250],
    }),
  currency: z
    .string()
    .nullable()
    .meta({ description: "ISO 4217 code of `amount`. Null without a receipt.", examples: ["ETB"] }),
  senderName: z
    .string()
    .nullable()
    .meta({ description: "Payer as the bank prints it. Null if not printed.", examples: ["Abebe Kebede"] }),
  receiverName: z
    .string()
    .nullable()
    .meta({ description: "Payee as the bank prints it. Null if not printed.", examples: ["Sara Trading"] }),
  receiverAccount: z
    .string()
    .nullable()
    .meta({
      description: "Payee's account as the bank prints it, masks included. Null if not printed.",
      examples: ["2519****5678"],
    }),
  referenceNumber: z
    .string()
    .nullable()
    .meta({
      description: "The bank's own transaction number, else the submitted one. Null if neither is known.",
      examples: ["DC21QK2M41"],
    }),
  timestamp: nullableTimeField(
    "When the payment was made. Null without a receipt or a printed time.",
    times.paid,
  ),
};
const { amount, currency, senderName, receiverName, receiverAccount, referenceNumber, timestamp } =
  receiptFields;

export const verificationResultSchema = z
  .object({
    bank: bankCodeSchema,
    status: verificationStatusSchema,
    verified,
    amount,
    currency,
    senderName,
    receiverName,
    receiverAccount,
    receiverBank: bankCodeSchema.nullable().exactOptional().meta({
      description:
        "Present if a wallet paid to a bank account: that bank, or null if we do not know it. The bank has a second receipt of this payment, which counts as another one.",
    }),
    referenceNumber,
    accountSuffix: z
      .string()
      .nullable()
      .meta({
        description: "Account digits that opened the receipt. Null for banks that need none.",
        examples: ["12345678"],
      }),
    timestamp,
    timestampPrecision: z.enum(["minute", "day"]).exactOptional().meta({
      id: "TimestampPrecision",
      description:
        "How exact `timestamp` is. `day`: the receipt has no clock time, and the value is local midnight. Absent: exact to the second.",
    }),
    confirmationHistory: confirmationHistorySchema,
    settlementAccountMatch: settlementAccountMatchSchema,
    failureReason: failureReasonSchema
      .nullable()
      .meta({ description: "Why there is no verdict. Null if there is one." }),
    ...decisionFields,
  })
  .meta({
    id: "VerificationResult",
    description: "The verdict on one receipt. Every field is present, and null if unknown.",
  });
export type VerificationResult = z.infer<typeof verificationResultSchema>;

const requestId = idField("Id of the verification request.", ids.request);

const verificationStateFields = {
  requestId,
  bank: bankCodeSchema,
  processingStatus: processingStatusSchema,
  status: verificationStatusSchema,
  verified,
};
const verificationStateSchema = z.object(verificationStateFields).meta({
  id: "VerificationState",
  description: "Where the request stands at the moment of this response.",
});

const sourceField = {
  source: z.enum(["api", "checkout"]).meta({
    id: "VerificationSource",
    description:
      "`api`: your own request. `checkout`: a payer's receipt for a deposit, and the deposit decides.",
  }),
};
const durationMs = z
  .int()
  .min(0)
  .nullable()
  .meta({
    description: "Milliseconds from submission to verdict. Null while unfinished.",
    examples: [884],
  });
const createdAt = timeField("When the request was accepted.");
const pollAfterMs = z.int().min(1);

const pollLinksSchema = z
  .object({
    statusUrl: statusUrlField,
    pollAfterMs: pollAfterMs.meta({
      description: "Milliseconds to wait before the next poll. Grows with the request's age, up to 5000.",
      examples: [1_000],
    }),
  })
  .meta({ id: "PollLinks", description: "Where and when to poll an unfinished request." });

export const statusRecordSchema = z
  .object({
    ...verificationStateFields,
    ...sourceField,
    createdAt,
    completedAt: timeField("When the request finished. Absent while unfinished.", times.ended).optional(),
    durationMs,
    failureReason: failureReasonSchema
      .nullable()
      .meta({ description: "Why there is no verdict. Null if there is one, and while unfinished." }),
    result: verificationResultSchema
      .nullable()
      .meta({ description: "The verdict on the receipt. Null while unfinished." }),
    ...decisionFields,
    links: pollLinksSchema
      .exactOptional()
      .meta({ description: "Where and when to poll next. Present while unfinished." }),
  })
  .meta({
    id: "VerificationStatusRecord",
    description: "A verification request with its progress and, once finished, its result.",
  });
export type StatusRecord = z.infer<typeof statusRecordSchema>;

const bankAttemptSchema = z
  .object({
    startedAt: timeField("When the call to the bank began."),
    durationMs: z
      .int()
      .min(0)
      .meta({ description: "Milliseconds that the call took.", examples: [402] }),
    outcome: z.enum(["document", "not_found", "unavailable", "unreadable"]).meta({
      id: "BankAttemptOutcome",
      description:
        "`document`: the bank returned one. `not_found`: it has no such receipt. `unavailable`: it did not respond. `unreadable`: we do not know its format.",
    }),
    about: z.enum(["receipt", "receiver"]).meta({
      id: "BankAttemptPurpose",
      description:
        "`receipt`: to get the receipt. `receiver`: to see if the digits of your account open it (`proof: opened`).",
    }),
  })
  .meta({ id: "BankAttempt", description: "One call to the bank for a request." });

export const bankAttemptsSchema = z
  .object({
    startedAt: nullableTimeField("When a worker first took the request. Null while queued."),
    isParked: z
      .boolean()
      .meta({ description: "True while the request is postponed because the bank is down." }),
    answeredFrom: z
      .enum(["bank", "cache"])
      .meta({
        id: "VerdictOrigin",
        description:
          "Whether the verdict came from the bank or from a cached one. Null while there is none, and if not recorded.",
      })
      .nullable(),
    attempts: z.array(bankAttemptSchema).meta({
      description:
        "Calls to the bank, oldest first. Known once the request is finished or parked. Concurrent requests for one receipt share them.",
    }),
  })
  .meta({ id: "BankAttempts", description: "The attempts at the bank for one request, and their outcomes." });
export type BankAttempts = z.infer<typeof bankAttemptsSchema>;

export const historyItemSchema = z
  .object({
    ...verificationStateFields,
    ...sourceField,
    durationMs,
    createdAt,
    ...decisionFields,
    referenceNumber,
    amount,
    currency,
    senderName,
    receiverName,
    receiverAccount,
    timestamp,
  })
  .meta({
    id: "VerificationHistoryItem",
    description: "One request of the history, with the main fields of its result.",
  });

export const submitCompletedSchema = z
  .object({
    success,
    message,
    data: z
      .array(verificationResultSchema)
      .length(1)
      .meta({ description: "Exactly one item: the result of this request." }),
    requestId,
    verification: verificationStateSchema,
    links: statusLinkSchema,
  })
  .meta({
    id: "CompletedVerificationResponse",
    description: "The request has finished in time. Also used if it finished without a verdict.",
  });

export const submitQueuedSchema = z
  .object({
    success,
    message,
    data: z.array(verificationResultSchema).length(0).meta({ description: "Empty: there is no result yet." }),
    requestId,
    statusUrl: statusUrlField,
    estimatedWaitMs: z
      .int()
      .min(1)
      .meta({
        description: "Milliseconds until the verdict, estimated from recent requests to this bank.",
        examples: [900],
      }),
    verification: verificationStateSchema,
    links: z
      .object({
        statusUrl: statusUrlField,
        pollAfterMs: pollAfterMs.meta({
          description: "Milliseconds to wait before the first poll.",
          examples: [1_000],
        }),
        webhookRegistered: z
          .boolean()
          .meta({ description: "True if a webhook will be sent when the request has finished." }),
      })
      .meta({ id: "QueuedVerificationLinks", description: "How to learn the result." }),
  })
  .meta({
    id: "QueuedVerificationResponse",
    description: "The request is accepted and not finished. Poll, stream or wait for the webhook.",
  });

export const testWebhookBodySchema = z
  .object({
    webhookUrl: z
      .string()
      .max(2_048)
      .meta({
        description: "Public https address that gets the sample.",
        examples: [webhookUrl],
      }),
    scenario: z
      .enum(["success", "failed", "not_found"])
      .meta({ id: "TestWebhookScenario", description: "The verdict that the sample reports." })
      .default("success"),
  })
  .meta({ id: "TestWebhookBody", description: "Where to send a sample webhook, and with which verdict." });
export type TestWebhookScenario = z.infer<typeof testWebhookBodySchema>["scenario"];

export const testWebhookResultSchema = z
  .object({
    delivered: z.boolean().meta({ description: "True if your server responded with a 2xx status." }),
    deliveryId: idField(
      "Sent as `X-Webhook-Delivery-Id`, so that you can find it in your logs.",
      ids.delivery,
    ),
    statusCode: z
      .int()
      .nullable()
      .meta({
        description: "HTTP status that your server sent. Null without a response.",
        examples: [204],
      }),
    durationMs: z
      .int()
      .min(0)
      .meta({ description: "Milliseconds that the attempt took.", examples: [131] }),
    error: z
      .enum(["status", "no_answer"])
      .meta({
        id: "WebhookTestFailure",
        description:
          "`status`: a status other than 2xx. `no_answer`: no response, reported after 10 s for any cause, so that ports cannot be scanned. Null if delivered. The attempts of a real delivery name the cause.",
      })
      .nullable(),
    signed: z
      .boolean()
      .meta({ description: "True if the account has a signing secret and the sample was signed." }),
  })
  .meta({ id: "WebhookTestResult", description: "The outcome of one attempt to send a sample webhook." });
export type TestWebhookResult = z.infer<typeof testWebhookResultSchema>;

const amountText = z
  .string()
  .trim()
  .regex(/^\d{1,12}(?:\.\d{1,2})?$/, {
    error: ({ input }) => amountFault(input, "must be an amount such as 1250.00, with at most two decimals"),
  });

/** Query parameters arrive as text. A repeated parameter arrives as an array and is refused. */
export const historyQuerySchema = z.object({
  bank: bankInputSchema.optional().meta({ description: "Only requests for this bank." }),
  status: verificationStatusSchema.optional().meta({ description: "Only requests with this verdict." }),
  processingStatus: processingStatusSchema.optional().meta({ description: "Only requests in this state." }),
  decision: decisionSchema.optional().meta({ description: "Only requests with this decision." }),
  reference: plainText(200)
    .toUpperCase()
    .optional()
    .meta({
      description: "Only this receipt: the whole reference as submitted, or the bank's own, in any case.",
      examples: ["DJ57QK2M41"],
    }),
  amountMin: amountText
    .optional()
    .meta({ description: "Only payments of this many birr or more.", examples: ["100.00"] }),
  amountMax: amountText
    .optional()
    .meta({ description: "Only payments of this many birr or less.", examples: ["2500.00"] }),
  receiver: plainText(200)
    .optional()
    .meta({
      description: "Only payments with this text in the receiver's name or account, in any case.",
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
      description:
        "Milliseconds to wait for the verdict before a 202. Lowered to the cap: 15000 by default, less for some banks.",
      wire: { type: "integer", minimum: 0 },
    }),
  debug: z
    .enum(["true", "false"])
    .optional()
    .meta({
      description: "`true` adds `settlementAccountMatch.debug` to the result.",
      wire: { type: "boolean" },
    }),
});

export const statusQuerySchema = verifyQuerySchema.pick({ debug: true });
