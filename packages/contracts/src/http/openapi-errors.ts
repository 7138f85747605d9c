import { apiErrorCodes, apiErrors, checkoutErrorCodes, checkoutErrors, errorDocUrl } from "../error-codes.ts";
import { ids, statusUrl } from "./examples/example-values.ts";
import type { Example } from "./examples/operation-examples.ts";
import type { Json } from "./openapi-parts.ts";

const details: Readonly<Record<string, readonly { readonly field: string; readonly message: string }[]>> = {
  invalid_payload: [{ field: "suffix", message: "must be exactly 8 digits" }],
  reference_not_found: [{ field: "file", message: "read as text: Thank you for your order" }],
  bank_not_detected: [{ field: "bank", message: "is required: telebirr or cbebirr" }],
  unsafe_webhook_url: [{ field: "webhookUrl", message: "must use https, such as https://example.com/hook" }],
};

const docUrl = (code: string) => errorDocUrl("https://receipts.example.et", code);

/** Error response of the verification surface for each code. */
export const errorExamples: Json = Object.fromEntries(
  apiErrorCodes.map((code): [string, Example] => {
    const { title } = apiErrors[code];
    const fields = details[code];
    const accepted = code === "queue_unavailable";
    const value = {
      success: false,
      message: title,
      data: null,
      error: { code, docUrl: docUrl(code), ...(fields === undefined ? {} : { details: fields }) },
      meta: { requestId: "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55" },
      ...(accepted ? { requestId: ids.request, links: { statusUrl } } : {}),
    };
    return [code, { summary: title, value }];
  }),
);

/** Error response of the checkout surface for each code. */
export const checkoutErrorExamples: Json = Object.fromEntries(
  checkoutErrorCodes.map((code): [string, Example] => {
    const { title } = checkoutErrors[code];
    const fields = [{ field: "amount", message: "must be an amount with two places, such as 1250.00" }];
    const error = {
      code,
      message: title,
      docUrl: docUrl(code),
      ...(code === "invalid_request" ? { fields } : {}),
    };
    const meta = { requestId: "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55" };
    return [code, { summary: title, value: { data: null, error, meta } }];
  }),
);
