import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { dashenEndpoint } from "./dashen-endpoint.ts";
import { createDashenReceiptClient } from "./dashen-receipt-client.ts";
import { parseDashenReceipt, saysNoSuchDashenReceipt } from "./dashen-receipt-parser.ts";

export function createDashenAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "dashen",
    fetchReceipt: createDashenReceiptClient(createBankHttpClient(dashenEndpoint, env, warn)),
    parseReceipt: ({ body }, { reference }) =>
      readDocument(() =>
        saysNoSuchDashenReceipt(body) ? { kind: "not_found" } : parseDashenReceipt(utf8Text(body), reference),
      ),
  };
}
