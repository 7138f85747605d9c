import type { BankCode, DateOrder, StatementField, StatementLayout } from "@receipts/contracts";
import { headerForm } from "./header-form.ts";

interface KnownLayout {
  readonly name: StatementLayout;
  readonly bank: BankCode;
  readonly dateOrder: DateOrder;
  /** The names that a column can have. */
  readonly columns: Readonly<Partial<Record<StatementField, readonly string[]>>>;
  readonly required: readonly StatementField[];
}

/** Layouts that people have published. The README says where. */
const knownLayouts: readonly KnownLayout[] = [
  {
    name: "cbe_statement",
    bank: "cbe",
    dateOrder: "dmy",
    columns: {
      time: ["Date", "Transaction Date", "Posting Date", "ቀን"],
      reference: ["Reference", "Transaction Reference", "Reference No", "ማጣቀሻ"],
      debit: ["Debit", "ክፍያ"],
      credit: ["Credit", "ገቢ"],
      description: ["Narrative", "Particulars", "Description", "መግለጫ"],
      balance: ["Balance", "Balances", "Running Balance", "ቀሪ ሒሳብ"],
    },
    required: ["time", "reference", "debit", "credit"],
  },
  {
    name: "telebirr_statement",
    bank: "telebirr",
    dateOrder: "dmy",
    columns: {
      reference: ["Receipt No", "Receipt Number"],
      time: ["Completion Time"],
      credit: ["Paid In"],
      debit: ["Withdrawn"],
      status: ["Transaction Status"],
      description: ["Details", "Reason Type"],
      account: ["Opposite Party", "Other Party Info"],
      balance: ["Balance"],
    },
    required: ["reference", "time", "credit", "debit", "status"],
  },
  {
    name: "telebirr_transactions",
    bank: "telebirr",
    dateOrder: "dmy",
    columns: {
      reference: ["Transaction No", "Trans No", "Transaction Number", "Order ID"],
      time: ["Transaction Time", "Completion Time", "Trans Time", "Date", "Time"],
      amount: ["Amount"],
      fee: ["Fee", "Service Fee"],
      status: ["Status", "Transaction Status"],
      description: ["Details", "Description"],
    },
    required: ["reference", "time", "amount", "status"],
  },
];

export interface FoundLayout {
  readonly name: StatementLayout;
  readonly dateOrder: DateOrder;
  readonly decimal: "." | ",";
  /** Positions of the columns. */
  readonly columns: Readonly<Partial<Record<StatementField, number>>>;
}

/** The layout of which this row is the header. */
export function layoutOfHeader(header: readonly string[], bank: BankCode): FoundLayout | undefined {
  const forms = header.map(headerForm);
  for (const layout of knownLayouts) {
    if (layout.bank !== bank) continue;
    const found = Object.entries(layout.columns).flatMap(([field, names]) => {
      const name = names.find((each) => forms.includes(headerForm(each)));
      return name === undefined ? [] : [[field, forms.indexOf(headerForm(name))] as const];
    });
    const columns: FoundLayout["columns"] = Object.fromEntries(found);
    if (layout.required.every((field) => columns[field] !== undefined))
      return { name: layout.name, dateOrder: layout.dateOrder, decimal: ".", columns };
  }
  return undefined;
}
