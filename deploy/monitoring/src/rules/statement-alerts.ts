import type { CauseAlert } from "./alert.ts";
import { minutes } from "./time-scale.ts";

const waiting = "statement_oldest_waiting_timestamp_seconds";

export const statementAlerts: readonly CauseAlert[] = [
  {
    name: "StatementsNotCompared",
    severity: "ticket",
    service: "gateway",
    // After three attempts of three minutes a statement fails.
    expr: (time) => `time() - min(${waiting}) > ${time.seconds(900)}`,
    forSeconds: minutes(5),
    summary: "A bank statement has waited for more than 15 minutes to be compared",
    description:
      "Shops wait for the reconciliation of their day: no gateway compares statements, or too many wait.",
    proof: {
      atSeconds: minutes(30),
      firing: { [waiting]: "0x35" },
      silent: [
        ["the last one was compared", { [waiting]: "0x10 _x25" }],
        ["sent fifteen minutes ago", { [waiting]: "-900+60x35" }],
      ],
    },
  },
];
