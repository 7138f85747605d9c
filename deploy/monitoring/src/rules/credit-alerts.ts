import type { CauseAlert } from "./alert.ts";

/** Alerts about money: states that the database must prevent. */
export const creditAlerts: readonly CauseAlert[] = [
  {
    name: "CreditLedgerMismatch",
    severity: "page",
    service: "gateway",
    expr: () => "max(credit_accounts_mismatched) > 0",
    forSeconds: 0,
    summary: "The balance of some accounts differs from their ledger",
    description:
      "One statement writes balance and ledger. A difference means a bug of ours, or a change by hand.",
    proof: {
      atSeconds: 60,
      firing: { 'credit_accounts_mismatched{instance="a"}': "1x5" },
      silent: [["every balance equals its ledger", { 'credit_accounts_mismatched{instance="a"}': "0x5" }]],
    },
  },
];
