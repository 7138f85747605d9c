import type {
  BankAdapter,
  BankEnvironment,
  ParseOutcome,
  ReceiptDocument,
  ReceiptIdentifiers,
} from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { extractPdfText } from "../pdf-text.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { mpesaEndpoint } from "./mpesa-endpoint.ts";
import { createMpesaReceiptClient } from "./mpesa-receipt-client.ts";
import { parseMpesaReceipt } from "./mpesa-receipt-parser.ts";
import { parseMpesaResponse } from "./mpesa-response-parser.ts";

export function createMpesaAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "mpesa",
    fetchReceipt: createMpesaReceiptClient(createBankHttpClient(mpesaEndpoint, env, warn)),
    parseReceipt: (document, identifiers) => readDocument(() => parse(document, identifiers)),
  };
}

async function parse({ body }: ReceiptDocument, { reference }: ReceiptIdentifiers): Promise<ParseOutcome> {
  const response = parseMpesaResponse(utf8Text(body));
  if (response.kind === "not_found") return response;
  return parseMpesaReceipt(await extractPdfText(response.pdf), reference);
}
