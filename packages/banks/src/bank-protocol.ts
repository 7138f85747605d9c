import type { FetchOutcome, ParseOutcome, ReceiptDocument, ReceiptIdentifiers } from "./bank-adapter.ts";
import type { GetFromBank } from "./bank-http-client.ts";

/** How a bank is asked for a receipt, and how its response is read. */
export interface BankProtocol {
  /** As `BankAdapter.fetchReceipt`. `hosts`: the clients of the bank's endpoints, in their order. */
  fetchReceipt(
    hosts: readonly [GetFromBank, ...GetFromBank[]],
    identifiers: ReceiptIdentifiers,
    signal: AbortSignal,
  ): Promise<FetchOutcome>;
  /** Pure: same bytes, same result. Any error means that the document cannot be read. */
  parseReceipt(
    document: ReceiptDocument,
    identifiers: ReceiptIdentifiers,
  ): ParseOutcome | Promise<ParseOutcome>;
}
