import { z } from "zod";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { readStrictJson } from "../strict-json.ts";

const answerSchema = z.object({
  responseCode: z.union([z.string().regex(/^-?[A-Za-z0-9_.-]{1,40}$/), z.number().int()]),
  responseDescription: z.string().nullish(),
  base64Data: z.string().nullish(),
});

export type MpesaAnswer = { readonly kind: "pdf"; readonly pdf: Uint8Array } | { readonly kind: "not_found" };

/**
 * The bank's JSON round the PDF. Code 0 comes with a PDF, any other without one; an answer that says both or neither is
 * none. Throws `ReceiptUnreadable`.
 */
export function parseMpesaAnswer(text: string): MpesaAnswer {
  const { responseCode, base64Data } = readStrictJson(text, answerSchema);
  const isFound = String(responseCode) === "0";
  const data = base64Data?.trim() ?? "";
  if (isFound !== (data !== "")) throw new ReceiptUnreadable("the code and the data contradict each other");
  return isFound ? { kind: "pdf", pdf: decodeBase64(data) } : { kind: "not_found" };
}

/** The built-in decoder leaves out what is no base64, which would be a part of the document. */
function decodeBase64(data: string): Uint8Array {
  const digits = data.replaceAll(/[\r\n]/g, "");
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(digits))
    throw new ReceiptUnreadable("the data is not base64");
  return Buffer.from(digits, "base64");
}
