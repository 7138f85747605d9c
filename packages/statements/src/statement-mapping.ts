/** Which of the three numbers of a date comes first. A year of four digits is recognized in front of all. */
export const dateOrders = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

/** What a column can contain. */
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
] as const;
export type StatementField = (typeof statementFields)[number];

/** Tells how to read a file: the name of each column, and how its texts are written. */
export interface StatementMapping {
  readonly columns: Readonly<Partial<Record<StatementField, string>>>;
  readonly dateOrder: DateOrder;
  readonly decimal: "." | ",";
}

/** Case, spaces and punctuation of a header do not count: `Receipt No.`, `RECEIPT_NO`. */
export function headerForm(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\((?:etb|birr)\)/g, " ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
