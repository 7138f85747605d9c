import { sampleReferences } from "@receipts/bank-sandbox";
import { writtenPdf } from "../../../../packages/receipt-pictures/test/made-pictures.ts";
import { onePixelPng } from "../pictures.ts";
import { PIN } from "../tills.ts";

/** Objects of the calling account that a valid call needs. */
export interface Owned {
  readonly verificationId: string;
  /** In review, as long as the account has saved no bank account. */
  readonly reviewedId: string;
  /** Its one item waits for ever. */
  readonly batchId: string;
  readonly apiKeyId: string;
  readonly checkoutKeyId: string;
  readonly bankAccountId: string;
  readonly depositId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly recoveryId: string;
  readonly endpointRecoveryId: string;
  readonly endpointId: string;
  readonly listenerId: string;
  /** Waits for the listener. */
  readonly listenedId: string;
  /** Not the caller's. */
  readonly sessionId: string;
  readonly telegramChatId: string;
  readonly paymentViewId: string;
  readonly reconciliationId: string;
  readonly userId: string;
  readonly memberId: string;
  readonly invitationId: string;
  readonly acceptToken: string;
  readonly joinToken: string;
  readonly branchId: string;
  readonly cashierId: string;
  /** A till with this code, for a device. */
  readonly tillId: string;
  readonly tillCode: string;
  /** Cookie of an enrolled device. */
  readonly tillCookie: string;
  /** Of the cashier who is signed in at that device. */
  readonly shiftPaymentId: string;
  readonly email: string;
  readonly password: string;
  readonly confirmToken: string;
  readonly resetToken: string;
}

/** A body in `multipart/form-data`. */
export interface SentForm {
  readonly file?: Buffer;
  readonly fields?: Readonly<Record<string, string>>;
}

export interface RouteCase {
  /** Required if the contract's path has parameters. */
  readonly path?: (owned: Owned) => string;
  readonly body?: (owned: Owned) => object;
  /** The body of a call that is not JSON. */
  readonly bytes?: Buffer;
  readonly form?: SentForm;
  readonly status: number;
  /** Objects that the call needs, if neither its path, its body nor its cookie names them. */
  readonly needs?: readonly (keyof Owned | "logo" | "secretRotation")[];
  /** Cookie of a public route, as its credential. */
  readonly cookie?: (owned: Owned) => string;
  /** A stream that its caller ends: only its beginning is read. */
  readonly isEndless?: true;
  /** An invalid call: 422 that names this field. Required for every route with a query or a body. */
  readonly bad?: {
    readonly field: string;
    readonly body?: object;
    readonly form?: SentForm;
    readonly query?: string;
  };
  /** An invalid body of bytes, and its error. */
  readonly badBytes?: { readonly bytes: Buffer; readonly status: number; readonly code: string };
}

const { success } = sampleReferences.telebirr;
const bankAccount = { bank: "cbe", accountName: "Selam Coffee Trading" };
/** Is read in milliseconds: it has its text. */
const receiptPdf = Buffer.from(writtenPdf(["telebirr", `Transaction number ${success.reference}`]));
let nth = 0;
const fresh = () => {
  nth += 1;
  return nth;
};

/** Every route of the API by its operation, with a valid and an invalid call. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  submitVerification: {
    body: () => ({ bank: "telebirr", ...success }),
    status: 200,
    bad: { field: "reference", body: { bank: "telebirr", reference: "?" } },
  },
  verifyFromFile: {
    form: { file: receiptPdf },
    status: 200,
    bad: { field: "expect", form: { file: receiptPdf, fields: { expect: "1250.00" } } },
  },
  readReceiptFile: {
    form: { file: receiptPdf },
    status: 200,
    bad: { field: "file", form: { fields: { bank: "telebirr" } } },
  },
  getVerification: {
    path: ({ verificationId }) => `/api/verify/${verificationId}`,
    status: 200,
    bad: { field: "debug", query: "debug=maybe" },
  },
  listBankAttempts: {
    path: ({ verificationId }) => `/api/verify/${verificationId}/attempts`,
    status: 200,
  },
  listReviews: { status: 200, bad: { field: "limit", query: "limit=0" } },
  resolveVerification: {
    path: ({ reviewedId }) => `/api/verify/${reviewedId}/resolve`,
    body: () => ({ decision: "accept" }),
    status: 200,
    bad: { field: "decision", body: { decision: "perhaps" } },
  },
  streamVerification: {
    path: ({ verificationId }) => `/api/verify/${verificationId}/events`,
    status: 200,
  },
  listVerifications: { status: 200, bad: { field: "limit", query: "limit=0" } },
  createBatch: {
    body: () => ({ items: [{ bank: "telebirr", ...success }] }),
    status: 202,
    bad: { field: "items.0.reference", body: { items: [{ bank: "telebirr", reference: "?" }] } },
  },
  listBatches: { status: 200, bad: { field: "limit", query: "limit=0" } },
  getBatch: { path: ({ batchId }) => `/api/batches/${batchId}`, status: 200 },
  listBatchItems: {
    path: ({ batchId }) => `/api/batches/${batchId}/items`,
    status: 200,
    bad: { field: "limit", query: "limit=0" },
  },
  exportBatch: {
    path: ({ batchId }) => `/api/batches/${batchId}/export`,
    status: 200,
    bad: { field: "for", query: "for=robots" },
  },
  streamBatch: { path: ({ batchId }) => `/api/batches/${batchId}/events`, status: 200, isEndless: true },
  cancelBatch: { path: ({ batchId }) => `/api/batches/${batchId}/cancel`, status: 200 },
  listPayments: { status: 200, bad: { field: "search", query: "search=ab" } },
  exportPayments: { status: 200, bad: { field: "branch", query: "branch=Bole" } },
  listPaymentFilters: { status: 200 },
  listPaymentViews: { status: 200 },
  createPaymentView: {
    body: () => ({ name: `View ${fresh()}`, filter: { decision: "review" } }),
    status: 201,
    bad: { field: "name", body: { filter: {} } },
  },
  deletePaymentView: { path: ({ paymentViewId }) => `/api/payment-views/${paymentViewId}`, status: 204 },
  createReconciliation: {
    path: () => "/api/reconciliations?bank=telebirr",
    bytes: Buffer.from("Transaction No,Transaction Time,Amount,Status\n"),
    status: 202,
    bad: { field: "timeZone", query: "bank=telebirr&timeZone=Mars" },
    badBytes: { bytes: Buffer.from("89504e470d0a1a0a", "hex"), status: 415, code: "unsupported_media_type" },
  },
  listReconciliations: { status: 200, bad: { field: "limit", query: "limit=0" } },
  getReconciliation: {
    path: ({ reconciliationId }) => `/api/reconciliations/${reconciliationId}`,
    status: 200,
  },
  listReconciledLines: {
    path: ({ reconciliationId }) => `/api/reconciliations/${reconciliationId}/lines`,
    status: 200,
    bad: { field: "class", query: "class=lost" },
  },
  exportReconciledLines: {
    path: ({ reconciliationId }) => `/api/reconciliations/${reconciliationId}/export`,
    status: 200,
    bad: { field: "class", query: "class=lost" },
  },
  deleteReconciliation: {
    path: ({ reconciliationId }) => `/api/reconciliations/${reconciliationId}`,
    status: 204,
  },
  testWebhook: {
    body: () => ({ webhookUrl: "http://127.0.0.1:9/hook" }),
    status: 200,
    bad: { field: "scenario", body: { webhookUrl: "http://127.0.0.1:9/hook", scenario: "sunny" } },
  },
  listDeliveries: {
    path: ({ verificationId }) => `/api/verify/${verificationId}/deliveries`,
    status: 200,
    bad: { field: "limit", query: "limit=0" },
  },
  redeliver: {
    path: ({ verificationId, deliveryId }) =>
      `/api/verify/${verificationId}/deliveries/${deliveryId}/redeliver`,
    status: 202,
  },
  recoverDeliveries: {
    body: () => ({ since: "2026-01-01" }),
    status: 202,
    bad: { field: "since", body: { since: "yesterday" } },
  },
  getRecovery: {
    path: ({ recoveryId }) => `/api/webhooks/recover/${recoveryId}`,
    status: 200,
  },
  getWebhookSources: { status: 200 },
  listWebhookEndpoints: { status: 200, bad: { field: "limit", query: "limit=0" } },
  createWebhookEndpoint: {
    body: () => ({ url: "http://127.0.0.1:9/hook", headers: { "x-shop-token": "s3cret" } }),
    status: 201,
    bad: { field: "types.0", body: { url: "http://127.0.0.1:9/hook", types: ["order.paid"] } },
  },
  getWebhookEndpoint: { path: ({ endpointId }) => `/api/webhook-endpoints/${endpointId}`, status: 200 },
  changeWebhookEndpoint: {
    path: ({ endpointId }) => `/api/webhook-endpoints/${endpointId}`,
    body: () => ({ types: ["deposit.*"] }),
    status: 200,
    bad: { field: "maxPerSecond", body: { maxPerSecond: 0 } },
  },
  deleteWebhookEndpoint: {
    path: ({ endpointId }) => `/api/webhook-endpoints/${endpointId}`,
    status: 204,
  },
  rotateWebhookEndpointSecret: {
    path: ({ endpointId }) => `/api/webhook-endpoints/${endpointId}/rotate-secret`,
    body: () => ({}),
    status: 201,
    bad: { field: "gracePeriodSeconds", body: { gracePeriodSeconds: -1 } },
  },
  activateWebhookEndpointSecret: {
    path: ({ endpointId }) => `/api/webhook-endpoints/${endpointId}/activate-secret`,
    status: 204,
  },
  getWebhookEndpointStatistics: {
    path: ({ endpointId }) => `/api/webhook-endpoints/${endpointId}/statistics`,
    status: 200,
  },
  testWebhookEndpoint: {
    path: ({ endpointId }) => `/api/webhook-endpoints/${endpointId}/test`,
    body: () => ({ type: "deposit.confirmed" }),
    status: 202,
    bad: { field: "type", body: { type: "order.paid" } },
  },
  createWebhookListener: {
    body: () => ({ types: ["deposit.*"], forwardTo: "http://localhost:3000/hook" }),
    status: 201,
    bad: { field: "types", body: { types: [] } },
  },
  streamWebhookListener: {
    path: ({ listenerId }) => `/api/webhook-listeners/${listenerId}/stream`,
    status: 200,
    isEndless: true,
  },
  acknowledgeWebhook: {
    path: ({ listenerId, listenedId }) =>
      `/api/webhook-listeners/${listenerId}/deliveries/${listenedId}/acknowledge`,
    body: () => ({ attempt: 1, statusCode: 200, durationMs: 12 }),
    status: 204,
    bad: { field: "statusCode", body: { attempt: 1, statusCode: 7, durationMs: 12 } },
  },
  deleteWebhookListener: {
    path: ({ listenerId }) => `/api/webhook-listeners/${listenerId}`,
    status: 204,
  },
  listAccountEvents: { status: 200, bad: { field: "cursor", query: "cursor=x" } },
  getAccountEvent: { path: ({ eventId }) => `/api/events/${eventId}`, status: 200 },
  listWebhookDeliveries: { status: 200, bad: { field: "cursor", query: "cursor=x" } },
  getWebhookDelivery: {
    path: ({ deliveryId }) => `/api/webhook-deliveries/${deliveryId}`,
    status: 200,
  },
  redeliverWebhook: {
    path: ({ deliveryId }) => `/api/webhook-deliveries/${deliveryId}/redeliver`,
    status: 202,
  },
  redeliverSubject: {
    body: ({ verificationId }) => ({ subject: verificationId }),
    status: 202,
    bad: { field: "subject", body: { subject: "order-1" } },
  },
  getWebhookEndpointRecovery: {
    path: ({ endpointId, endpointRecoveryId }) =>
      `/api/webhook-endpoints/${endpointId}/recover/${endpointRecoveryId}`,
    status: 200,
  },
  recoverWebhookEndpoint: {
    path: ({ endpointId }) => `/api/webhook-endpoints/${endpointId}/recover`,
    body: () => ({ since: "2026-01-01" }),
    status: 202,
    bad: { field: "since", body: { since: "yesterday" } },
  },
  getLiveness: { status: 200 },
  getReadiness: { status: 200 },
  getPrometheusMetrics: { status: 200 },
  getOpenApi: { status: 200 },
  getProfile: { status: 200 },
  changeProfile: {
    body: () => ({ name: "Sara" }),
    status: 200,
    bad: { field: "name", body: { name: 5 } },
  },
  getFirstSteps: { status: 200 },
  createWebhookSecret: {
    needs: ["secretRotation"],
    body: () => ({}),
    status: 201,
    bad: { field: "gracePeriodSeconds", body: { gracePeriodSeconds: -1 } },
  },
  activateWebhookSecret: { needs: ["secretRotation"], status: 204 },
  deleteWebhookSecret: { needs: ["secretRotation"], status: 204 },
  getLogo: { status: 200 },
  putLogo: {
    bytes: onePixelPng,
    status: 200,
    badBytes: { bytes: Buffer.from("no picture"), status: 415, code: "unsupported_media_type" },
  },
  deleteLogo: { needs: ["logo"], status: 204 },
  getTelegram: { status: 200 },
  // The bot's own tests create codes: here there is no bot.
  createTelegramCode: { status: 409 },
  changeTelegramChat: {
    path: ({ telegramChatId }) => `/api/telegram/chats/${telegramChatId}`,
    body: () => ({ summaryHour: 7 }),
    status: 200,
    bad: { field: "summaryHour", body: { summaryHour: 24 } },
  },
  deleteTelegramChat: { path: ({ telegramChatId }) => `/api/telegram/chats/${telegramChatId}`, status: 204 },
  listBranches: { status: 200 },
  createBranch: {
    body: () => ({ name: `Branch ${fresh()}` }),
    status: 201,
    bad: { field: "name", body: { name: "" } },
  },
  changeBranch: {
    path: ({ branchId }) => `/api/branches/${branchId}`,
    body: () => ({ name: `Branch ${fresh()}` }),
    status: 200,
    bad: { field: "archived", body: { archived: "yes" } },
  },
  listCashiers: { status: 200 },
  createCashier: {
    body: () => ({ name: "Sara", pin: PIN }),
    status: 201,
    bad: { field: "pin", body: { name: "Sara", pin: "123456" } },
  },
  changeCashier: {
    path: ({ cashierId }) => `/api/cashiers/${cashierId}`,
    body: () => ({ name: `Cashier ${fresh()}` }),
    status: 200,
    bad: { field: "pin", body: { pin: "1234567" } },
  },
  removeCashier: { path: ({ cashierId }) => `/api/cashiers/${cashierId}`, status: 204 },
  listTills: { status: 200 },
  createTill: {
    body: () => ({ name: "Counter 3" }),
    status: 201,
    bad: { field: "branchId", body: { name: "Counter 3", branchId: "brn_1" } },
  },
  changeTill: {
    path: ({ tillId }) => `/api/tills/${tillId}`,
    body: () => ({ name: `Counter ${fresh()}` }),
    status: 200,
    bad: { field: "name", body: { name: "x".repeat(101) } },
  },
  revokeTill: { path: ({ tillId }) => `/api/tills/${tillId}`, status: 204 },
  enrollTill: {
    body: ({ tillCode }) => ({ code: tillCode }),
    status: 200,
    bad: { field: "code", body: {} },
  },
  getTill: { cookie: ({ tillCookie }) => tillCookie, status: 200 },
  signInAtTill: {
    cookie: ({ tillCookie }) => tillCookie,
    body: ({ cashierId }) => ({ cashierId, pin: PIN }),
    status: 200,
    bad: { field: "pin", body: { cashierId: "mem_1", pin: "12" } },
  },
  signOutAtTill: { status: 204 },
  getShift: { status: 200 },
  getShiftTakings: { status: 200 },
  verifyAtTill: {
    body: () => ({ bank: "telebirr", ...success, amount: "10.00" }),
    status: 202,
    bad: { field: "amount", body: { bank: "telebirr", ...success, amount: "0" } },
  },
  readFileAtTill: {
    form: { file: receiptPdf },
    status: 200,
    bad: { field: "file", form: { fields: { bank: "telebirr" } } },
  },
  listShiftPayments: { status: 200 },
  getShiftPayment: { path: ({ shiftPaymentId }) => `/api/till/payments/${shiftPaymentId}`, status: 200 },
  streamShiftPayment: {
    path: ({ shiftPaymentId }) => `/api/till/payments/${shiftPaymentId}/events`,
    status: 200,
    isEndless: true,
    bad: { field: "until", query: "until=always" },
  },
  listBankAccounts: { status: 200, bad: { field: "limit", query: "limit=101" } },
  createBankAccount: {
    body: () => ({ ...bankAccount, accountNumber: `100041227${1_000 + fresh()}` }),
    status: 201,
    bad: { field: "accountNumber", body: bankAccount },
  },
  getBankAccount: { path: ({ bankAccountId }) => `/api/bank-accounts/${bankAccountId}`, status: 200 },
  changeBankAccount: {
    path: ({ bankAccountId }) => `/api/bank-accounts/${bankAccountId}`,
    body: () => ({ label: "Till" }),
    status: 200,
    bad: { field: "accountName", body: { accountName: 5 } },
  },
  deleteBankAccount: {
    path: ({ bankAccountId }) => `/api/bank-accounts/${bankAccountId}`,
    status: 204,
  },
  register: {
    body: () => ({ email: `new${fresh()}@example.test`, password: "correct horse battery", name: "Sara" }),
    status: 202,
    bad: { field: "password", body: { email: "a@example.test", password: "short", name: "Sara" } },
  },
  confirm: {
    body: ({ confirmToken }) => ({ token: confirmToken }),
    status: 200,
    bad: { field: "token", body: { token: "short" } },
  },
  forgotPassword: {
    body: ({ email }) => ({ email }),
    status: 202,
    bad: { field: "email", body: { email: "no-address" } },
  },
  resetPassword: {
    body: ({ resetToken }) => ({ token: resetToken, password: "another horse battery" }),
    status: 204,
    bad: { field: "password", body: { token: "t".repeat(43), password: "short" } },
  },
  login: {
    body: ({ email, password }) => ({ email, password }),
    status: 200,
    bad: { field: "email", body: { password: "correct horse battery" } },
  },
  logout: { status: 204 },
  logoutEverywhere: { status: 204 },
  listSessions: { status: 200, bad: { field: "limit", query: "limit=0" } },
  endSession: { path: ({ sessionId }) => `/api/sessions/${sessionId}`, status: 204 },
  getSession: { status: 200 },
  changePassword: {
    body: ({ password }) => ({ currentPassword: password, newPassword: "another horse battery" }),
    status: 204,
    bad: { field: "newPassword", body: { currentPassword: "x", newPassword: "short" } },
  },
  confirmPassword: {
    body: ({ password }) => ({ password }),
    status: 204,
    bad: { field: "password", body: { password: "" } },
  },
  exportAccount: { status: 200 },
  closeAccount: {
    body: ({ email, password }) => ({ email, password }),
    status: 204,
    bad: { field: "email", body: { email: "x", password: "x" } },
  },
  switchAccount: {
    body: ({ userId }) => ({ accountId: userId }),
    status: 200,
    bad: { field: "accountId", body: {} },
  },
  startTwoFactor: {
    body: ({ password }) => ({ password }),
    status: 200,
    bad: { field: "password", body: {} },
  },
  // Two-factor sign-in is off: its own tests switch it on.
  confirmTwoFactor: {
    body: () => ({ code: "287082" }),
    status: 409,
    bad: { field: "code", body: { code: "12" } },
  },
  endTwoFactor: {
    body: ({ password }) => ({ password, code: "287082" }),
    status: 409,
    bad: { field: "code", body: { password: "x" } },
  },
  renewRecoveryCodes: {
    body: ({ password }) => ({ password, code: "287082" }),
    status: 409,
    bad: { field: "code", body: { password: "x", code: "?" } },
  },
  listMembers: { status: 200, bad: { field: "limit", query: "limit=0" } },
  changeMember: {
    path: ({ memberId }) => `/api/members/${memberId}`,
    body: () => ({ role: "developer" }),
    status: 200,
    bad: { field: "role", body: { role: "cashier" } },
  },
  getMemberAccess: { path: ({ memberId }) => `/api/members/${memberId}/access`, status: 200 },
  removeMember: {
    path: ({ memberId }) => `/api/members/${memberId}`,
    body: () => ({ takeOverKeys: true }),
    status: 200,
    bad: { field: "takeOverKeys", body: { takeOverKeys: "yes" } },
  },
  invite: {
    body: () => ({ email: `invited${fresh()}@example.test`, role: "manager" }),
    status: 201,
    bad: { field: "role", body: { email: "hanna@example.test", role: "cashier" } },
  },
  listInvitations: { status: 200, bad: { field: "offset", query: "offset=-1" } },
  revokeInvitation: { path: ({ invitationId }) => `/api/invitations/${invitationId}`, status: 204 },
  acceptInvitation: {
    body: ({ acceptToken }) => ({ token: acceptToken }),
    status: 200,
    bad: { field: "token", body: { token: "short" } },
  },
  join: {
    body: ({ joinToken }) => ({ token: joinToken, name: "Hanna", password: "correct horse battery" }),
    status: 200,
    bad: { field: "password", body: { token: "t".repeat(43), name: "Hanna", password: "short" } },
  },
  createApiKey: {
    body: () => ({ name: "till", permissions: { verification: ["read"] } }),
    status: 201,
    bad: { field: "permissions", body: { name: "till", permissions: {} } },
  },
  listApiKeys: { status: 200, bad: { field: "offset", query: "offset=-1" } },
  getApiKey: { path: ({ apiKeyId }) => `/api/api-keys/${apiKeyId}`, status: 200 },
  takeOverApiKey: { path: ({ apiKeyId }) => `/api/api-keys/${apiKeyId}/take-over`, status: 200 },
  revokeApiKey: {
    path: ({ apiKeyId }) => `/api/api-keys/${apiKeyId}`,
    status: 204,
  },
  createCheckoutKey: {
    body: () => ({ name: "shop", scopes: ["deposits:write"] }),
    status: 201,
    bad: { field: "scopes", body: { name: "shop", scopes: [] } },
  },
  listCheckoutKeys: { status: 200, bad: { field: "limit", query: "limit=0" } },
  takeOverCheckoutKey: {
    path: ({ checkoutKeyId }) => `/api/checkout-keys/${checkoutKeyId}/take-over`,
    status: 200,
  },
  revokeCheckoutKey: {
    path: ({ checkoutKeyId }) => `/api/checkout-keys/${checkoutKeyId}`,
    status: 204,
  },
  exportAuditEntries: { status: 200, bad: { field: "endDate", query: "endDate=tomorrow" } },
  listAuditEntries: { status: 200, bad: { field: "limit", query: "limit=none" } },
  getUptime: { status: 200 },
  getUptimeOverview: { status: 200 },
  getUptimeHistory: { status: 200 },
  getPublicUptime: { status: 200 },
  getPublicUptimeHistory: { status: 200 },
  getCreditBalance: { status: 200 },
  getCreditUsage: { status: 200, bad: { field: "startDate", query: "startDate=yesterday" } },
  listCreditTransactions: { status: 200, bad: { field: "limit", query: "limit=0" } },
  listCreditPackages: { status: 200 },
  createCreditPurchase: {
    body: () => ({ packageId: "starter" }),
    status: 201,
    bad: { field: "packageId", body: { packageId: "gold" } },
  },
  listCreditPurchases: { status: 200, bad: { field: "offset", query: "offset=x" } },
  listAccountDeposits: { status: 200, bad: { field: "status", query: "status=paid" } },
  createAccountDeposit: {
    needs: ["bankAccountId"],
    body: () => ({ amount: "10.00", currency: "ETB", reference: `counter-${fresh()}` }),
    status: 201,
    bad: { field: "amount", body: { amount: "10", currency: "ETB", reference: "counter" } },
  },
  getDepositQrCode: { path: ({ depositId }) => `/api/deposits/${depositId}/qr-code`, status: 200 },
  exportAccountDeposits: { status: 200, bad: { field: "q", query: "q=ab" } },
  getAccountDeposit: {
    path: ({ depositId }) => `/api/deposits/${depositId}`,
    status: 200,
  },
  resolveAccountDeposit: {
    path: ({ depositId }) => `/api/deposits/${depositId}/resolve`,
    status: 200,
    body: () => ({ decision: "accept", note: "Paid in cash" }),
    bad: { field: "decision", body: { decision: "perhaps" } },
  },
  cancelAccountDeposit: {
    path: ({ depositId }) => `/api/deposits/${depositId}/cancel`,
    status: 200,
  },
  getDepositReceipts: { path: ({ depositId }) => `/api/deposits/${depositId}/receipts`, status: 200 },
  listAccountDepositEvents: {
    path: ({ depositId }) => `/api/deposits/${depositId}/events`,
    status: 200,
    bad: { field: "limit", query: "limit=0" },
  },
  listExamples: { status: 200 },
  getMetrics: { status: 200, bad: { field: "window", query: "window=2h" } },
  getOverviewReport: { status: 200, bad: { field: "endDate", query: "endDate=tomorrow" } },
  getPaymentReport: { status: 200, bad: { field: "timeZone", query: "timeZone=Mars" } },
  getTakings: { status: 200, bad: { field: "endDate", query: "endDate=tomorrow" } },
  closeDay: {
    // Each day closes once.
    body: () => ({
      date: new Date(Date.UTC(2026, 0, 1) - Number(fresh()) * 86_400_000).toISOString().slice(0, 10),
    }),
    status: 201,
    bad: { field: "date", body: { date: "yesterday" } },
  },
  getBankReport: {
    path: () => "/api/reports/banks/telebirr",
    status: 200,
    bad: { field: "startDate", query: "startDate=13" },
  },
};
