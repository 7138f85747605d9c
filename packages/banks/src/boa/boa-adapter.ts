import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { boaEndpoint } from "./boa-endpoint.ts";
import { createBoaReceiptClient } from "./boa-receipt-client.ts";
import { parseBoaReceipt } from "./boa-receipt-parser.ts";

export function createBoaAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  return {
    code: "boa",
    fetchReceipt: createBoaReceiptClient(createBankHttpClient(boaEndpoint, env, warn)),
    parseReceipt: ({ body }, identifiers) => readDocument(() => parseBoaReceipt(utf8Text(body), identifiers)),
  };
}
