import { ids, times } from "./example-values.ts";
import { type OperationExamples, only, page, response } from "./operation-examples.ts";

const none = { lines: 0, amount: "0.00", ours: "0.00", difference: "0.00" };
const pending = {
  ...{ id: ids.reconciliation, bank: "telebirr", fileName: "march.csv", status: "pending", failure: null },
  ...{ layout: null, timeZone: "Africa/Addis_Ababa", period: null, sums: null, warnings: [] },
  ...{ createdAt: times.asked, completedAt: null },
};
const completed = {
  ...pending,
  ...{ status: "completed", layout: "telebirr_transactions", completedAt: times.ended },
  period: { from: "2026-02-28T21:00:00.000Z", to: "2026-03-31T21:00:00.000Z" },
  sums: {
    matched: { lines: 120, amount: "61250.00", ours: "61250.00", difference: "0.00" },
    differing: { lines: 1, amount: "500.00", ours: "502.50", difference: "-2.50" },
    statement_only: { lines: 2, amount: "900.00", ours: "0.00", difference: "0.00" },
    ...{ ours_only: none, ignored: none, unread: none },
  },
  warnings: [{ kind: "balance", row: 17, expected: "1250.00", found: "1240.00" }],
};
const line = {
  ...{ class: "differing", note: "other_amount", detail: null, row: 17, reference: "DC21QK2M41" },
  ...{ amount: "500.00", direction: "in", fee: "0.00", time: times.paid, timeIsDay: false },
  ...{ description: "Transfer from Abebe Kebede", account: "2519****5678" },
  payment: {
    ...{ requestId: ids.request, depositId: null, reference: "DC21QK2M41" },
    ...{ amount: "502.50", paidAt: times.paid },
  },
  ...{ difference: "-2.50", suggestedPaymentId: null, suggestedRow: null },
};

export const reconciliationExamples = {
  createReconciliation: { responses: { 202: response(pending, "Reconciliation") } },
  listReconciliations: { responses: { 200: page(completed, "Reconciliations") } },
  getReconciliation: { responses: { 200: response({ ...completed, preview: [] }, "Reconciliation") } },
  listReconciledLines: { responses: { 200: page(line, "Lines") } },
  exportReconciledLines: {
    responses: {
      200: only(`class,note,row,reference,amount\r\ndiffering,other_amount,17,DC21QK2M41,500.00\r\n`),
    },
  },
} satisfies Record<string, OperationExamples>;
