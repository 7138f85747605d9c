export { layoutNames } from "./known-layouts.ts";
export { createPaymentMatcher, type PaymentMatcher, type Period } from "./match-payments.ts";
export { MOST_LINES, readStatement, type Statement, type StatementSource } from "./read-statement.ts";
export * from "./reconciled-line.ts";
export type { StatementLine } from "./statement-line.ts";
export { dateOrders, type StatementMapping, statementFields } from "./statement-mapping.ts";
export { refusals, StatementRefused } from "./statement-refused.ts";
