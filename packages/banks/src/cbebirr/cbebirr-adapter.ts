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
import { cbebirrEndpoint } from "./cbebirr-endpoint.ts";
import { createCbebirrReceiptClient } from "./cbebirr-receipt-client.ts";
import { parseCbebirrReceipt, saysNoSuchCbebirrReceipt } from "./cbebirr-receipt-parser.ts";

export function createCbebirrAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "cbebirr",
    fetchReceipt: createCbebirrReceiptClient(createBankHttpClient(cbebirrEndpoint, env, warn)),
    parseReceipt: (document, identifiers) => readDocument(() => parse(document, identifiers)),
  };
}

async function parse({ body }: ReceiptDocument, identifiers: ReceiptIdentifiers): Promise<ParseOutcome> {
  if (saysNoSuchCbebirrReceipt(body)) return { kind: "not_found" };
  return parseCbebirrReceipt(await extractPdfText(body), identifiers);
}
