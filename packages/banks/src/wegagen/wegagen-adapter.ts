import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { wegagenEndpoint } from "./wegagen-endpoint.ts";
import { createWegagenReceiptClient } from "./wegagen-receipt-client.ts";
import { parseWegagenReceipt } from "./wegagen-receipt-parser.ts";

export function createWegagenAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "wegagen",
    fetchReceipt: createWegagenReceiptClient(createBankHttpClient(wegagenEndpoint, env, warn)),
    parseReceipt: ({ body }, { reference }) =>
      readDocument(() => parseWegagenReceipt(utf8Text(body), reference)),
  };
}
