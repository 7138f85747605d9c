import { z } from "zod";
import { amountFault } from "../money.ts";

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
  "not_a_payment_to_merchant",
  /** A person rejected it in a review. */
  "receipt_rejected",
] as const;
export type ReceiptRejection = (typeof receiptRejections)[number];

export const MAX_RECEIPT_TRIES = 10;

/** Receipts of one deposit that give their attempt back: bounds what a payer of small parts costs the merchant. */
export const MAX_FREE_PARTS = 50;

export const birrText = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})\.\d{2}$/, {
    error: ({ input }) => amountFault(input, "must be an amount with two places, such as 1250.00"),
  })
  .meta({ description: "Amount in birr with two decimals.", examples: ["1250.00"] });

export const customerTexts = {
  name: { description: "Name of the person who pays.", examples: ["Abebe Kebede"] },
  email: { description: "Where you reach the payer by mail.", examples: ["abebe@example.com"] },
  phone: { description: "Phone number of the payer, in any spelling.", examples: ["0911223344"] },
};
export const referenceText = {
  description: "Your own name of the payment, such as an order or invoice number.",
  examples: ["order-1042"],
};
export const purposeText = {
  description: "What is paid for. The payer sees it on the hosted page.",
  examples: ["Two chairs and a table"],
};
export const metadataText = {
  description: "Up to 20 pairs of text of your own. Returned unchanged and never shown to the payer.",
  examples: [{ cart: "8f2c" }],
};

export const depositDecisionSchema = z.enum(["accept", "reject"]).meta({
  id: "DepositDecision",
  description:
    "`accept`: confirms the deposit with the receipt in review, or counts it as a part if more is missing (`allowPartial`). Without one: paid by hand. `reject`: the receipt in review does not count.",
});

export const depositEventTypes = [
  "deposit.created",
  "deposit.receipt_submitted",
  "deposit.receipt_rejected",
  "deposit.review_required",
  "deposit.partially_paid",
  "deposit.confirmed",
  "deposit.expired",
  "deposit.canceled",
  "deposit.late_receipt",
] as const;
export type DepositEventType = (typeof depositEventTypes)[number];
export const depositEventTypeSchema = z.enum(depositEventTypes).meta({
  id: "DepositEventType",
  description: "What happened to the deposit, such as `deposit.confirmed`.",
});
