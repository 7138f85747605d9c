export { createPaymentMatcher, type PaymentMatcher, type Period } from "./match-payments.ts";
export { readStatement, type Statement, type StatementSource } from "./read-statement.ts";
export * from "./reconciled-line.ts";
export type { StatementLine } from "./statement-line.ts";
export { StatementRefused } from "./statement-refused.ts";
