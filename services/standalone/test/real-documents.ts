import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startLocalServer } from "@receipts/testing";
import { extractText, getDocumentProxy } from "unpdf";

/** Real bank documents; they are stored beside the repository, never in it. */
const folder =
  process.env["RECEIPTS_DIR"] ?? fileURLToPath(new URL("../../../../shared/receipts", import.meta.url));
export const hasRealDocuments = existsSync(folder);

export const realDocument = (name: string): Buffer => readFileSync(path.join(folder, name));

/** Reads the printed values without the services' parsers; the repository contains none of these values. */
export async function readPrinted() {
  const pdf = await getDocumentProxy(new Uint8Array(realDocument("cbe/legacy-2025.pdf")));
  const { text } = await extractText(pdf, { mergePages: true });
  return {
    telebirr: printedByTelebirr(realDocument("telebirr/person-to-person.html").toString()),
    cbePdf: printedInPdf(text),
    cbeJson: printedInDetail(JSON.parse(realDocument("cbe/v2-transaction-detail.json").toString())),
    awash: ["ips-bank-transfer", "send-money", "telebirr-transfer"].map((name) =>
      printedByAwash(realDocument(`awash/${name}.html`)),
    ),
    dashen: {
      referenceNumber:
        /Reference:<\/strong> (\w+)/.exec(realDocument("dashen/receipt-lines.html").toString())?.[1] ?? "",
    },
    boa: printedOnSlip(JSON.parse(realDocument("boa/bill-payment.json").toString()).body[0]),
  };
}

function printedByTelebirr(page: string) {
  const invoice =
    /<td[^>]*> ?(\w{10})<\/td>\s*<td[^>]*> ?(\d\d)-(\d\d)-(\d{4}) ([\d:]{8})<\/td>\s*<td[^>]*> ?([\d.,]+) Birr</;
  const [, referenceNumber = "", day, month, year, time, amount] = invoice.exec(page) ?? [];
  return {
    referenceNumber,
    amount: numberOf(amount),
    timestamp: inAddis(`${year}-${month}-${day} ${time}`),
    receiverName: /Credited Party name\s*<\/td>\s*<td[^>]*>\s*([^<]*?)\s*</.exec(page)?.[1],
  };
}

function printedInPdf(text: string) {
  const row = (label: string) =>
    text
      .split("\n")
      .find((line) => line.startsWith(label))
      ?.slice(label.length);
  const [payerAccount = "", receiverAccount = ""] = Array.from(
    text.matchAll(/^Account (\S+)$/gm),
    ([, account]) => account,
  );
  return {
    referenceNumber: row("Reference No. (VAT Invoice No) ") ?? "",
    amount: numberOf(row("Transferred Amount ")?.replace(" ETB", "")),
    // Month first, as Date reads it.
    timestamp: inAddis(row("Payment Date & Time ")),
    senderName: row("Payer "),
    receiverName: row("Receiver "),
    payerAccount,
    receiverAccount,
  };
}

/** The first part of the link is the transaction number in base 36; the second is internal to the bank. */
function printedByAwash(body: Buffer) {
  const id = /\d{15}/.exec(body.toString())?.[0] ?? "";
  return { token: `${BigInt(id).toString(36).toUpperCase()}-4Q7C3H`, body };
}

function printedInDetail(detail: Record<string, string> & { readonly dateTimes: readonly string[] }) {
  return {
    token: new URL(detail["encodedReceipt"] ?? "").pathname.slice(1),
    referenceNumber: detail["id"],
    amount: numberOf(detail["amountCredited"]),
    timestamp: new Date(detail.dateTimes[0] ?? "").toISOString(),
    senderName: detail["debitAccountHolder"],
    receiverName: detail["creditAccountHolder"],
    receiverAccount: detail["creditAccountNo"] ?? "",
  };
}

function printedOnSlip(slip: Record<string, string>) {
  const [day, month, year, time] = slip["Transaction Date"]?.split(/[/ ]/) ?? [];
  return {
    referenceNumber: slip["Transaction Reference"] ?? "",
    sourceAccount: slip["Source Account"] ?? "",
    amount: numberOf(slip["Transferred Amount"]),
    timestamp: inAddis(`20${year}-${month}-${day} ${time}`),
    senderName: slip["Payer's Name"],
  };
}

function numberOf(text = ""): number {
  return Number(text.replaceAll(",", ""));
}

function inAddis(text = ""): string {
  return new Date(`${text} GMT+0300`).toISOString();
}

export type Printed = Awaited<ReturnType<typeof readPrinted>>;
type Handler = (response: ServerResponse, request: IncomingMessage) => void;

const respondWith =
  (status: number, contentType: string, body: string | Buffer): Handler =>
  (response) =>
    response.writeHead(status, { "content-type": contentType }).end(body);

export interface DocumentHost {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the documents at the banks' own paths. */
export async function startDocumentHost(printed: Printed): Promise<DocumentHost> {
  const detail = realDocument("cbe/v2-transaction-detail.json");
  const slip = realDocument("boa/bill-payment.json");
  const noSuchToken = '{"status":500,"detail":"Security Alert: Invalid or tampered legacy token!"}';
  const routes: [start: string, Handler][] = [
    [
      `/receipt/${printed.telebirr.referenceNumber}`,
      respondWith(200, "text/html; charset=utf-8", realDocument("telebirr/person-to-person.html")),
    ],
    ...pdfDigits(printed).map((digits): [string, Handler] => [
      `/?id=${printed.cbePdf.referenceNumber}${digits}`,
      respondWith(200, "application/pdf", realDocument("cbe/legacy-2025.pdf")),
    ]),
    // This payment has no PDF.
    [`/?id=${printed.cbeJson.referenceNumber}`, respondWith(503, "text/html", "Service Unavailable")],
    ["/?id=FT", respondWith(404, "application/json", realDocument("cbe/legacy-not-found.json"))],
    [
      `/api/v1/transactions/public/transaction-detail/${printed.cbeJson.token}`,
      (response, request) => {
        const hasHeaders = request.headers["x-app-id"] !== undefined;
        const respond = hasHeaders
          ? respondWith(200, "application/json", detail)
          : respondWith(400, "text/plain", "Missing Headers");
        respond(response, request);
      },
    ],
    ...printed.awash.map(({ token, body }): [string, Handler] => [
      `/-${token}`,
      respondWith(200, "text/html", body),
    ]),
    [
      `/receipt/${printed.dashen.referenceNumber}`,
      respondWith(200, "text/html", realDocument("dashen/receipt-lines.html")),
    ],
    ["/api/v1/transactions/", respondWith(500, "application/problem+json", noSuchToken)],
    [
      `/api/onlineSlip/getDetails/?id=${printed.boa.referenceNumber}`,
      respondWith(200, "application/json", slip),
    ],
    [
      "/api/onlineSlip/getDetails/",
      respondWith(200, "application/json", realDocument("boa/invalid-reference.json")),
    ],
  ];
  routes.push([
    "/receipt/",
    respondWith(200, "text/html", "<html><body><div>This request is not correct</div></body></html>"),
  ]);
  return await startLocalServer((request, response) => {
    const route = routes.find(([start]) => request.url?.startsWith(start));
    if (route === undefined) response.writeHead(418).end();
    else route[1](response, request);
  });
}

/** Digits that match the visible end of the account. */
export const endingAs = (account: string, shown: number, length: number) =>
  account.slice(-shown).padStart(length, "12345678");

/** The PDF opens for its payer and its receiver; their hidden digits are invented here. */
function pdfDigits({ cbePdf }: Printed): readonly string[] {
  return [cbePdf.payerAccount, cbePdf.receiverAccount].map((account) => endingAs(account, 4, 8));
}
