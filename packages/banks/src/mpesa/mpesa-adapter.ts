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
import { parseMpesaAnswer } from "./mpesa-answer-parser.ts";
import { mpesaEndpoint } from "./mpesa-endpoint.ts";
import { createMpesaReceiptClient } from "./mpesa-receipt-client.ts";
import { parseMpesaReceipt } from "./mpesa-receipt-parser.ts";

export function createMpesaAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "mpesa",
    fetchReceipt: createMpesaReceiptClient(createBankHttpClient(mpesaEndpoint, env, warn)),
    parseReceipt: (document, identifiers) => readDocument(() => parse(document, identifiers)),
  };
}

async function parse({ body }: ReceiptDocument, { reference }: ReceiptIdentifiers): Promise<ParseOutcome> {
  const answer = parseMpesaAnswer(utf8Text(body));
  if (answer.kind === "not_found") return answer;
  return parseMpesaReceipt(await extractPdfText(answer.pdf), reference);
}
