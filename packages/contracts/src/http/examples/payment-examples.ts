import { ids, times } from "./example-values.ts";
import { type OperationExamples, only, page, response, wholeList } from "./operation-examples.ts";
import { exampleResult } from "./verification-examples.ts";

const branch = { id: ids.branch, name: "Bole" };
const member = { id: ids.member, name: "Hanna" };
const { amount, currency, senderName, receiverName, referenceNumber } = exampleResult;

const payment = {
  id: ids.request,
  createdAt: times.asked,
  verifiedAt: times.ended,
  paidAt: times.paid,
  ...{
    amount,
    currency,
    senderName,
    receiverName,
    bank: "telebirr",
    livemode: true,
    reference: referenceNumber,
    referenceNumber,
  },
  ...{ decision: "accept", decisionReasons: [], processingStatus: "completed", status: "success" },
  ...{ source: "api", branch, member, depositId: null, orderReference: null },
};

const filter = { decision: "review", branch: ids.branch };
const view = { id: ids.paymentView, name: "To review at Bole", filter, createdAt: times.asked };

const review = {
  ...{ kind: "request", id: ids.request, since: times.ended, bank: "telebirr", amount: "1250.00" },
  ...{ senderName, referenceNumber, decisionReasons: ["receiver_not_proven"], orderReference: null },
};

export const paymentExamples = {
  listReviews: { responses: { 200: page(review, "Reviews") } },
  listPayments: { responses: { 200: page(payment, "Payments", { totalIsExact: true }) } },
  exportPayments: {
    responses: {
      200: only(
        `id,createdAt,verifiedAt,paidAt,amount,currency,senderName\r\n${ids.request},${times.asked},${times.ended},${times.paid},1250.00,ETB,Abebe Kebede\r\n`,
      ),
    },
  },
  listPaymentFilters: { responses: { 200: response({ branches: [branch], members: [member] }, "Filters") } },
  listPaymentViews: { responses: { 200: wholeList([view], "Saved views") } },
  createPaymentView: {
    body: only({ name: view.name, filter }),
    responses: { 201: response(view, "Saved view") },
  },
} satisfies Record<string, OperationExamples>;
