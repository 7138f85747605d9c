export * from "./bank-attempt.ts";
export * from "./live-status.ts";
export * from "./receipt-hash.ts";
export * from "./receiver-question.ts";
export * from "./record-verdict.ts";
export * from "./verdict.ts";
export * from "./verdict-cache.ts";
export * from "./verdict-metrics.ts";
