import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { awashEndpoint } from "./awash-endpoint.ts";
import { createAwashReceiptClient } from "./awash-receipt-client.ts";
import { parseAwashReceipt } from "./awash-receipt-parser.ts";

export function createAwashAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "awash",
    fetchReceipt: createAwashReceiptClient(createBankHttpClient(awashEndpoint, env, warn)),
    parseReceipt: ({ body }, { reference }) =>
      readDocument(() => parseAwashReceipt(utf8Text(body), reference)),
  };
}
