import type { CauseAlert } from "./alert.ts";

/** About money: what the database must not let happen. */
export const creditAlerts: readonly CauseAlert[] = [
  {
    name: "CreditLedgerMismatch",
    severity: "page",
    service: "gateway",
    expr: () => "max(credit_accounts_mismatched) > 0",
    forSeconds: 0,
    summary: "There are accounts whose balance is not what their ledger says",
    description:
      "Balance and ledger are written by one statement. That they differ means a fault of ours, or that somebody has changed one by hand.",
    proof: {
      atSeconds: 60,
      firing: { 'credit_accounts_mismatched{instance="a"}': "1x5" },
      silent: [["every balance is its ledger's", { 'credit_accounts_mismatched{instance="a"}': "0x5" }]],
    },
  },
];
