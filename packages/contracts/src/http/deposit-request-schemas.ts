import { z } from "zod";
import { cleanBankText, supportedBankCodes } from "../bank-registry.ts";
import {
  birrText,
  customerTexts,
  depositDecisionSchema,
  depositEventTypeSchema,
  depositStatusSchema,
  metadataText,
  purposeText,
  referenceText,
} from "./deposit-fields.ts";
import { ids, webhookUrl } from "./examples/example-values.ts";
import { isoDateOrTime } from "./iso-time.ts";
import { metadataSchema, noteField, plainText } from "./plain-text.ts";
import { etb } from "./response-fields.ts";

const pageUrl = (description: string) =>
  z
    .string()
    .max(2_048)
    .meta({
      description: `${description} Must use https, without user or password; in development http to localhost.`,
      examples: ["https://shop.example.et/orders/1042"],
    });

const uniqueBanks = (banks: readonly string[]) => new Set(banks).size === banks.length;

/** Refuses unknown fields at every depth, as all bodies of this surface do. */
export const createDepositBodySchema = z
  .strictObject({
    amount: birrText
      .refine((text) => !/^0\.00$/.test(text), "must be more than 0.00")
      .meta({ description: "Amount in birr that the payer owes, with two decimals." }),
    currency: etb,
    reference: plainText(64).meta(referenceText),
    description: plainText(200).optional().meta(purposeText),
    customer: z
      .strictObject({
        name: plainText(100).optional().meta(customerTexts.name),
        email: z.email().max(320).optional().meta(customerTexts.email),
        phone: plainText(32).optional().meta(customerTexts.phone),
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
    // Not a default: it would change the stored fingerprints of bodies without it.
    allowPartial: z
      .boolean()
      .optional()
      .meta({
        description:
          "True: the payer may pay in several payments, and their receipts add up until the deposit is paid. Default: false.",
        examples: [true],
      }),
    metadata: metadataSchema.optional().meta(metadataText),
  })
  .meta({
    id: "CreateDepositBody",
    description: "The payment that you ask for. Unknown fields are refused.",
  });
export type CreateDepositBody = z.infer<typeof createDepositBodySchema>;

export const cancelDepositBodySchema = z
  .strictObject({})
  .meta({ id: "CancelDepositBody", description: "An empty object, or no body at all." });

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
    note: noteField.meta({
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

/** Query parameters arrive as text. A repeated parameter arrives as an array and is refused. */
const cursorQuery = {
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20)
    .meta({
      description: "Most items to return in one page; fewer if they are long (`hasMore`).",
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
  cursor: z.string().max(64).optional().meta({ description: "The same as `startingAfter`." }),
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
