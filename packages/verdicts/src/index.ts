export * from "./bank-attempt.ts";
export * from "./live-status.ts";
export * from "./receipt-hash.ts";
export * from "./receiver-query.ts";
export * from "./record-verdict.ts";
export {
  confirmAgain,
  confirmationHistory,
  countPayments,
  telegramMessages,
  verdictDeliveries,
} from "./record-verdict-statement.ts";
export * from "./relay-counts.ts";
export * from "./stored-input.ts";
export * from "./verdict.ts";
export * from "./verdict-cache.ts";
export * from "./verdict-metrics.ts";
