import type { Payment } from "../payments/payment.ts";
import { htmlResponse, jsonResponse, pdfResponse } from "../receipts/bank-responses.ts";
import {
  type ParsedQuery,
  parsedQuery,
  type ReceiptEndpoint,
  type SandboxResponse,
} from "../sandbox-bank.ts";
import { cbeTransferDay, isShareToken, transferOfToken } from "./cbe-identifiers.ts";
import { deriveCbePayment } from "./cbe-payments.ts";
import { cbeReceiptPdf } from "./cbe-receipt-pdf.ts";
import { cbeTransactionDetail } from "./cbe-transaction-detail.ts";

const linkRefused = htmlResponse(
  "<html><body><h2>You Are Not Allowed to See This Data, Please Check your Link</h2></body></html>",
  404,
);

/** The response to older links. */
const checkYourLink = jsonResponse({ status: "failed", message: "Please Check Your Link " }, 404);

const pdfEndpoint = {
  derive: ({ key, accountDigits }) => deriveCbePayment(key, accountDigits),
  notFound: linkRefused,
  withdrawn: checkYourLink,
  showsReversal: false,
} satisfies Partial<ReceiptEndpoint>;

/** `apps.cbe.com.et:100/?id=…` */
export const legacyEndpoint: ReceiptEndpoint = {
  ...pdfEndpoint,
  path: "/",
  read: (request) => legacyQuery(request.query("id"), /^(.{12})(\d{8})$/),
  render: (payment) => receiptResponse(payment, "VAT Invoice / Customer Receipt"),
};

/** `apps.cbe.com.et:100/BranchReceipt/…`: the same data under another title. */
export const branchEndpoint: ReceiptEndpoint = {
  ...pdfEndpoint,
  path: "/BranchReceipt/:id",
  read: (request) => legacyQuery(request.param("id"), /^(.{12})&(\d{8})$/),
  render: (payment) => receiptResponse(payment, "VAT Invoice/Customer Receipt - Branch Receipt"),
};

function legacyQuery(id: string, shape: RegExp): ParsedQuery {
  const [, key = "", accountDigits = ""] = shape.exec(id) ?? [];
  if (cbeTransferDay(key) === undefined) return { kind: "malformed" };
  return { kind: "well_formed", key, accountDigits };
}

async function receiptResponse(payment: Payment, title: string): Promise<SandboxResponse> {
  return pdfResponse(await cbeReceiptPdf(payment, { title }));
}

/** Constants of the bank's public receipt page, required from every caller. */
const requiredHeaders = {
  "X-App-ID": "d1292e42-7400-49de-a2d3-9731caa4c819",
  "X-App-Version": "0a01980b-9859-1369-8198-59f403820000",
};

/** `mb.cbe.com.et`: the JSON for the share links. */
export const transactionDetailEndpoint: ReceiptEndpoint = {
  path: "/api/v1/transactions/public/transaction-detail/:token",
  read(request) {
    const complete = Object.entries(requiredHeaders).every(([name, value]) => request.header(name) === value);
    if (!complete) return { kind: "refused", response: problem(400, "Bad Request", "Missing Headers") };
    const key = request.param("token");
    return parsedQuery(key, isShareToken(key));
  },
  derive: ({ key }) => ({ ...deriveCbePayment(transferOfToken(key)), shareToken: key }),
  render: (payment) => jsonResponse(cbeTransactionDetail(payment)),
  notFound: problem(500, "Internal Server Error", "Security Alert: Invalid or tampered legacy token!"),
  showsReversal: true,
};

function problem(status: number, title: string, detail: string): SandboxResponse {
  const body = JSON.stringify({ type: "about:blank", title, status, detail });
  return { status, contentType: "application/problem+json", body };
}
