import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";

/**
 * A bank for benchmarks that responds at once: one document for any reference, with the reference filled in. boa's
 * document is below; `BANK_PAGE` names a page of telebirr's. It uses TLS with `BANK_KEY` and `BANK_CERT`. Prints its
 * port, the start of its references, and the account that its receipts pay to.
 */
const slip = JSON.stringify({
  header: {
    audit: { T24_time: 1, responseParse_time: 1, requestParse_time: 1 },
    page_start: 1,
    page_token: "202600000000000000.01,99",
    total_size: 1,
    page_size: 99,
    status: "success",
  },
  body: [
    {
      Address: "ADDIS ABABA, ETH",
      "Vat Sequence Number": "0000000000000001",
      "Tel.": "+251900000000",
      currency: "ETB",
      "Source Account Name": "ABEL GIRMA TOLA",
      "Source Account": "1******03",
      "Payer's Name": "ABEL GIRMA TOLA",
      "Receiver's Name": "SELAM DEMO TRADING",
      "Receiver's Account": "1******58",
      "Transferred Amount": "1,500.00",
      "Transferred Amount in word": "ONE THOUSAND FIVE HUNDRED AND FOUR ETB AND SIXTY CENTS ONLY",
      "Service Charge": "4",
      "VAT (15%)": "0.60",
      "Total Amount including VAT": "1504.60",
      "Transaction Type": "Account to Account Transfer",
      "Transaction Date": "05/10/26 08:15",
      "Transaction Reference": "REFERENCE",
      "Payment Reference": "order 7",
      Narrative: "goods",
    },
  ],
});
interface Document {
  readonly contentType: string;
  /** The text around each occurrence of the reference. */
  readonly parts: readonly Buffer[];
  readonly referenceStart: string;
  readonly account: string;
  readonly referenceOf: (url: URL) => string;
}

const boa: Document = {
  contentType: "application/json",
  parts: slip.split("REFERENCE").map((part) => Buffer.from(part)),
  referenceStart: "FT26278",
  account: "104273658",
  referenceOf: (url) => (url.searchParams.get("id") ?? "").slice(0, 12),
};

/** telebirr's references begin with the day of the payment, which the page contains. */
function telebirr(page: string): Document {
  const [, reference = ""] = /<td[^>]*>\s*(\w{10})\s*<\/td>\s*<td[^>]*>\s*\d\d-\d\d-\d{4}/.exec(page) ?? [];
  const [, account = ""] = /Credited party account no\s*<\/td>\s*<td[^>]*>\s*([\d*]+)/i.exec(page) ?? [];
  if (reference === "" || account === "") throw new Error("the page is not telebirr's");
  return {
    contentType: "text/html; charset=utf-8",
    parts: page.split(reference).map((part) => Buffer.from(part)),
    referenceStart: reference.slice(0, 3),
    account: account.replaceAll("*", "0"),
    referenceOf: ({ pathname }) => pathname.slice("/receipt/".length),
  };
}

const { BANK_PAGE, BANK_KEY: key, BANK_CERT: cert } = process.env;
const document = BANK_PAGE === undefined ? boa : telebirr(readFileSync(BANK_PAGE, "utf8"));
const latencyMs = Number(process.env["BANK_LATENCY_MS"] ?? 0);

const listener: RequestListener = (request, response) => {
  const reference = Buffer.from(document.referenceOf(new URL(request.url ?? "/", "http://bank")));
  const [first = Buffer.alloc(0), ...others] = document.parts;
  const body = Buffer.concat([first, ...others.flatMap((part) => [reference, part])]);
  const respond = () =>
    response
      .writeHead(200, { "content-type": document.contentType, "content-length": body.length })
      .end(body);
  if (latencyMs === 0) respond();
  else setTimeout(respond, latencyMs);
};
const server =
  key === undefined || cert === undefined ? createServer(listener) : createTlsServer({ key, cert }, listener);
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env["BANK_PORT"] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : address;
  process.stdout.write(`port ${port} ${document.referenceStart} ${document.account}\n`);
});
