import type { CauseAlert } from "./alert.ts";
import { hours } from "./time-scale.ts";

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
  {
    name: "PaymentTotalsMismatch",
    severity: "ticket",
    service: "gateway",
    expr: () => "max(payment_totals_mismatched) > 0",
    forSeconds: 0,
    // Only the last hour is compared, so it would resolve itself.
    keepFiringSeconds: hours(24),
    summary: "Totals of payments differ from the payments",
    description:
      "One transaction writes a verdict and its totals. A difference means a bug of ours, or a change by hand: reports and the sums above lists are wrong.",
    proof: {
      atSeconds: 60,
      firing: { 'payment_totals_mismatched{instance="a"}': "1x5" },
      silent: [["all totals match", { 'payment_totals_mismatched{instance="a"}': "0x5" }]],
    },
  },
];
