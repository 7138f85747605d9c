import type { BankAdapter, BankEnvironment } from "../bank-adapter.ts";
import type { AdapterOptions } from "../bank-definition.ts";
import { createBankHttpClient } from "../bank-http-client.ts";
import { readDocument } from "../read-document.ts";
import { utf8Text } from "../utf8-text.ts";
import { kaafiebirrEndpoint, kaafiebirrTransferEndpoint } from "./kaafiebirr-endpoints.ts";
import { createKaafiebirrReceiptClient } from "./kaafiebirr-receipt-client.ts";
import { parseKaafiebirrReceipt } from "./kaafiebirr-receipt-parser.ts";

export function createKaafiebirrAdapter(env: BankEnvironment, { warn }: AdapterOptions): BankAdapter {
  const current = createBankHttpClient(kaafiebirrEndpoint, env, warn);
  const transfers = createBankHttpClient(kaafiebirrTransferEndpoint, env, warn);
  return {
    code: "kaafiebirr",
    fetchReceipt: createKaafiebirrReceiptClient({ current, transfers }),
    parseReceipt: ({ body }, identifiers) =>
      readDocument(() => parseKaafiebirrReceipt(utf8Text(body), identifiers)),
  };
}
