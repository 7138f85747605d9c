/** Most bytes of a statement: 100,000 lines in UTF-16. */
export const MAX_STATEMENT_BYTES = 24 * 1024 * 1024;
export const MAX_STATEMENT_LINES = 100_000;

/** What a column of a statement can contain. */
export const statementFields = [
  "reference",
  "time",
  "clock",
  "amount",
  "credit",
  "debit",
  "direction",
  "fee",
  "status",
  "description",
  "account",
  "balance",
] as const;
export type StatementField = (typeof statementFields)[number];

/** Which of the three numbers of a date comes first. A year of four digits is recognized in front of all. */
export const dateOrders = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

export const statementLayouts = [
  "cbe_statement",
  "telebirr_statement",
  "telebirr_transactions",
  "by_hand",
] as const;
export type StatementLayout = (typeof statementLayouts)[number];

/** Results of a line. The order is that of a page for people. */
export const lineClasses = [
  "matched",
  "differing",
  "statement_only",
  "ours_only",
  "ignored",
  "unread",
] as const;
export type LineClass = (typeof lineClasses)[number];

/** Reasons for which a row is no line. */
export const unreadReasons = [
  "no_time",
  "bad_time",
  "no_amount",
  "bad_amount",
  "two_amounts",
  "bad_direction",
  "bad_fee",
  "shortened_reference",
] as const;
export type UnreadReason = (typeof unreadReasons)[number];

export const lineNotes = [
  "gross",
  "net",
  "fee_apart",
  "other_amount",
  "reversed",
  "repeated",
  "no_reference",
  "by_hand",
  "near_edge",
  "outgoing",
  "not_completed",
  ...unreadReasons,
] as const;
export type LineNote = (typeof lineNotes)[number];

/** Reasons for which a file is not read at all. */
export const statementRefusals = [
  "empty_file",
  "broken_workbook",
  "unreadable_pdf",
  "ambiguous_amounts",
  "too_large_unpacked",
  "too_many_columns",
  "too_many_lines",
  "unknown_layout",
  "missing_column",
] as const;
export type StatementRefusal = (typeof statementRefusals)[number];

export const reconciliationFailures = [...statementRefusals, "too_many_payments", "interrupted"] as const;
export type ReconciliationFailure = (typeof reconciliationFailures)[number];
