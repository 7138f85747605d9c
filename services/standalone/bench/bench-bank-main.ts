import { createServer } from "node:http";

/**
 * A bank that answers at once, for benchmarks: boa's document for any reference, made by filling in the reference.
 * Prints its port.
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
const latencyMs = Number(process.env["BANK_LATENCY_MS"] ?? 0);

const server = createServer((request, response) => {
  const id = new URL(request.url ?? "/", "http://bank").searchParams.get("id") ?? "";
  const answer = () =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(slip.replace("REFERENCE", id.slice(0, 12)));
  if (latencyMs === 0) answer();
  else setTimeout(answer, latencyMs);
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env["BANK_PORT"] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === "object" ? address?.port : address}\n`);
});
