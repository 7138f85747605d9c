import type { SandboxBank } from "./sandbox-bank.ts";

/** The page for a person who opens the sandbox in a browser. */
export function helpPage(banks: readonly SandboxBank[]): string {
  const receipts = banks.flatMap(({ code, endpoints }) =>
    endpoints.map(({ path }) => `  ${code.padEnd(11)} GET ${path}`),
  );
  return `Bank sandbox: responds like the banks.

Receipts
${receipts.join("\n")}
  (cbe at /: ?id={FT reference}{8 digits}; boa: ?id={reference}{5 digits};
  mpesa: ?trxNo={reference}; cbebirr: ?TID={reference}&PH={phone})

Any well-formed reference is a genuine receipt, unless it ends in (siinqee: its first seven characters)
  NF  not found
  RV  payment reversed (not found if the document has no status)
  DN  the bank's host fails
  SL  responds after 5 seconds
  GB  a page that is not a receipt
A number that was read in a file has a receipt only if it was ordered; with SANDBOX_STRICT, so has every number.

POST /payments  { bank, amount, receiverAccount, receiverName, senderName?, paidAt?, receiverBank?, type?,
                  bookedAfterSeconds? }
                creates an ordered receipt: { referenceNumber, suffix?, phone?, receiptUrl, smsText }
POST /payments/reverse { bank, referenceNumber } reverses such a payment
POST /payments/book { bank, referenceNumber } books one before its bookedAfterSeconds are over
POST /control   { bank?, down?, latencyMs? } takes a bank down or slows it; without bank, all of them
GET  /stats     receipt requests so far, per bank
`;
}
