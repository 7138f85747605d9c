import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { ids, times } from "./examples/example-values.ts";
import { firstConfirmationField } from "./payment-schemas.ts";
import {
  countField,
  flagField,
  livemodeField,
  messageField,
  nullableTimeField,
  statusLinkSchema,
  statusUrlField,
  successField,
  textField,
  timeField,
} from "./response-fields.ts";
import {
  decisionFields,
  failureReasonSchema,
  processingStatusSchema,
  resolutionField,
  verificationStatusSchema,
} from "./verdict-schemas.ts";
import { verificationResultSchema } from "./verification-result-schema.ts";
import { verificationSourceSchema } from "./verification-source.ts";

const { verified, referenceNumber, amount, currency } = verificationResultSchema.shape;
const { senderName, receiverName, receiverAccount, timestamp } = verificationResultSchema.shape;
const requestId = textField("Id of the verification request.", ids.request);

const verificationStateFields = {
  requestId,
  bank: bankCodeSchema,
  livemode: livemodeField,
  processingStatus: processingStatusSchema,
  status: verificationStatusSchema,
  verified,
};
const verificationStateSchema = z.object(verificationStateFields).meta({
  id: "VerificationState",
  description: "Where the request stands at the moment of this response.",
});

const sourceField = { source: verificationSourceSchema };
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

export const recheckSchema = z
  .object({
    until: timeField(
      "When the request ends as `not_found`, if the bank does not know the receipt by then.",
      times.later,
    ),
    nextAt: timeField("When the bank is asked again.", times.ended),
    tries: z
      .int()
      .min(1)
      .meta({ description: "How often the bank did not know it.", examples: [2] }),
  })
  .meta({ id: "Recheck", description: "A request whose receipt the bank may not have booked yet." });
export type Recheck = z.infer<typeof recheckSchema>;

/** Present while a request waits until the bank has booked its receipt. */
export const recheckField = {
  recheck: recheckSchema.exactOptional().meta({
    description:
      "Present while the bank does not know the receipt, and is asked again (`recheckForMinutes`).",
  }),
};

const pollLinksSchema = z
  .object({
    statusUrl: statusUrlField,
    pollAfterMs: pollAfterMs.meta({
      description:
        "Milliseconds to wait before the next poll. Grows with the request's age, up to 5000. With `recheck`: until the next look.",
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
    ...resolutionField,
    ...recheckField,
    ...firstConfirmationField,
    depositId: z
      .string()
      .exactOptional()
      .meta({
        description:
          "Present for a signed-in person if a payer sent the receipt: its deposit, with which it is decided.",
        examples: [ids.deposit],
      }),
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
    durationMs: countField("Milliseconds that the call took.", 402),
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
    startedAt: nullableTimeField("When a worker first took the request. Null while queued.", times.asked),
    isParked: flagField("True while the request is postponed because the bank is down."),
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
    ...resolutionField,
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
    success: successField,
    message: messageField,
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
    success: successField,
    message: messageField,
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
        webhookRegistered: flagField("True if a webhook will be sent when the request has finished."),
      })
      .meta({ id: "QueuedVerificationLinks", description: "How to learn the result." }),
  })
  .meta({
    id: "QueuedVerificationResponse",
    description: "The request is accepted and not finished. Poll, stream or wait for the webhook.",
  });
