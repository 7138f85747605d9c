import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import {
  birrText,
  customerTexts,
  depositDecisionSchema,
  depositEventTypeSchema,
  depositStatusSchema,
  MAX_RECEIPT_TRIES,
  metadataText,
  purposeText,
  receiptRejections,
  referenceText,
} from "./deposit-fields.ts";
import { checkoutUrl as exampleCheckoutUrl, ids, times } from "./examples/example-values.ts";
import {
  etb,
  flagField,
  livemodeField,
  nullableTextField,
  nullableTimeField,
  textField,
  timeField,
} from "./response-fields.ts";
import { decisionReasonSchema, resolutionSchema } from "./verdict-schemas.ts";

const paymentOptionSchema = z
  .object({
    bank: bankCodeSchema,
    accountNumber: textField("Account or phone number to pay to, complete.", "0911005678"),
    accountName: textField("Holder of the account, as registered at the bank.", "Sara Coffee Trading"),
  })
  .meta({ id: "PaymentOption", description: "One of your accounts that the payer can pay to." });
export type PaymentOption = z.infer<typeof paymentOptionSchema>;

const depositReceiptSchema = z
  .object({
    bank: bankCodeSchema,
    referenceNumber: nullableTextField(
      "The bank's own transaction number. Null after it was erased.",
      "DC21QK2M41",
    ),
    senderName: nullableTextField("Payer as the bank prints it. Null if not printed.", "Abebe Kebede"),
    timestamp: nullableTimeField("When the payment was made. Null if not printed.", times.paid),
    verificationRequestId: textField("Id of the request that verified this receipt.", ids.request),
  })
  .meta({ id: "DepositReceipt", description: "A receipt that a payer sent for the deposit." });
export type DepositReceipt = z.infer<typeof depositReceiptSchema>;

const countedReceiptSchema = depositReceiptSchema
  .extend({
    amount: birrText.meta({ description: "Amount in birr that counts for the deposit, with two decimals." }),
    acceptedAt: timeField("When the receipt was accepted.", times.ended),
  })
  .meta({ id: "CountedReceipt", description: "A receipt that counts for the deposit." });
export type CountedReceipt = z.infer<typeof countedReceiptSchema>;

const reviewReasonsSchema = z.array(decisionReasonSchema).meta({
  description: "Why a person must decide, most important first.",
  examples: [["receiver_not_proven"]],
});

const paidAmount = "Amount in birr that the receipt shows, with two decimals. Null if it shows none.";

const lateReceiptSchema = depositReceiptSchema
  .extend({
    amount: birrText.nullable().meta({ description: paidAmount }),
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
    amount: birrText.nullable().meta({ description: paidAmount }),
    receiverName: nullableTextField("Payee as the receipt prints it. Null if not printed.", "Sara Kebede"),
    receiverAccount: nullableTextField(
      "Payee's account as the receipt prints it, masks included. Null if not printed.",
      "2519****5678",
    ),
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
    note: nullableTextField("Why it was decided so. Null if not given.", "The money is in our account"),
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
    id: textField("Id of the deposit.", ids.deposit),
    object: z.literal("deposit").meta({ description: "Kind of this object, always `deposit`." }),
    livemode: livemodeField.meta({
      description:
        "False if a receipt of the deposit came from the bank sandbox; before the first receipt, if all banks of `paymentOptions` are asked there. Else true.",
      examples: [true],
    }),
    status: depositStatusSchema,
    amount: birrText.meta({ description: "Amount in birr that the payer owes, with two decimals." }),
    amountReceived: birrText.nullable().meta({
      description: "Amount in birr that was paid. Can be more than `amount`. Null until confirmed.",
      examples: [null],
    }),
    allowPartial: flagField("True if several receipts may pay the deposit together.", false),
    amountPaid: birrText.meta({
      description:
        "Sum in birr of the receipts that count so far. Once confirmed the same as `amountReceived`.",
      examples: ["0.00"],
    }),
    amountRemaining: birrText.meta({
      description: "Amount in birr that is missing. `0.00` once the deposit is confirmed.",
    }),
    amountOverpaid: birrText.meta({
      description: "Amount in birr that was paid beyond `amount`. `0.00` if there is none.",
      examples: ["0.00"],
    }),
    receipts: z.array(countedReceiptSchema).meta({
      description:
        "The receipts that count, oldest first: several if `allowPartial` is true. Without late ones and those in review.",
      examples: [[]],
    }),
    currency: etb,
    reference: z.string().meta(referenceText),
    description: z
      .string()
      .nullable()
      .meta({ ...purposeText, description: `${purposeText.description} Null if not given.` }),
    customer: z
      .object({
        name: z.string().optional().meta(customerTexts.name),
        email: z.string().optional().meta(customerTexts.email),
        phone: z.string().optional().meta(customerTexts.phone),
      })
      .meta({ id: "Customer", description: "Who pays, as you sent it." })
      .nullable()
      .meta({ description: "Who pays, as you sent it. Null if not given.", examples: [null] }),
    paymentOptions: z
      .array(paymentOptionSchema)
      .meta({ description: "Your accounts that the payer can choose from on the hosted page." }),
    checkoutUrl: z.url().meta({
      description: "Hosted page where the payer pays. Send the payer there.",
      examples: [exampleCheckoutUrl],
    }),
    returnUrl: nullableTextField(
      "Where the payer is sent after the payment. Null if not given.",
      "https://shop.example.et/orders/1042/done",
    ),
    cancelUrl: nullableTextField(
      "Where a payer who gives up is sent. Null if not given.",
      "https://shop.example.et/cart",
    ),
    receipt: depositReceiptSchema.nullable().meta({
      description:
        "The receipt that confirmed the deposit: with `allowPartial` the last one. Null until then, and if paid by hand.",
      examples: [null],
    }),
    review: depositReviewSchema.nullable().meta({
      description: "What a person must decide while the status is `review_required`. Otherwise null.",
      examples: [null],
    }),
    resolution: depositResolutionSchema.nullable().meta({
      description: "The last decision that was made by hand. Null if there was none.",
      examples: [null],
    }),
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
      examples: [null],
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
    metadata: z.record(z.string(), z.string()).meta(metadataText),
    createdAt: timeField("When the deposit was created."),
    expiresAt: timeField("When the time to pay ends.", times.later),
    confirmedAt: nullableTimeField("When the deposit was confirmed. Null until then."),
    canceledAt: nullableTimeField("When the deposit was canceled. Null if it was not."),
  })
  .meta({ id: "Deposit", description: "One payment that you ask for, from creation to its end." });
export type Deposit = z.infer<typeof depositSchema>;

const submittedReceiptSchema = depositReceiptSchema
  .extend({
    verificationRequestId: textField("Id of the request that verified it.", ids.request),
    referenceNumber: depositReceiptSchema.shape.referenceNumber.meta({
      description:
        "The bank's own transaction number, or the payer's if the bank found none. Null until verified, and once erased.",
    }),
    amount: birrText.nullable().meta({ description: paidAmount }),
    receiverName: depositReviewSchema.shape.receiverName,
    receiverAccount: depositReviewSchema.shape.receiverAccount,
    submittedAt: timeField("When the payer sent this receipt.", times.asked),
    outcome: z.enum(["checking", "accepted", "in_review", "late", "rejected"]).meta({
      id: "SubmittedReceiptOutcome",
      description:
        "What came of it. `accepted`: it counts. `in_review`: a person must decide. `late`: it arrived after expiry. `rejected`: it does not count.",
    }),
    rejection: depositSchema.shape.lastError.meta({
      description:
        "Why it was rejected. Null for other outcomes, if another receipt or a person was first, and for receipts of before November 2026.",
    }),
    resolution: resolutionSchema
      .nullable()
      .meta({ description: "A person's decision about it. Null if there was none." }),
  })
  .meta({
    id: "SubmittedReceipt",
    description: "A receipt that was sent for the deposit, and what came of it.",
  });
export type SubmittedReceipt = z.infer<typeof submittedReceiptSchema>;

export const depositReceiptsSchema = z
  .object({
    receipts: z
      .array(submittedReceiptSchema)
      .meta({ description: "Every receipt that was sent, oldest first, rejected ones too." }),
    paidByHand: resolutionSchema.nullable().meta({
      description: "The decision that marked the deposit as paid without a receipt. Null if there was none.",
    }),
  })
  .meta({ id: "DepositReceipts", description: "The receipts of a deposit, and what people decided." });
export type DepositReceipts = z.infer<typeof depositReceiptsSchema>;

/** A key can have `events:read` alone, for a service that counts payments and must not learn who pays. */
const eventDepositSchema = depositSchema
  .extend({
    checkoutUrl: depositSchema.shape.checkoutUrl.nullable().meta({
      description:
        "Hosted page where the payer pays. Null for a key without `deposits:read`, as are `customer`, `receipt`, `receipts`, `review`, `lateReceipt` and the note of `resolution`.",
    }),
    receipts: depositSchema.shape.receipts.nullable().meta({
      description: "The receipts that count, oldest first. Null for a key without `deposits:read`.",
    }),
  })
  .meta({ id: "EventDeposit", description: "A deposit as an event left it." });

export const depositEventSchema = z
  .object({
    id: textField("Id of the event. Skip ids that you have processed.", ids.event),
    sequence: z
      .int()
      .min(1)
      .meta({ description: "Position among the events of this deposit: 1, 2, 3 and so on.", examples: [1] }),
    type: depositEventTypeSchema,
    depositId: textField("The deposit that changed.", ids.deposit),
    createdAt: timeField("When the deposit changed.", times.ended),
    livemode: livemodeField.meta({ description: "As `livemode` of the deposit.", examples: [true] }),
    data: eventDepositSchema.meta({ description: "The deposit as the event left it." }),
  })
  .meta({
    id: "DepositEvent",
    description: "One change of a deposit, in the list of events and as webhook body.",
  });
export type DepositEvent = z.infer<typeof depositEventSchema>;
