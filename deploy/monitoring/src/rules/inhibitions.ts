/** While the source fires, its targets tell nothing more: each names both, so that no alert hides another by accident. */
export interface Inhibition {
  readonly source: string;
  readonly targets: readonly string[];
  /** Labels that must have the same value. Alertmanager takes two alerts without a label as equal. */
  readonly equal: readonly ("bank" | "component")[];
  /** Default: of any severity. */
  readonly severities?: { readonly source: "page"; readonly target: "ticket" };
}

const burnAlerts = [
  "GatewayAcceptErrorBudgetBurn",
  "GatewayAcceptLatencyBudgetBurn",
  "VerifierTimeToVerdictBudgetBurn",
  "WebhookFirstAttemptBudgetBurn",
];
const ofVerifiers = ["VerifierStuck", "VerifierBacklogAge", "VerifierTimeToVerdictBudgetBurn"];
const ofDispatchers = ["WebhookBacklogAge", "WebhooksNotDelivered", "WebhookFirstAttemptBudgetBurn"];

const ofDatabase = [
  ...["OutboxStuck", "DatabasePoolSaturated", "MailsNotSent", "StatementsNotCompared"],
  "WorkerNotSucceeding",
  ...["WebhookDispatcherStuck", "GatewayAcceptErrorBudgetBurn", "GatewayAcceptLatencyBudgetBurn"],
  ...ofVerifiers,
  ...ofDispatchers,
];

export const inhibitions: readonly Inhibition[] = [
  // A bank that is down explains its backlog.
  {
    source: "BankCircuitOpen",
    targets: [
      "BankUnavailable",
      "BankDailyProbeFailed",
      "BankRelaysFailing",
      "VerifierBacklogAge",
      "VerifierStuck",
    ],
    equal: ["bank"],
  },
  ...["BankUnavailable", "BankPageChanged"].map((source) => ({
    source,
    targets: ["BankDailyProbeFailed"],
    equal: ["bank"] as const,
  })),
  { source: "VerifierStuck", targets: ["VerifierBacklogAge"], equal: ["bank"] },
  { source: "WebhookDispatcherStuck", targets: ofDispatchers, equal: [] },
  // Without its database no service can work.
  { source: "DatabaseUnavailable", targets: ofDatabase, equal: [] },
  ...["DatabaseDiskFull", "DatabaseConnectionsUsedUp", "DatabaseStatementsTimeOut"].map((source) => ({
    source,
    targets: [...ofDatabase, "DatabaseUnavailable"],
    equal: [],
  })),
  // Requests wait in the outbox, and verifiers hear of nothing.
  ...["MessageBusUnavailable", "KafkaTopicsMissing"].map((source) => ({
    source,
    targets: [
      ...["OutboxStuck", "KafkaLagKeepsIncreasing", "GatewayAcceptErrorBudgetBurn"],
      ...["GatewayAcceptLatencyBudgetBurn", "WebhookFirstAttemptBudgetBurn"],
      ...ofVerifiers,
    ],
    equal: [],
  })),
  // The faster of two burns of one budget.
  ...burnAlerts.map((alert) => ({
    source: alert,
    targets: [alert],
    equal: [],
    severities: { source: "page", target: "ticket" } as const,
  })),
];
