import { z } from "zod";
import { bankCodeSchema, cleanBankText, supportedBankCodes } from "../bank-registry.ts";
import { amountFault } from "../money.ts";
import { checkoutUrl as exampleCheckoutUrl, ids, times, webhookUrl } from "./examples/example-values.ts";
import { isoDateOrTime } from "./iso-time.ts";
import { blankAsNull, metadataSchema, plainText } from "./plain-text.ts";
import { etb, idField, nullableTimeField, timeField } from "./response-fields.ts";
import { decisionReasonSchema } from "./verification-schemas.ts";

export const depositStatuses = [
  "awaiting_payment",
  "verifying",
  "review_required",
  "confirmed",
  "expired",
  "canceled",
] as const;
export const depositStatusSchema = z.enum(depositStatuses).meta({
  id: "DepositStatus",
  description:
    "State of a deposit. `verifying`: a receipt is being checked. `review_required`: a person must decide about a receipt. `confirmed`, `expired` and `canceled` are final.",
});
export type DepositStatus = z.infer<typeof depositStatusSchema>;

/** Reasons why a receipt did not confirm a deposit. */
export const receiptRejections = [
  "receipt_not_found",
  "receipt_already_used",
  "wrong_receiver",
  "amount_too_low",
  "paid_before_created",
  "bank_unavailable",
  /** A person rejected it in a review. */
  "receipt_rejected",
] as const;
export type ReceiptRejection = (typeof receiptRejections)[number];

export const MAX_RECEIPT_TRIES = 10;

const money = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})\.\d{2}$/, {
    error: ({ input }) => amountFault(input, "must be an amount with two places, such as 1250.00"),
  })
  .meta({ description: "Amount in birr with two decimals.", examples: ["1250.00"] });

const pageUrl = (description: string) =>
  z
    .string()
    .max(2_048)
    .meta({
      description: `${description} Must use https, without user or password; in development http to localhost.`,
      examples: ["https://shop.example.et/orders/1042"],
    });

const uniqueBanks = (banks: readonly string[]) => new Set(banks).size === banks.length;

const customerFields = {
  name: { description: "Name of the person who pays.", examples: ["Abebe Kebede"] },
  email: { description: "Where you reach the payer by mail.", examples: ["abebe@example.com"] },
  phone: { description: "Phone number of the payer, in any spelling.", examples: ["0911223344"] },
};
const reference = {
  description: "Your own name of the payment, such as an order or invoice number.",
  examples: ["order-1042"],
};
const purpose = {
  description: "What is paid for. The payer sees it on the hosted page.",
  examples: ["Two chairs"],
};
const metadata = {
  description: "Up to 20 pairs of text of your own. Returned unchanged and never shown to the payer.",
  examples: [{ cart: "8f2c" }],
};

/** Refuses unknown fields at every depth, as all bodies of this surface do. */
export const createDepositBodySchema = z
  .strictObject({
    amount: money
      .refine((text) => !/^0\.00$/.test(text), "must be more than 0.00")
      .meta({ description: "Amount in birr that the payer owes, with two decimals." }),
    currency: etb,
    reference: plainText(64).meta(reference),
    description: plainText(200).optional().meta(purpose),
    customer: z
      .strictObject({
        name: plainText(100).optional().meta(customerFields.name),
        email: z.email().max(320).optional().meta(customerFields.email),
        phone: plainText(32).optional().meta(customerFields.phone),
      })
      .meta({ id: "CustomerInput", description: "Who pays, for your own records." })
      .optional(),
    banks: z
      .array(
        z.preprocess(
          cleanBankText,
          z
            .enum(supportedBankCodes as [string, ...string[]])
            .meta({ id: "SupportedBankCode", description: "Code of a bank or wallet that we can verify." }),
        ),
      )
      .min(1)
      .max(supportedBankCodes.length)
      .refine(uniqueBanks, "must not name a bank twice")
      .optional()
      .meta({
        description:
          "Banks that the payer can choose from. You need a saved account at each. Default: all banks of your saved accounts.",
        examples: [["telebirr", "cbe"]],
      }),
    returnUrl: pageUrl("Where the hosted page sends the payer after the payment.").optional(),
    cancelUrl: pageUrl("Where the hosted page sends a payer who gives up.").optional(),
    webhookUrl: z
      .string()
      .max(2_048)
      .optional()
      .meta({
        description:
          "Public https address for this deposit's events. Default: the profile's default webhook.",
        examples: [webhookUrl],
      }),
    expiresInMinutes: z
      .int()
      .min(5)
      .max(10_080)
      .default(60)
      .meta({ description: "Minutes that the payer has to pay, from 5 minutes to a week.", examples: [60] }),
    metadata: metadataSchema.optional().meta(metadata),
  })
  .meta({
    id: "CreateDepositBody",
    description: "The payment that you ask for. Unknown fields are refused.",
  });
export type CreateDepositBody = z.infer<typeof createDepositBodySchema>;

export const cancelDepositBodySchema = z
  .strictObject({})
  .meta({ id: "CancelDepositBody", description: "An empty object, or no body at all." });

const noteText = z.string().max(500).pipe(plainText(500));

const depositDecisionSchema = z.enum(["accept", "reject"]).meta({
  id: "DepositDecision",
  description:
    "`accept`: confirms the deposit with the receipt in review, or as paid by hand if there is none. `reject`: the receipt in review does not count.",
});

export const resolveDepositBodySchema = z
  .strictObject({
    decision: depositDecisionSchema,
    verificationRequestId: z
      .string()
      .max(64)
      .nullish()
      .meta({
        description:
          "The receipt that you decided about, from `review.receipt`; null for none. 409 `invalid_state` if that has changed. If absent, this is not checked.",
        examples: [ids.request],
      }),
    note: z.preprocess(blankAsNull, noteText.nullish()).meta({
      description: "Why you decided so, for later readers. Required if no receipt is in review.",
      examples: ["The money is in our account"],
    }),
    rememberName: z.boolean().nullish().meta({
      description:
        "With `accept`: true adds the receiver's name on the receipt to `otherNames` of the saved account. From then on that name is proof.",
    }),
  })
  .meta({ id: "ResolveDepositBody", description: "A person's decision about a deposit." });
export type ResolveDepositBody = z.infer<typeof resolveDepositBodySchema>;

const paymentOptionSchema = z
  .object({
    bank: bankCodeSchema,
    accountNumber: z
      .string()
      .meta({ description: "Account or phone number to pay to, complete.", examples: ["0911005678"] }),
    accountName: z
      .string()
      .meta({ description: "Holder of the account, as registered at the bank.", examples: ["Sara Trading"] }),
  })
  .meta({ id: "PaymentOption", description: "One of your accounts that the payer can pay to." });
export type PaymentOption = z.infer<typeof paymentOptionSchema>;

const depositReceiptSchema = z
  .object({
    bank: bankCodeSchema,
    referenceNumber: z
      .string()
      .nullable()
      .meta({
        description: "The bank's own transaction number. Null after it was erased.",
        examples: ["DC21QK2M41"],
      }),
    senderName: z
      .string()
      .nullable()
      .meta({ description: "Payer as the bank prints it. Null if not printed.", examples: ["Abebe Kebede"] }),
    timestamp: nullableTimeField("When the payment was made. Null if not printed.", times.paid),
    verificationRequestId: idField("Id of the request that verified this receipt.", ids.request),
  })
  .meta({ id: "DepositReceipt", description: "A receipt that a payer sent for the deposit." });
export type DepositReceipt = z.infer<typeof depositReceiptSchema>;

const reviewReasonsSchema = z.array(decisionReasonSchema).meta({
  description: "Why a person must decide, most important first.",
});

const paidAmount = "Amount in birr that the receipt shows, with two decimals. Null if it shows none.";

const lateReceiptSchema = depositReceiptSchema
  .extend({
    amount: money.nullable().meta({ description: paidAmount }),
    receivedAt: timeField("When the payer sent this receipt.", times.later),
    reasons: reviewReasonsSchema.optional().meta({
      description: "Doubts about this receipt, most important first. Absent if there are none.",
    }),
  })
  .meta({ id: "LateReceipt", description: "A genuine receipt that arrived after the deposit had expired." });
export type LateReceipt = z.infer<typeof lateReceiptSchema>;

const depositReviewSchema = z
  .object({
    reasons: reviewReasonsSchema,
    receipt: depositReceiptSchema.meta({ description: "The receipt that a person must decide about." }),
    amount: money.nullable().meta({ description: paidAmount }),
    receiverName: z
      .string()
      .nullable()
      .meta({
        description: "Payee as the receipt prints it. Null if not printed.",
        examples: ["Sara Kebede"],
      }),
    receiverAccount: z
      .string()
      .nullable()
      .meta({
        description: "Payee's account as the receipt prints it, masks included. Null if not printed.",
        examples: ["2519****5678"],
      }),
    paymentOption: paymentOptionSchema.nullable().meta({
      description: "Your account whose digits match the visible ones. Null if none or several match.",
    }),
    expiresAt: timeField("The deposit expires then if it is still undecided.", times.later),
  })
  .meta({ id: "DepositReview", description: "A genuine receipt in doubt, held until a person decides." });
export type DepositReview = z.infer<typeof depositReviewSchema>;

const depositResolutionSchema = z
  .object({
    decision: depositDecisionSchema,
    note: z
      .string()
      .nullable()
      .meta({
        description: "Why it was decided so. Null if not given.",
        examples: ["The money is in our account"],
      }),
    resolvedBy: z.enum(["person", "checkout_key", "operator"]).meta({
      id: "DepositResolver",
      description:
        "Who decided: a `person` in the dashboard, a server with a `checkout_key`, or the `operator` of the service.",
    }),
    resolvedAt: timeField("When the decision was made.", times.ended),
  })
  .meta({
    id: "DepositResolution",
    description: "The last decision that was made about the deposit by hand.",
  });
export type DepositResolution = z.infer<typeof depositResolutionSchema>;

export const depositSchema = z
  .object({
    id: idField("Id of the deposit.", ids.deposit),
    object: z.literal("deposit").meta({ description: "Kind of this object, always `deposit`." }),
    status: depositStatusSchema,
    amount: money.meta({ description: "Amount in birr that the payer owes, with two decimals." }),
    amountReceived: money.nullable().meta({
      description: "Amount in birr that was paid. Can be more than `amount`. Null until confirmed.",
    }),
    currency: etb,
    reference: z.string().meta(reference),
    description: z
      .string()
      .nullable()
      .meta({ ...purpose, description: `${purpose.description} Null if not given.` }),
    customer: z
      .object({
        name: z.string().optional().meta(customerFields.name),
        email: z.string().optional().meta(customerFields.email),
        phone: z.string().optional().meta(customerFields.phone),
      })
      .meta({ id: "Customer", description: "Who pays, as you sent it." })
      .nullable()
      .meta({ description: "Who pays, as you sent it. Null if not given." }),
    paymentOptions: z
      .array(paymentOptionSchema)
      .meta({ description: "Your accounts that the payer can choose from on the hosted page." }),
    checkoutUrl: z.url().meta({
      description: "Hosted page where the payer pays. Send the payer there.",
      examples: [exampleCheckoutUrl],
    }),
    returnUrl: z
      .string()
      .nullable()
      .meta({ description: "Where the payer is sent after the payment. Null if not given." }),
    cancelUrl: z
      .string()
      .nullable()
      .meta({ description: "Where a payer who gives up is sent. Null if not given." }),
    receipt: depositReceiptSchema
      .nullable()
      .meta({ description: "The receipt that confirmed the deposit. Null until then, and if paid by hand." }),
    review: depositReviewSchema.nullable().meta({
      description: "What a person must decide while the status is `review_required`. Otherwise null.",
    }),
    resolution: depositResolutionSchema
      .nullable()
      .meta({ description: "The last decision that was made by hand. Null if there was none." }),
    confirmedBy: z
      .enum(["receipt", "person"])
      .meta({
        id: "DepositConfirmer",
        description:
          "`receipt`: by a receipt alone. `person`: a person accepted a receipt in doubt, or marked the deposit as paid. Null until confirmed.",
      })
      .nullable(),
    lateReceipt: lateReceiptSchema.nullable().meta({
      description:
        "Receipt that arrived within 7 days after expiry. The status stays. Null if there is none.",
    }),
    lastError: z
      .enum(receiptRejections)
      .meta({
        id: "ReceiptRejection",
        description:
          "Why the last receipt did not confirm the deposit. Null before one, and while a new one is checked.",
      })
      .nullable(),
    attemptsLeft: z
      .int()
      .min(0)
      .max(MAX_RECEIPT_TRIES)
      .meta({ description: "Receipts that the payer can still send.", examples: [10] }),
    metadata: z.record(z.string(), z.string()).meta(metadata),
    createdAt: timeField("When the deposit was created."),
    expiresAt: timeField("When the time to pay ends.", times.later),
    confirmedAt: nullableTimeField("When the deposit was confirmed. Null until then.", times.ended),
    canceledAt: nullableTimeField("When the deposit was canceled. Null if it was not.", times.ended),
  })
  .meta({ id: "Deposit", description: "One payment that you ask for, from creation to its end." });
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
const depositEventTypeSchema = z.enum(depositEventTypes).meta({
  id: "DepositEventType",
  description: "What happened to the deposit, such as `deposit.confirmed`.",
});

/** A key can have `events:read` alone, for a service that counts payments and must not learn who pays. */
const eventDepositSchema = depositSchema
  .extend({
    checkoutUrl: depositSchema.shape.checkoutUrl.nullable().meta({
      description:
        "Hosted page where the payer pays. Null for a key without `deposits:read`, as are `customer`, `receipt`, `review`, `lateReceipt` and the note of `resolution`.",
    }),
  })
  .meta({ id: "EventDeposit", description: "A deposit as an event left it." });

export const depositEventSchema = z
  .object({
    id: idField("Id of the event. Skip ids that you have processed.", ids.event),
    sequence: z
      .int()
      .min(1)
      .meta({ description: "Position among the events of this deposit: 1, 2, 3 and so on.", examples: [1] }),
    type: depositEventTypeSchema,
    depositId: idField("The deposit that changed.", ids.deposit),
    createdAt: timeField("When the deposit changed.", times.ended),
    data: eventDepositSchema.meta({ description: "The deposit as the event left it." }),
  })
  .meta({
    id: "DepositEvent",
    description: "One change of a deposit, in the list of events and as webhook body.",
  });
export type DepositEvent = z.infer<typeof depositEventSchema>;

/** Query parameters arrive as text. A repeated parameter arrives as an array and is refused. */
const cursorQuery = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20)
    .meta({
      description: "Most items to return in one page.",
      wire: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    }),
  startingAfter: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: "`nextCursor` of the previous page. If absent: the first page.",
      examples: [ids.event],
    }),
};

export const cursorQuerySchema = z.strictObject(cursorQuery);

export const listEventsQuerySchema = z.strictObject({
  type: depositEventTypeSchema.optional().meta({ description: "Only events with this type." }),
  ...cursorQuery,
});
export type CursorQuery = z.infer<typeof cursorQuerySchema>;

export const listDepositsQuerySchema = z.strictObject({
  status: depositStatusSchema.optional().meta({ description: "Only deposits in this state." }),
  reference: plainText(64)
    .optional()
    .meta({ description: "Only deposits with exactly this order reference." }),
  createdAfter: isoDateOrTime.optional().meta({
    description: "Only deposits created later. ISO 8601 date or date-time, UTC if it has no offset.",
  }),
  createdBefore: isoDateOrTime.optional().meta({
    description: "Only deposits created earlier. ISO 8601 date or date-time, UTC if it has no offset.",
  }),
  ...cursorQuery,
});
export type ListDepositsQuery = z.infer<typeof listDepositsQuerySchema>;
