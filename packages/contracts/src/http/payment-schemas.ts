import { z } from "zod";
import { bankCodeSchema, bankInputSchema } from "../bank-registry.ts";
import { isId } from "../ids.ts";
import { listMetaSchema, listOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import { pageQuery } from "./page-query.ts";
import { periodQuery } from "./period-query.ts";
import { isSearchable, plainText } from "./plain-text.ts";
import {
  flagField,
  livemodeField,
  nullableTextField,
  nullableTimeField,
  textField,
  timeField,
} from "./response-fields.ts";
import {
  decisionFields,
  decisionSchema,
  processingStatusSchema,
  resolutionField,
  verificationStatusSchema,
} from "./verdict-schemas.ts";
import { verificationResultSchema } from "./verification-result-schema.ts";
import { verificationSourceSchema } from "./verification-source.ts";

/** Pages end here: reading further costs more than choosing days. */
export const MOST_PAYMENTS_COUNTED = 10_000;

const AMOUNT = /^(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,2})?$/;

/** The amount that a search text is, in santim: `1250`, `1,250` or `1250.00`. */
export function searchedAmount(text: string): bigint | undefined {
  if (!AMOUNT.test(text)) return undefined;
  const [birr = "", santim = ""] = text.replaceAll(",", "").split(".");
  return BigInt(birr) * 100n + BigInt(santim.padEnd(2, "0"));
}

const idInput = (kind: "branch" | "member") =>
  z
    .string()
    .trim()
    .refine((text) => isId(kind, text), `must be the id of a ${kind}`)
    .optional();

const filterFields = {
  search: plainText(64)
    .refine(
      (text) => isSearchable(text) || searchedAmount(text) !== undefined,
      "must have at least 3 characters, or be an amount such as 1,250",
    )
    .optional()
    .meta({
      description:
        "Only payments with all these words, in any case and order: in their transaction number, payer or order reference, or as exactly their amount. An amount is `1250`, `1,250` or `1250.00`, also with `birr`. More than 8 words are searched as one text.",
      examples: ["abebe 1,250"],
    }),
  decision: decisionSchema.optional().meta({
    description: "Only payments with this decision. One that the bank is asked about again has none yet.",
  }),
  bank: bankInputSchema.optional().meta({ description: "Only payments of this bank." }),
  branch: idInput("branch").meta({
    description: "Only payments that were verified at this branch.",
    examples: [ids.branch],
  }),
  member: idInput("member").meta({
    description: "Only payments that this person verified.",
    examples: [ids.member],
  }),
};

const lastOffset = "must be 10000 at most: use cursor, or choose days, to see older payments";
export const paymentFilterSchema = z.object({ ...filterFields, ...periodQuery });
export type PaymentFilterQuery = z.infer<typeof paymentFilterSchema>;
export const paymentsQuerySchema = z.object({
  ...filterFields,
  ...periodQuery,
  limit: pageQuery.limit,
  offset: pageQuery.offset.pipe(z.int().max(MOST_PAYMENTS_COUNTED, lastOffset)).meta({
    description: "Payments to skip before the first one that is returned, up to 10000.",
    wire: { type: "integer", minimum: 0, maximum: MOST_PAYMENTS_COUNTED, default: 0 },
  }),
  cursor: pageQuery.cursor,
});

export const paymentBranchSchema = z
  .object({
    id: textField("Id of the branch, for the filter.", ids.branch),
    name: textField("Name of the branch.", "Bole"),
  })
  .meta({ id: "PaymentBranch", description: "The branch at which a payment was verified." });
export const paymentMemberSchema = z
  .object({
    id: textField("Id of the person's membership, for the filter.", ids.member),
    name: textField("Name of the person or cashier.", "Hanna"),
  })
  .meta({ id: "PaymentMember", description: "The person who had a payment verified." });

const paymentTillSchema = z
  .object({
    id: textField("Id of the till.", ids.till),
    name: textField("Name of the till.", "Counter 2"),
  })
  .meta({ id: "PaymentTill", description: "The till at which a cashier verified a payment." });

const branch = paymentBranchSchema.nullable().meta({
  description: "Where it was verified. Null if the key or person belongs to no branch.",
});
const member = paymentMemberSchema.nullable().meta({
  description: "Who had it verified. Null if a server or a payer did.",
});

const orderReference = nullableTextField(
  "Order reference of that deposit. Null without a deposit.",
  "order-1042",
);

export const firstConfirmationSchema = z
  .object({
    requestId: textField("The request that confirmed the receipt first.", ids.otherRequest),
    depositId: nullableTextField(
      "The deposit that the receipt paid. Null if it was no deposit's.",
      ids.deposit,
    ),
    at: timeField("When the receipt was confirmed first.", times.ended),
    source: verificationSourceSchema,
    branch,
    till: paymentTillSchema.nullable().meta({ description: "Null if no cashier verified it." }),
    member,
    orderReference,
  })
  .meta({
    id: "FirstConfirmation",
    description: "Where, when and by whom the account confirmed a receipt before.",
  });
export type FirstConfirmation = z.infer<typeof firstConfirmationSchema>;

/** Only for people of the account, and only about a receipt that it had confirmed before. */
export const firstConfirmationField = {
  firstConfirmation: firstConfirmationSchema.nullable().exactOptional().meta({
    description:
      "Present for a signed-in person if the receipt is `already_confirmed`: its first use. Null if that is erased.",
  }),
};

const { amount, currency, senderName, receiverName, referenceNumber } = verificationResultSchema.shape;

export const paymentSchema = z
  .object({
    id: textField("Id of the verification request.", ids.request),
    createdAt: timeField("When the receipt was submitted."),
    verifiedAt: nullableTimeField("When its verdict came. Null while there is none.", times.ended),
    paidAt: nullableTimeField(
      "When the payment was made. Null without a receipt or a printed time.",
      times.paid,
    ),
    amount,
    currency,
    senderName,
    receiverName,
    bank: bankCodeSchema,
    livemode: livemodeField,
    reference: nullableTextField(
      "The transaction number that was submitted. Null once it is erased.",
      "DC21QK2M41",
    ),
    referenceNumber,
    ...decisionFields,
    ...resolutionField,
    processingStatus: processingStatusSchema,
    status: verificationStatusSchema,
    source: verificationSourceSchema,
    branch,
    member,
    depositId: nullableTextField(
      "The deposit for which a payer sent the receipt. Null for your own requests.",
      null,
    ),
    orderReference,
    ...firstConfirmationField,
  })
  .meta({ id: "Payment", description: "One verified receipt, with what was paid and who verified it." });
export type Payment = z.infer<typeof paymentSchema>;

export const paymentListSchema = listOf(paymentSchema)
  .extend({
    meta: listMetaSchema
      .extend({
        totalIsExact: flagField(
          "False if there may be more payments than `total`: the newest 10,000 are counted, and of a text in very many payments the newest 10,000 are searched.",
          true,
        ),
      })
      .meta({ id: "PaymentListMeta", description: "Position of this page, and the payments of all pages." }),
  })
  .meta({ id: "PaymentList", description: "One page of payments, newest first." });

export const paymentFiltersSchema = z
  .object({
    branches: z
      .array(paymentBranchSchema)
      .meta({ description: "Open branches and those archived last, by name." }),
    members: z
      .array(paymentMemberSchema)
      .meta({ description: "People and cashiers who sent payments, also former ones, by name." }),
  })
  .meta({ id: "PaymentFilters", description: "The values of the filters by branch and person." });
