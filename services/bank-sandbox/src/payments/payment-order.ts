import { parseSantim } from "@receipts/contracts";
import { z } from "zod";

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

const shortText = z.string().trim().min(1).max(100);

/** A JSON number is read by its shortest decimal text, so that 0.1 + 0.2 is rejected and not rounded. */
const amountSchema = z.union([z.string(), z.number()]).transform((value, context) => {
  const santim = parseSantim(String(value));
  if (santim !== undefined && santim > 0n) return santim;
  context.addIssue({ code: "custom", message: "must be a decimal above 0 with at most two decimals" });
  return z.NEVER;
});

/** The body of `POST /payments`. */
export const paymentOrderSchema = z.object({
  bank: z.string(),
  amount: amountSchema,
  receiverAccount: z.string().trim().min(1).max(40),
  receiverName: shortText,
  /** Makes it a transfer from the payer's bank or wallet to this bank; `receiverAccount` is then an account there. */
  receiverBank: shortText.optional(),
  senderName: shortText.optional(),
  /** Only where a bank opens its documents for the payer's digits too. */
  senderAccount: z
    .string()
    .regex(/^1000\d{9}$/, "must be 13 digits that start with 1000")
    .optional(),
  /** Kind of document, if the bank has several. */
  type: shortText.optional(),
  paidAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
  /** Until then the bank knows no such receipt, as after a payer's screen. */
  bookedAfterSeconds: z.int().min(0).max(3_600).optional(),
});

export interface PaymentOrder {
  /** In santim. */
  readonly amount: bigint;
  readonly receiverAccount: string;
  readonly receiverName: string;
  readonly receiverBank?: string | undefined;
  readonly senderName?: string | undefined;
  readonly senderAccount?: string | undefined;
  readonly type?: string | undefined;
  readonly paidAt: Date;
  readonly bookedAt?: Date | undefined;
}
