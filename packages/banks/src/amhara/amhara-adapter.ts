import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { amharaEndpoint } from "./amhara-endpoint.ts";
import { createAmharaReceiptClient } from "./amhara-receipt-client.ts";
import { parseAmharaReceipt } from "./amhara-receipt-parser.ts";

export function createAmharaAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "amhara",
    fetchReceipt: createAmharaReceiptClient(createBankHttpClient(amharaEndpoint, env, warn)),
    parseReceipt: ({ body }, { reference }) =>
      readDocument(() => parseAmharaReceipt(utf8Text(body), reference)),
  };
}
