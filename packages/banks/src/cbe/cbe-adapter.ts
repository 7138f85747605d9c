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
import { cbeEndpoint, cbeLegacyEndpoint } from "./cbe-endpoints.ts";
import { isFtReference } from "./cbe-identifiers.ts";
import { parseCbeJsonReceipt, saysNoSuchCbeTransaction } from "./cbe-json-receipt-parser.ts";
import { parseCbePdfReceipt, saysNoSuchCbeReceipt } from "./cbe-pdf-receipt-parser.ts";
import { createCbeReceiptClient } from "./cbe-receipt-client.ts";

export function createCbeAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  const current = createBankHttpClient(cbeEndpoint, env, warn);
  const legacy = createBankHttpClient(cbeLegacyEndpoint, env, warn);
  return {
    code: "cbe",
    fetchReceipt: createCbeReceiptClient({ current, legacy }),
    parseReceipt: (document, identifiers) => readDocument(() => parse(document, identifiers)),
  };
}

async function parse({ body }: ReceiptDocument, identifiers: ReceiptIdentifiers): Promise<ParseOutcome> {
  if (!isFtReference(identifiers.reference)) {
    if (saysNoSuchCbeTransaction(body)) return { kind: "not_found" };
    return parseCbeJsonReceipt(utf8Text(body), identifiers);
  }
  if (saysNoSuchCbeReceipt(body)) return { kind: "not_found" };
  return parseCbePdfReceipt(await extractPdfText(body), identifiers);
}
