import type { DepositEventType } from "../deposit-fields.ts";
import { type Deposit, depositSchema } from "../deposit-schemas.ts";
import { exampleOf } from "./example-of.ts";
import { ids, times, webhookUrl } from "./example-values.ts";
import { type OperationExamples, only } from "./operation-examples.ts";

const exampleDeposit: Deposit = {
  ...(exampleOf(depositSchema) as Deposit),
  customer: { name: "Abebe Kebede", phone: "0911223344" },
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
const enveloped = (summary: string, data: unknown) => ({ summary, value: { data, error: null, meta } });
const canceled = { status: "canceled", canceledAt: times.ended };
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
  },
  getDeposit: {
    responses: {
      200: {
        waiting: enveloped("Not paid yet", exampleDeposit),
        confirmed: enveloped("A genuine receipt has confirmed it", confirmedDeposit),
        partial: enveloped("A part is paid", partiallyPaidDeposit),
      },
    },
  },
  cancelDeposit: { body: only({}), responses: { 200: { data: canceled } } },
  resolveDeposit: {
    body: {
      accept: {
        summary: "The receipt counts",
        value: { decision: "accept", note: "The money is in our account" },
      },
      reject: { summary: "The receipt does not count", value: { decision: "reject" } },
    },
    responses: { 200: { data: acceptedDeposit } },
  },
  exportAccountDeposits: {
    responses: {
      200: only(
        `id,createdAt,status,amount,amountReceived,currency,reference\r\n${ids.deposit},${times.asked},confirmed,1250.00,1250.00,ETB,order-1042\r\n`,
      ),
    },
  },
  getDepositQrCode: {
    responses: { 200: only('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 41 41"/>') },
  },
  getAccountDeposit: { responses: { 200: { data: confirmedDeposit } } },
  resolveAccountDeposit: { responses: { 200: { data: acceptedDeposit } } },
  cancelAccountDeposit: { responses: { 200: { data: canceled } } },
} satisfies Record<string, OperationExamples>;
