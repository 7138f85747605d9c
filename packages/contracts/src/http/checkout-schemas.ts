import { z } from "zod";
import { bankCodeSchema, cleanBankText, supportedBankCodes } from "../bank-registry.ts";
import { amountFault } from "../money.ts";
import { isoDateOrTime } from "./iso-time.ts";
import { blankAsNull, metadataSchema, plainText } from "./plain-text.ts";
import { decisionReasonSchema } from "./verification-schemas.ts";

export const depositStatuses = [
  "awaiting_payment",
  "verifying",
  "review_required",
  "confirmed",
  "expired",
  "canceled",
] as const;
export const depositStatusSchema = z.enum(depositStatuses).meta({ id: "DepositStatus" });
export type DepositStatus = z.infer<typeof depositStatusSchema>;

/** Why a receipt did not confirm a deposit. */
export const receiptRejections = [
  "receipt_not_found",
  "receipt_already_used",
  "wrong_receiver",
  "amount_too_low",
  "paid_before_created",
  "bank_unavailable",
  /** By a person, after a review. */
  "receipt_rejected",
] as const;
export type ReceiptRejection = (typeof receiptRejections)[number];

export const MAX_RECEIPT_TRIES = 10;

const money = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})\.\d{2}$/, {
    error: ({ input }) => amountFault(input, "must be an amount with two places, such as 1250.00"),
  })
  .meta({ description: "ETB, two places", examples: ["1250.00"] });

const pageUrl = z
  .string()
  .max(2_048)
  .meta({ description: "https without credentials; http to localhost in development" });

const uniqueBanks = (banks: readonly string[]) => new Set(banks).size === banks.length;

/** Unknown fields are refused on this surface, at every depth. */
export const createDepositBodySchema = z.strictObject({
  amount: money.refine((text) => !/^0\.00$/.test(text), "must be more than 0.00"),
  currency: z.literal("ETB"),
  reference: plainText(64).meta({ description: "The merchant's own: an order or invoice number" }),
  description: plainText(200).optional(),
  customer: z
    .strictObject({
      name: plainText(100).optional(),
      email: z.email().max(320).optional(),
      phone: plainText(32).optional(),
    })
    .optional(),
  banks: z
    .array(z.preprocess(cleanBankText, z.enum(supportedBankCodes as [string, ...string[]])))
    .min(1)
    .max(supportedBankCodes.length)
    .refine(uniqueBanks, "must not name a bank twice")
    .optional()
    .meta({
      description: "Of those that the account has a saved bank account with; all of them unless told",
    }),
  returnUrl: pageUrl.optional(),
  cancelUrl: pageUrl.optional(),
  webhookUrl: z
    .string()
    .max(2_048)
    .optional()
    .meta({ description: "Where this deposit's events are sent; the profile's default unless told" }),
  expiresInMinutes: z.int().min(5).max(10_080).default(60),
  metadata: metadataSchema.optional(),
});
export type CreateDepositBody = z.infer<typeof createDepositBodySchema>;

export const cancelDepositBodySchema = z.strictObject({});

const noteText = z.string("must be a text").max(500, "must be 500 characters or fewer").pipe(plainText(500));

const depositDecisionSchema = z.enum(["accept", "reject"], "must be accept or reject").meta({
  id: "DepositDecision",
  description:
    "accept: the deposit is confirmed, with the receipt in review, or as paid by hand where none is. reject: the receipt in review does not count",
});

export const resolveDepositBodySchema = z.strictObject({
  decision: depositDecisionSchema,
  verificationRequestId: z.string("must be a text").max(64, "must be 64 characters or fewer").nullish().meta({
    description:
      "Of `review.receipt`: what you have looked at. 409 `invalid_state` where another receipt, or none, is in review by now; null where none may be",
  }),
  note: z.preprocess(blankAsNull, noteText.nullish()).meta({
    description: "Why, for those who ask later; required where no receipt is in review",
  }),
  rememberName: z.boolean("must be true or false").nullish().meta({
    description:
      "With accept: the receiver's name on the receipt is added to `otherNames` of the saved account, so that it is proof from then on",
  }),
});
export type ResolveDepositBody = z.infer<typeof resolveDepositBodySchema>;

const isoTime = z.iso.datetime();

const paymentOptionSchema = z
  .object({ bank: bankCodeSchema, accountNumber: z.string(), accountName: z.string() })
  .meta({ id: "PaymentOption" });
export type PaymentOption = z.infer<typeof paymentOptionSchema>;

const depositReceiptSchema = z
  .object({
    bank: bankCodeSchema,
    referenceNumber: z.string().nullable(),
    senderName: z.string().nullable(),
    timestamp: isoTime.nullable().meta({ description: "When the payment was made" }),
    verificationRequestId: z.string(),
  })
  .meta({ id: "DepositReceipt" });
export type DepositReceipt = z.infer<typeof depositReceiptSchema>;

const reviewReasonsSchema = z.array(decisionReasonSchema).meta({
  description: "What is in doubt, the most important first",
});

const lateReceiptSchema = depositReceiptSchema
  .extend({
    amount: money.nullable().meta({ description: "Null where the receipt does not show it" }),
    receivedAt: isoTime,
    reasons: reviewReasonsSchema.optional().meta({
      description: "What is in doubt of this receipt; absent where nothing is",
    }),
  })
  .meta({ id: "LateReceipt" });
export type LateReceipt = z.infer<typeof lateReceiptSchema>;

const depositReviewSchema = z
  .object({
    reasons: reviewReasonsSchema,
    receipt: depositReceiptSchema,
    amount: money.nullable().meta({ description: "Null where the receipt does not show it" }),
    receiverName: z.string().nullable().meta({ description: "As the receipt prints it" }),
    receiverAccount: z.string().nullable().meta({ description: "As the receipt prints it, masks included" }),
    paymentOption: paymentOptionSchema
      .nullable()
      .meta({ description: "Whose visible digits fit; null where none or several do" }),
    expiresAt: isoTime.meta({ description: "Unresolved by then, the deposit expires" }),
  })
  .meta({ id: "DepositReview" });
export type DepositReview = z.infer<typeof depositReviewSchema>;

const depositResolutionSchema = z
  .object({
    decision: depositDecisionSchema,
    note: z.string().nullable(),
    resolvedBy: z.enum(["person", "checkout_key", "operator"]).meta({
      description: "A person in the dashboard, a server with a checkout key, or this service's operator",
    }),
    resolvedAt: isoTime,
  })
  .meta({ id: "DepositResolution" });
export type DepositResolution = z.infer<typeof depositResolutionSchema>;

export const depositSchema = z
  .object({
    id: z.string(),
    object: z.literal("deposit"),
    status: depositStatusSchema,
    amount: money,
    amountReceived: money.nullable().meta({ description: "What was paid; may be more than was asked for" }),
    currency: z.literal("ETB"),
    reference: z.string(),
    description: z.string().nullable(),
    customer: z
      .object({ name: z.string().optional(), email: z.string().optional(), phone: z.string().optional() })
      .nullable(),
    paymentOptions: z.array(paymentOptionSchema),
    checkoutUrl: z.url().meta({ description: "The hosted page: send the payer there" }),
    returnUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    receipt: depositReceiptSchema.nullable().meta({ description: "What confirmed it" }),
    review: depositReviewSchema
      .nullable()
      .meta({ description: "What a person has to decide, while the status is `review_required`" }),
    resolution: depositResolutionSchema.nullable().meta({ description: "What a person has decided last" }),
    confirmedBy: z
      .enum(["receipt", "person"])
      .nullable()
      .meta({ description: "`person`: a person accepted a receipt in doubt, or marked the deposit as paid" }),
    lateReceipt: lateReceiptSchema
      .nullable()
      .meta({ description: "Money that arrived within 7 days after expiry; the status stays" }),
    lastError: z
      .enum(receiptRejections)
      .nullable()
      .meta({ description: "Why the last receipt did not fit; null since a new one is being looked at" }),
    attemptsLeft: z
      .int()
      .min(0)
      .max(MAX_RECEIPT_TRIES)
      .meta({ description: "Receipts that may still be tried" }),
    metadata: z.record(z.string(), z.string()),
    createdAt: isoTime,
    expiresAt: isoTime,
    confirmedAt: isoTime.nullable(),
    canceledAt: isoTime.nullable(),
  })
  .meta({ id: "Deposit" });
export type Deposit = z.infer<typeof depositSchema>;

export const depositEventTypes = [
  "deposit.created",
  "deposit.receipt_submitted",
  "deposit.receipt_rejected",
  "deposit.review_required",
  "deposit.confirmed",
  "deposit.expired",
  "deposit.canceled",
  "deposit.late_receipt",
] as const;
export type DepositEventType = (typeof depositEventTypes)[number];

/** A key may have `events:read` alone, for a service that counts payments and must not know who pays. */
const eventDepositSchema = depositSchema
  .extend({
    checkoutUrl: depositSchema.shape.checkoutUrl.nullable().meta({
      description:
        "The hosted page. Null for a key without `deposits:read`, as are `customer`, `receipt`, `review`, `lateReceipt` and the note of `resolution`",
    }),
  })
  .meta({ id: "EventDeposit" });

export const depositEventSchema = z
  .object({
    id: z.string(),
    sequence: z.int().min(1).meta({ description: "Of this deposit: 1, 2, 3 …" }),
    type: z.enum(depositEventTypes),
    depositId: z.string(),
    createdAt: isoTime,
    data: eventDepositSchema.meta({ description: "The deposit as the event left it" }),
  })
  .meta({ id: "DepositEvent" });
export type DepositEvent = z.infer<typeof depositEventSchema>;

/** Query parameters arrive as text; a repeated one arrives as an array and is refused. */
const cursorQuery = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20)
    .meta({
      description: "How many at most",
      wire: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    }),
  startingAfter: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "`nextCursor` of the page before", examples: ["evt_01k9ze5f7a8b9c0d1e2f3g4h5j"] }),
};

export const cursorQuerySchema = z.strictObject(cursorQuery);

export const listEventsQuerySchema = z.strictObject({
  type: z
    .enum(depositEventTypes, `must be one of ${depositEventTypes.join(", ")}`)
    .optional()
    .meta({ description: "Only events of this type" }),
  ...cursorQuery,
});
export type CursorQuery = z.infer<typeof cursorQuerySchema>;

export const listDepositsQuerySchema = z.strictObject({
  status: depositStatusSchema.optional().meta({ description: "Only with this status" }),
  reference: plainText(64).optional().meta({ description: "Only with this reference of the merchant's" }),
  createdAfter: isoDateOrTime.optional().meta({ description: "ISO date or date-time, UTC; later than this" }),
  createdBefore: isoDateOrTime.optional().meta({ description: "ISO date or date-time, UTC; before this" }),
  ...cursorQuery,
});
export type ListDepositsQuery = z.infer<typeof listDepositsQuerySchema>;
