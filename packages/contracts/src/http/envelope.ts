import { z } from "zod";
import { bankCodeSchema } from "../bank-registry.ts";
import { apiErrorCodes } from "../error-codes.ts";
import { ids } from "./examples/example-values.ts";
import {
  countField,
  flagField,
  messageField,
  nullableTextField,
  statusLinkSchema,
  successField,
  textField,
} from "./response-fields.ts";

/** Name of a schema in the OpenAPI documents, and so in generated clients. */
export function schemaName(schema: z.ZodType): string {
  const { id } = schema.meta() ?? {};
  if (id === undefined) throw new Error("a schema in a response needs a name: meta({ id })");
  return id;
}

/** Envelope of a successful response of the verification surface. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  const name = schemaName(data);
  return z
    .object({ success: successField, message: messageField, data })
    .meta({ id: `${name}Response`, description: `Successful response with one ${name} in \`data\`.` });
}

export const listMetaSchema = z
  .object({
    total: countField("Items in all pages together.", 120),
    limit: z
      .int()
      .min(1)
      .meta({ description: "Most items that this page can have.", examples: [20] }),
    offset: countField("Items skipped before this page.", 0),
    hasMore: flagField("True if there is another page.", true),
    nextCursor: nullableTextField("`cursor` of the next page. Null on the last one.", "MTc3MjQzOTMzMQ"),
  })
  .meta({ id: "ListMeta", description: "Position of this page in the whole list." });

/** A page of a list, with its position in the whole list. */
export function listOf<T extends z.ZodType>(item: T) {
  const name = schemaName(item);
  return z
    .object({
      success: successField,
      message: messageField,
      data: z.array(item).meta({ description: "The items of this page." }),
      meta: listMetaSchema,
    })
    .meta({ id: `${name}List`, description: `One page of a list of ${name} items.` });
}

export const fieldFaultSchema = z
  .object({
    field: textField(
      "Name of the field, parameter or header, with a dot before each inner name.",
      "expect.amount",
    ),
    message: textField("What is wrong with the value, and what would be right.", "must be exactly 8 digits"),
  })
  .meta({ id: "FieldError", description: "One value of the request that is not valid." });
export type FieldFault = z.infer<typeof fieldFaultSchema>;

export const askForSchema = z
  .object({
    bank: bankCodeSchema.nullable().meta({
      description: "The bank that paid, if the message names it and its receipts can be verified. Else null.",
      examples: ["boa"],
    }),
    what: z.enum(["receipt_link", "transaction_number", "qr_code", "account_digits"]).meta({
      id: "AskedItem",
      description:
        "`receipt_link`: the link of the receipt, or the message that has it. `transaction_number`: the number of the payment. `qr_code`: a picture of the receipt's code. `account_digits`: the last digits of the account that paid.",
    }),
  })
  .meta({ id: "AskFor", description: "What to ask the payer for." });
export type AskFor = z.infer<typeof askForSchema>;

export const responseMetaSchema = z
  .object({
    requestId: textField(
      "Id of this call, also in the header `x-request-id`. Quote it when you ask for help.",
      "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55",
    ),
  })
  .meta({ id: "ResponseMeta", description: "Facts about the call itself." });

export const noData = z.null().meta({ description: "Always null in an error response." });

/** The fields of `error`: of a failed call, and of an invalid item of a list. */
export const errorFields = {
  code: z.enum(apiErrorCodes as [string, ...string[]]),
  details: z
    .array(fieldFaultSchema)
    .optional()
    .meta({ description: "Every invalid value of the request. Absent if no single value is at fault." }),
  bank: z
    .string()
    .optional()
    .meta({
      description: "Name of the bank that is not supported. Only with `unsupported_bank`.",
      examples: ["Bunna Bank"],
    }),
  candidates: z
    .array(
      z
        .object({
          bank: bankCodeSchema,
          referenceNumber: textField("Its number in the message.", "FT26307LLQKV"),
        })
        .meta({ id: "MessageCandidate", description: "A number of a supported bank in a message." }),
    )
    .optional()
    .meta({
      description:
        "Numbers of supported banks that the message of the other bank holds. Only with `unsupported_bank`.",
    }),
  askFor: askForSchema
    .optional()
    .meta({ description: "What to ask the payer for. Only with `no_receipt_in_message`." }),
};

export const docUrlField = z.url().meta({
  description: "The page that explains the code and the way out.",
  examples: ["https://receipts.example.et/docs/errors#not_found"],
});

export const errorEnvelopeSchema = z.object({
  success: z.literal(false).meta({ description: "Always false: the call failed." }),
  message: textField("What is wrong, for people. Programs should read `error.code`."),
  data: noData,
  error: z.object({
    ...errorFields,
    docUrl: docUrlField,
    triesLeft: z
      .int()
      .min(0)
      .optional()
      .meta({
        description:
          "Wrong PINs that are left until the cashier is locked. Only after a wrong PIN at a till.",
        examples: [4],
      }),
  }),
  meta: responseMetaSchema,
  requestId: z
    .string()
    .optional()
    .meta({
      description: "Id of a verification request that was stored although the call failed. Only with 503.",
      examples: [ids.request],
    }),
  links: statusLinkSchema.optional().meta({
    description: "Where to read a request that was stored although the call failed. Only with 503.",
  }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
