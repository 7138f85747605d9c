import type { DepositEventType } from "../deposit-fields.ts";
import { checkoutUrl, ids, times, webhookUrl } from "./example-values.ts";
import { type OperationExamples, only, page, response } from "./operation-examples.ts";

const exampleDeposit = {
  id: ids.deposit,
  object: "deposit",
  livemode: true,
  status: "awaiting_payment",
  amount: "1250.00",
  amountReceived: null,
  allowPartial: false,
  amountPaid: "0.00",
  amountRemaining: "1250.00",
  amountOverpaid: "0.00",
  receipts: [] as readonly object[],
  currency: "ETB",
  reference: "order-1042",
  description: "Two chairs and a table",
  customer: { name: "Abebe Kebede", phone: "0911223344" },
  paymentOptions: [{ bank: "telebirr", accountNumber: "0911005678", accountName: "Sara Coffee Trading" }],
  checkoutUrl,
  returnUrl: "https://shop.example.et/orders/1042/done",
  cancelUrl: "https://shop.example.et/cart",
  receipt: null,
  review: null,
  resolution: null,
  confirmedBy: null,
  lateReceipt: null,
  lastError: null,
  attemptsLeft: 10,
  metadata: { cart: "8f2c" },
  createdAt: times.asked,
  expiresAt: times.later,
  confirmedAt: null,
  canceledAt: null,
};

const exampleReceipt = {
  bank: "telebirr",
  referenceNumber: "DC21QK2M41",
  senderName: "Abebe Kebede",
  timestamp: times.paid,
  verificationRequestId: ids.request,
};

const confirmedDeposit = {
  ...exampleDeposit,
  status: "confirmed",
  amountReceived: "1250.00",
  amountPaid: "1250.00",
  amountRemaining: "0.00",
  receipts: [{ ...exampleReceipt, amount: "1250.00", acceptedAt: times.ended }],
  receipt: exampleReceipt,
  confirmedBy: "receipt",
  attemptsLeft: 9,
  confirmedAt: times.ended,
};

const depositInReview = {
  ...exampleDeposit,
  status: "review_required",
  attemptsLeft: 9,
  review: {
    reasons: ["receiver_not_proven"],
    receipt: confirmedDeposit.receipt,
    amount: "1250.00",
    receiverName: "Sara Kebede",
    receiverAccount: "2519****5678",
    paymentOption: exampleDeposit.paymentOptions[0],
    expiresAt: times.later,
  },
};

const partiallyPaidDeposit = {
  ...exampleDeposit,
  allowPartial: true,
  amountPaid: "1000.00",
  amountRemaining: "250.00",
  receipts: [{ ...exampleReceipt, amount: "1000.00", acceptedAt: times.ended }],
};

const acceptedDeposit = {
  ...confirmedDeposit,
  confirmedBy: "person",
  resolution: {
    decision: "accept",
    note: "The money is in our account",
    resolvedBy: "person",
    resolvedAt: times.ended,
  },
};

/** The deposit as each event left it. */
const leftBy: Readonly<Record<DepositEventType, { readonly sequence: number; readonly data: object }>> = {
  "deposit.created": { sequence: 1, data: exampleDeposit },
  "deposit.receipt_submitted": {
    sequence: 2,
    data: { ...exampleDeposit, status: "verifying", attemptsLeft: 9 },
  },
  "deposit.receipt_rejected": {
    sequence: 3,
    data: { ...exampleDeposit, attemptsLeft: 9, lastError: "amount_too_low" },
  },
  "deposit.review_required": { sequence: 3, data: depositInReview },
  "deposit.partially_paid": { sequence: 3, data: partiallyPaidDeposit },
  "deposit.confirmed": { sequence: 3, data: confirmedDeposit },
  "deposit.expired": { sequence: 2, data: { ...exampleDeposit, status: "expired" } },
  "deposit.canceled": {
    sequence: 2,
    data: { ...exampleDeposit, status: "canceled", canceledAt: times.ended },
  },
  "deposit.late_receipt": {
    sequence: 4,
    data: {
      ...exampleDeposit,
      status: "expired",
      attemptsLeft: 9,
      lateReceipt: { ...confirmedDeposit.receipt, amount: "1250.00", receivedAt: times.later },
    },
  },
};

export function eventExample(type: DepositEventType) {
  return {
    id: ids.event,
    type,
    depositId: ids.deposit,
    createdAt: times.ended,
    livemode: true,
    ...leftBy[type],
  };
}

const meta = { requestId: "5f0c2a34-0f6e-4a43-9a8e-2f1f4f3b7c55" };
const enveloped = (data: unknown, summary?: string) => only({ data, error: null, meta }, summary);
const paged = (item: { readonly id: string }) =>
  enveloped({ items: [item], hasMore: false, nextCursor: item.id });

export const checkoutExamples = {
  createDeposit: {
    body: {
      smallest: {
        summary: "Only the required fields",
        value: { amount: "1250.00", currency: "ETB", reference: "order-1042" },
      },
      whole: {
        summary: "Every field",
        value: {
          amount: "1250.00",
          currency: "ETB",
          reference: "order-1042",
          description: exampleDeposit.description,
          customer: { ...exampleDeposit.customer, email: "abebe@example.com" },
          banks: ["telebirr"],
          returnUrl: exampleDeposit.returnUrl,
          cancelUrl: exampleDeposit.cancelUrl,
          webhookUrl,
          expiresInMinutes: 60,
          allowPartial: true,
          metadata: exampleDeposit.metadata,
        },
      },
    },
    responses: { 201: enveloped(exampleDeposit) },
  },
  listDeposits: { responses: { 200: paged(exampleDeposit) } },
  getDeposit: {
    responses: {
      200: {
        waiting: { summary: "Not paid yet", value: { data: exampleDeposit, error: null, meta } },
        confirmed: {
          summary: "A genuine receipt has confirmed it",
          value: { data: confirmedDeposit, error: null, meta },
        },
        partial: {
          summary: "A part is paid",
          value: { data: partiallyPaidDeposit, error: null, meta },
        },
      },
    },
  },
  cancelDeposit: {
    body: only({}),
    responses: { 200: enveloped({ ...exampleDeposit, status: "canceled", canceledAt: times.ended }) },
  },
  resolveDeposit: {
    body: {
      accept: {
        summary: "The receipt counts",
        value: { decision: "accept", note: "The money is in our account" },
      },
      reject: { summary: "The receipt does not count", value: { decision: "reject" } },
    },
    responses: { 200: enveloped(acceptedDeposit) },
  },
  listDepositEvents: { responses: { 200: paged(eventExample("deposit.confirmed")) } },
  listEvents: { responses: { 200: paged(eventExample("deposit.confirmed")) } },
  getCheckoutOpenApi: { responses: { 200: only({ openapi: "3.1.1" }, "Start of the document") } },
  listAccountDeposits: {
    responses: {
      200: page(exampleDeposit, "Deposits", {
        totalIsExact: true,
        amount: "1250.00",
        amountReceived: "0.00",
      }),
    },
  },
  exportAccountDeposits: {
    responses: {
      200: only(
        `id,createdAt,status,amount,amountReceived,currency,reference\r\n${ids.deposit},${times.asked},confirmed,1250.00,1250.00,ETB,order-1042\r\n`,
      ),
    },
  },
  createAccountDeposit: {
    body: only({
      ...{ amount: "1250.00", currency: "ETB", reference: "counter-17" },
      customer: { name: "Abebe Kebede", phone: "+251911223344" },
    }),
    responses: { 201: response(exampleDeposit, "Deposit") },
  },
  getDepositQrCode: {
    responses: { 200: only('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 41 41"/>') },
  },
  getAccountDeposit: { responses: { 200: response(confirmedDeposit, "Deposit") } },
  resolveAccountDeposit: {
    body: only({ decision: "accept", note: "The money is in our account", rememberName: true }),
    responses: { 200: response(acceptedDeposit, "Deposit") },
  },
  cancelAccountDeposit: {
    responses: {
      200: response({ ...exampleDeposit, status: "canceled", canceledAt: times.ended }, "Deposit"),
    },
  },
  getDepositReceipts: {
    responses: {
      200: response(
        {
          receipts: [
            {
              ...exampleReceipt,
              amount: "1000.00",
              receiverName: "Sara Coffee Trading",
              receiverAccount: "2519****5678",
              submittedAt: times.asked,
              outcome: "rejected",
              rejection: "amount_too_low",
              resolution: null,
            },
          ],
          paidByHand: { decision: "accept", by: "Sara Bekele", at: times.ended, note: "The rest in cash" },
        },
        "Receipts of the deposit",
      ),
    },
  },
  listAccountDepositEvents: {
    responses: { 200: page(eventExample("deposit.confirmed"), "Events of the deposit") },
  },
} satisfies Record<string, OperationExamples>;
