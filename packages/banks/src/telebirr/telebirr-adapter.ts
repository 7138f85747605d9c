import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { telebirrEndpoint } from "./telebirr-endpoint.ts";
import { createTelebirrReceiptClient } from "./telebirr-receipt-client.ts";
import { parseTelebirrReceipt } from "./telebirr-receipt-parser.ts";

export function createTelebirrAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "telebirr",
    fetchReceipt: createTelebirrReceiptClient(createBankHttpClient(telebirrEndpoint, env, warn)),
    parseReceipt: ({ body }, { reference }) =>
      readDocument(() => parseTelebirrReceipt(utf8Text(body), reference)),
  };
}
