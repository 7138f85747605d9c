import { z } from "zod";
import { times } from "./examples/example-values.ts";
import { nullableTextField, timeField } from "./response-fields.ts";

export const processingStatusSchema = z.enum(["queued", "running", "completed", "failed"]).meta({
  id: "ProcessingStatus",
  description:
    "How far the work on a request is. `queued`: no worker has it yet. `running`: the bank is being queried. `completed`: there is a verdict. `failed`: no verdict was possible, and the credit was refunded.",
  examples: ["completed"],
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

export const decisionSchema = z.enum(["accept", "wait", "review", "reject"]).meta({
  id: "Decision",
  description:
    "Whether to deliver the goods. `accept`: deliver. `wait`: there is no verdict, so ask again. `review`: a person must check first. `reject`: do not deliver.",
});
export const decisionReasonSchema = z
  .enum([
    "not_verified",
    "not_a_payment_to_merchant",
    "wrong_receiver",
    "amount_too_low",
    "paid_too_early",
    "already_confirmed",
    "held_for_deposit",
    "receiver_not_proven",
    "receiver_not_checked",
    "receiver_ambiguous",
    "amount_unknown",
    "paid_long_ago",
    "bank_unavailable",
    "document_not_recognized",
    "deadline_exceeded",
    "not_booked_yet",
    "rejected_by_person",
  ])
  .meta({
    id: "DecisionReason",
    description:
      "One reason why a decision is `wait`, `review` or `reject`. `held_for_deposit`: a deposit holds the receipt in review until a person decides. `paid_long_ago`: a payment that is older than the account's `oldPayments` was sent by a person. `rejected_by_person`: a person rejected it in review. The guide to settlement match explains each.",
  });
export const paymentKindSchema = z
  .enum([
    "transfer",
    "merchant_payment",
    "bank_transfer",
    "bill",
    "airtime",
    "package",
    "withdrawal",
    "cash_deposit",
    "savings",
    "loan",
    "other",
  ])
  .meta({
    id: "PaymentKind",
    description:
      "Kind of payment, by the bank's own words. `airtime`, `package`, `withdrawal`, `savings` and `loan` are no payments to a merchant.",
  });
export type PaymentKind = z.infer<typeof paymentKindSchema>;

export type Decision = z.infer<typeof decisionSchema>;
export type DecisionReason = z.infer<typeof decisionReasonSchema>;

/** Whether to deliver the goods, and why not. */
export const decisionFields = {
  decision: decisionSchema.nullable().meta({
    description:
      "Whether to deliver the goods. `accept`: yes. `wait`: no verdict yet, or none could be had. `review`: a person must check. `reject`: no. Null while pending, and for requests from before decisions existed: treat null as `review`.",
    examples: ["accept"],
  }),
  decisionReasons: z.array(decisionReasonSchema).meta({
    description: "Why the decision is not `accept`, most important first. Empty with `accept`.",
    examples: [[]],
  }),
};
export const personDecisionSchema = decisionSchema.extract(["accept", "reject"]).meta({
  id: "PersonDecision",
  description: "`accept`: the payment counts. `reject`: it does not.",
});

export const resolutionSchema = z
  .object({
    decision: personDecisionSchema,
    by: nullableTextField("Name of the person, or of the API key. Null once erased.", "Sara Bekele"),
    at: timeField("When it was decided.", times.later),
    note: nullableTextField(
      "Why it was decided so. Null if not given, and once erased.",
      "The money is in our account",
    ),
  })
  .meta({ id: "VerificationResolution", description: "A person's decision about a request in review." });
export type Resolution = z.infer<typeof resolutionSchema>;

/** Present once a person has decided: `decision` is the person's then. */
export const resolutionField = {
  resolution: resolutionSchema.exactOptional().meta({
    description:
      "Present if a person decided about the request, which was in review. `decision` says the same.",
  }),
};
export interface ResultDecision {
  readonly decision: Decision | null;
  readonly decisionReasons: DecisionReason[];
}
