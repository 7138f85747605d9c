import { ids, publicBase, times } from "./example-values.ts";
import { type OperationExamples, only, response, wholeList } from "./operation-examples.ts";

const branch = { id: ids.branch, name: "Bole", createdAt: times.asked, archivedAt: null };
const cashier = {
  id: ids.member,
  name: "Hanna",
  branchId: ids.branch,
  locked: false,
  createdAt: times.asked,
};
const till = {
  id: ids.till,
  name: "Counter 2",
  branchId: ids.branch,
  createdAt: times.asked,
  codeExpiresAt: null,
  enrolledAt: times.asked,
  lastSeenAt: times.later,
  revokedAt: null,
};
const view = {
  till: "Counter 2",
  branch: "Bole",
  shop: "Sara Coffee Trading",
  cashiers: [{ id: ids.member, name: "Hanna" }],
};
const shift = {
  cashier: "Hanna",
  expiresAt: "2026-03-02T20:15:30.120Z",
  outages: [{ bank: "boa", state: "down" }],
};
const payment = {
  id: ids.request,
  bank: "telebirr",
  asked: "1250.00",
  processingStatus: "completed",
  status: "success",
  decision: "accept",
  decisionReasons: [],
  failureReason: null,
  amount: 1250,
  senderName: "Abebe Kebede",
  referenceNumber: "DC21QK2M41",
  timestamp: times.paid,
  createdAt: times.asked,
};
const pending = {
  ...payment,
  processingStatus: "queued",
  status: "pending",
  decision: null,
  amount: null,
  senderName: null,
  timestamp: null,
};
const enrollUrl = `${publicBase}/till#7KQ2-M9XD`;

export const tillExamples = {
  listBranches: { responses: { 200: wholeList([branch], "Branches") } },
  createBranch: { body: only({ name: "Bole" }), responses: { 201: response(branch, "Branch created") } },
  changeBranch: {
    body: only({ archived: true }),
    responses: { 200: response({ ...branch, archivedAt: times.later }, "Branch") },
  },
  listCashiers: { responses: { 200: wholeList([cashier], "Cashiers") } },
  createCashier: {
    body: only({ name: "Hanna", branchId: ids.branch, pin: "407192" }),
    responses: { 201: response(cashier, "Cashier added") },
  },
  changeCashier: { body: only({ pin: "951407" }), responses: { 200: response(cashier, "Cashier") } },
  listTills: { responses: { 200: wholeList([till], "Tills") } },
  createTill: {
    body: only({ name: "Counter 2", branchId: ids.branch }),
    responses: {
      201: response(
        {
          till: { ...till, codeExpiresAt: times.later, enrolledAt: null, lastSeenAt: null },
          code: "7KQ2-M9XD",
          url: enrollUrl,
          qrCode: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29"></svg>',
        },
        "Enter this code on the device",
      ),
    },
  },
  changeTill: { body: only({ name: "Counter 2" }), responses: { 200: response(till, "Till") } },
  enrollTill: { body: only({ code: "7KQ2-M9XD" }), responses: { 200: response(view, "Enrolled") } },
  getTill: { responses: { 200: response(view, "Till") } },
  signInAtTill: {
    body: only({ cashierId: ids.member, pin: "407192" }),
    responses: { 200: response(shift, "Signed in") },
  },
  getShift: { responses: { 200: response(shift, "Shift") } },
  verifyAtTill: {
    body: only({ reference: "DC21QK2M41", amount: "1250.00" }),
    responses: { 200: response(payment, "Receipt"), 202: response(pending, "Verification accepted") },
  },
  listShiftPayments: { responses: { 200: wholeList([payment], "Receipts of this shift") } },
  getShiftPayment: { responses: { 200: response(payment, "Receipt") } },
  streamShiftPayment: {
    responses: {
      200: only(
        `id: 3\nevent: status\ndata: {"requestId":"${ids.request}","processingStatus":"completed","status":"success","verified":true,"decision":"accept","decisionReasons":[]}\n\n` +
          `id: 4\nevent: done\ndata: {"requestId":"${ids.request}","reason":"terminal"}\n\n`,
      ),
    },
  },
} as const satisfies Record<string, OperationExamples>;
