import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { siinqeeEndpoint } from "./siinqee-endpoint.ts";
import { createSiinqeeReceiptClient } from "./siinqee-receipt-client.ts";
import { parseSiinqeeReceipt, saysNoSuchSiinqeeReceipt } from "./siinqee-receipt-parser.ts";

export function createSiinqeeAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "siinqee",
    fetchReceipt: createSiinqeeReceiptClient(createBankHttpClient(siinqeeEndpoint, env, warn)),
    parseReceipt: ({ body }, { reference }) =>
      readDocument(() =>
        saysNoSuchSiinqeeReceipt(body)
          ? { kind: "not_found" }
          : parseSiinqeeReceipt(utf8Text(body), reference),
      ),
  };
}
