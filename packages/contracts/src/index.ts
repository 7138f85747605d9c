export * from "./bank-registry.ts";
export * from "./checkout-scopes.ts";
export * from "./error-codes.ts";
export * from "./event-types.ts";
export * from "./http/account-deposit-routes.ts";
export * from "./http/account-routes.ts";
export * from "./http/api-key-routes.ts";
export * from "./http/audit-routes.ts";
export * from "./http/bank-account-routes.ts";
export * from "./http/batch-routes.ts";
export * from "./http/batch-schemas.ts";
export * from "./http/branch-routes.ts";
export * from "./http/cashier-routes.ts";
export * from "./http/checkout-envelope.ts";
export * from "./http/checkout-key-routes.ts";
export * from "./http/checkout-openapi-document.ts";
export * from "./http/checkout-route-contract.ts";
export * from "./http/checkout-routes.ts";
export * from "./http/counter-routes.ts";
export * from "./http/credit-purchase-routes.ts";
export * from "./http/credit-routes.ts";
export * from "./http/delivery-routes.ts";
export {
  type DepositEventType,
  type DepositStatus,
  depositEventTypes,
  depositStatuses,
  depositStatusSchema,
  MAX_FREE_PARTS,
  MAX_RECEIPT_TRIES,
  type ReceiptRejection,
  receiptRejections,
} from "./http/deposit-fields.ts";
export * from "./http/deposit-request-schemas.ts";
export * from "./http/deposit-schemas.ts";
export * from "./http/download.ts";
export * from "./http/envelope.ts";
export * from "./http/event-routes.ts";
export * from "./http/example-routes.ts";
export { notFoundResult } from "./http/examples/verification-examples.ts";
export { webhookExamples } from "./http/examples/webhook-examples.ts";
export * from "./http/expectation.ts";
export * from "./http/openapi-document.ts";
export * from "./http/page-query.ts";
export * from "./http/payment-routes.ts";
export * from "./http/payment-schemas.ts";
export * from "./http/period-query.ts";
export * from "./http/plain-text.ts";
export * from "./http/platform-routes.ts";
export * from "./http/profile-routes.ts";
export * from "./http/receipt-file-routes.ts";
export * from "./http/reconciliation-fields.ts";
export * from "./http/reconciliation-routes.ts";
export * from "./http/reconciliation-schemas.ts";
export * from "./http/report-routes.ts";
export { shownOnceIn } from "./http/response-fields.ts";
export * from "./http/review-routes.ts";
export * from "./http/route-contract.ts";
export * from "./http/settlement-match-schema.ts";
export { shareRepeated } from "./http/share-repeated.ts";
export * from "./http/takings-routes.ts";
export * from "./http/team-routes.ts";
export * from "./http/telegram-routes.ts";
export * from "./http/test-webhook-schemas.ts";
export * from "./http/till-routes.ts";
export * from "./http/two-factor-routes.ts";
export * from "./http/uptime-routes.ts";
export * from "./http/verdict-schemas.ts";
export * from "./http/verification-input-schema.ts";
export * from "./http/verification-request-schemas.ts";
export * from "./http/verification-result-schema.ts";
export * from "./http/verification-routes.ts";
export * from "./http/verification-schemas.ts";
export * from "./http/webhook-delivery-routes.ts";
export * from "./http/webhook-endpoint-routes.ts";
export * from "./http/webhook-listener-routes.ts";
export * from "./ids.ts";
export * from "./money.ts";
export * from "./permissions.ts";
export * from "./roles.ts";
export * from "./validation-message.ts";
export * from "./webhook-events.ts";
