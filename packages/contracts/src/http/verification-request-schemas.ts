import { z } from "zod";
import { bankInputSchema } from "../bank-registry.ts";
import { amountFault } from "../money.ts";
import { webhookUrl } from "./examples/example-values.ts";
import { expectBodySchema } from "./expectation.ts";
import { pageQuery } from "./page-query.ts";
import { periodQuery } from "./period-query.ts";
import { noteField, plainText } from "./plain-text.ts";
import {
  decisionSchema,
  personDecisionSchema,
  processingStatusSchema,
  verificationStatusSchema,
} from "./verdict-schemas.ts";

/** Long enough for a pasted SMS, short enough for every pattern to match quickly. */
const identifierText = z.string().max(2_000);

export const MAX_RECHECK_MINUTES = 60;

/** As text of a form or a query. */
export const recheckText = z
  .string()
  .regex(/^(?:[0-9]|[1-5][0-9]|60)$/, `must be a whole number of minutes, 0 to ${MAX_RECHECK_MINUTES}`)
  .transform(Number)
  .optional()
  .meta({
    description:
      "Minutes, 0 to 60, in which the bank is asked again while it has no such receipt. Default 0.",
    examples: ["10"],
  });

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
    recheckForMinutes: z
      .int()
      .min(0)
      .max(MAX_RECHECK_MINUTES)
      .optional()
      .meta({
        description:
          "Minutes, 0 to 60, in which the bank is asked again while it has no such receipt: a payer's screen comes before the bank's record. Default 0.",
        examples: [10],
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

/** Ignores unknown fields, as the submission does. */
export const resolveVerificationBodySchema = z
  .object({
    decision: personDecisionSchema,
    note: noteField.meta({
      description: "Why you decided so, for later readers, up to 500 characters.",
      examples: ["The money is in our account"],
    }),
    rememberName: z.boolean().nullish().meta({
      description:
        "With `accept`: true adds the receiver's name on the receipt to `otherNames` of the saved account. From then on that name is proof. Only for signed-in people.",
    }),
  })
  .meta({ id: "ResolveVerificationBody", description: "A person's decision about a request in review." });
export type ResolveVerificationBody = z.infer<typeof resolveVerificationBodySchema>;

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
  decision: decisionSchema.optional().meta({
    description:
      "Only requests with this decision. One that the bank is asked about again has none yet: it is `pending`.",
  }),
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
      examples: ["Sara Coffee Trading"],
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
