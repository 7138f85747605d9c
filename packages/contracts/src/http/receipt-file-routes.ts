import { z } from "zod";
import { envelopeOf } from "./envelope.ts";
import { nullableTextField, textField } from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";
import { candidateFields, fileReadingKindSchema } from "./verification-input-schema.ts";
import { recheckText, verifyBodySchema } from "./verification-request-schemas.ts";
import { verificationRoutes } from "./verification-routes.ts";

export const MAX_FILE_BYTES = 8 * 1024 * 1024;

const file = z.string().meta({
  format: "binary",
  description:
    "Photo, screenshot or document of the receipt: PNG, JPEG, WebP or PDF, up to 8 MiB and 40 megapixels. The content decides, not the name.",
});

const { bank, accountSuffix, suffix, phone, phoneNumber, settlementAccount, webhookUrl, expect } =
  verifyBodySchema.shape;

/** The fields of a form beside its file. */
export const fileFormSchema = z.object({
  bank: bank.meta({
    description: "Only receipts of this bank are searched. If absent: of every supported bank.",
    examples: ["telebirr"],
  }),
  accountSuffix,
  suffix,
  phone,
  phoneNumber,
  settlementAccount,
  webhookUrl,
  recheckForMinutes: recheckText,
  expect,
});

const verifyFileFormSchema = fileFormSchema.extend({ file }).meta({
  id: "VerifyFileForm",
  description: "The file, and what you know and expect of the payment. `expect` is sent as JSON.",
});

const readFileFormSchema = z
  .object({ file })
  .meta({ id: "ReadFileForm", description: "A photo, screenshot or PDF, from which only text is taken." });

const fileReadingSchema = z
  .object({
    kind: fileReadingKindSchema,
    text: textField("What was read, up to 4,000 characters.", "Transaction number DC21QK2M41"),
    candidates: z
      .array(
        z
          .object({
            ...candidateFields,
            accountSuffix: nullableTextField(
              "Last digits of an account, if the file shows them and the bank needs them.",
              null,
            ),
            phone: nullableTextField("Phone number, if the file shows it and the bank needs it.", null),
          })
          .meta({ id: "ReadCandidate", description: "A receipt that the file may name." }),
      )
      .meta({ description: "The receipts that the file may name, likeliest first: 1 to 3." }),
  })
  .meta({ id: "FileReading", description: "What a file says. It is no evidence of a payment." });
export type FileReading = z.infer<typeof fileReadingSchema>;

const { query, headers, responses, errors } = verificationRoutes.submitVerification;
const formErrors = [
  "invalid_request",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
  "invalid_payload",
] as const;

export const receiptFileRoutes = {
  verifyFromFile: {
    method: "post",
    path: "/api/verify/from-file",
    summary: "Find a receipt in a photo, screenshot or PDF, and verify it with its bank",
    access: "verification:write",
    needsFreshSignIn: ["webhookUrl"],
    query,
    headers,
    formBody: verifyFileFormSchema,
    responses,
    errors: [...formErrors, ...errors.filter((code) => code !== "bank_not_detected"), "reference_not_found"],
  },
  readReceiptFile: {
    method: "post",
    path: "/api/verify/read-file",
    summary: "Read a photo, screenshot or PDF without verifying it: free, and stores nothing",
    access: "verification:write",
    formBody: readFileFormSchema,
    responses: {
      200: { description: "The receipts that the file may name.", schema: envelopeOf(fileReadingSchema) },
    },
    errors: [...formErrors, "reference_not_found", "no_receipt_in_message", "unsupported_bank"],
  },
} as const satisfies Record<string, RouteContract>;
