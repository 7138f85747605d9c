import { until } from "@receipts/testing";
import type { Load } from "../../../services/standalone/test/chaos/load.ts";
import { dashboards } from "../src/dashboards/dashboard-files.ts";
import { type MonitoredSystem, openMonitoredSystem } from "./monitored-system.ts";
import { filledIn } from "./promql.ts";

let monitored: MonitoredSystem;
let loads: readonly Load[] = [];

beforeAll(async () => {
  monitored = await openMonitoredSystem();
  const account = await monitored.system.account();
  loads = [
    monitored.system.startLoad(account, { bank: "telebirr", perSecond: 6 }),
    monitored.system.startLoad(account, { bank: "siinqee", perSecond: 6 }),
  ];
});
afterAll(async () => {
  await Promise.all(loads.map((load) => load.abandon()));
  await monitored?.close();
});

type Labels = Readonly<Record<string, string>>;
const isPartOf = (expected: Labels, labels: Labels) =>
  Object.entries(expected).every(([name, value]) => labels[name] === value);

async function untilFiring(alert: string, labels: Labels): Promise<void> {
  await until(
    async () => (await monitored.prometheus.firing(alert)).some((found) => isPartOf(labels, found)),
    { patienceMs: 180_000, what: `${alert} ${JSON.stringify(labels)}` },
  );
}

async function untilResolved(alert: string): Promise<void> {
  await until(async () => (await monitored.prometheus.firing(alert)).length === 0, {
    patienceMs: 180_000,
    what: `the end of ${alert}`,
  });
}

/** Repeats the first query of the runbook until it shows the cause: Prometheus lags by a second. */
async function untilFirstQueryShows(alert: string, cause: RegExp, env: Labels = {}): Promise<void> {
  let seen = "";
  await until(
    async () => {
      seen = await monitored.prometheus.runFirstQuery(alert, env);
      return cause.test(seen);
    },
    { what: `${cause} in the first query of ${alert}` },
  ).catch((error: Error) => {
    throw new Error(`${error.message}; it was:\n${seen}`);
  });
}

const queries = dashboards.flatMap(({ id, variables, rows }) =>
  rows.flatMap((row) =>
    row.panels.flatMap(({ title, queries }) =>
      queries.map(({ expr }) => ({ id, title, expr: filledIn(expr, valuesOf(variables)) })),
    ),
  ),
);

function valuesOf(variables: readonly { readonly name: string; readonly multi: boolean }[]) {
  const chosen = { bank: ["telebirr", "telebirr|siinqee"], route: ["/api/verify", "/api/verify|/metrics"] };
  const values = variables.map(({ name, multi }) => [
    name,
    chosen[name as keyof typeof chosen][multi ? 1 : 0] ?? "",
  ]);
  return { ...Object.fromEntries(values), __rate_interval: "20s" };
}

/** Metrics of a bot, which this system does not have. */
const isOfBot = ({ expr }: (typeof queries)[number]) => expr.includes("telegram_");

describe("under load", () => {
  it("every query of every dashboard has a result", async () => {
    for (const { id, title, expr } of queries.filter((query) => !isOfBot(query))) {
      await until(async () => (await monitored.prometheus.query(expr)).length > 0, {
        what: `a result of ${id}, ${title}: ${expr}`,
      });
    }
  });
});

describe("an alert fires, and its runbook's first query shows the cause:", () => {
  it("a bank is down", async () => {
    await monitored.system.control({ bank: "siinqee", down: true });
    await untilFiring("BankCircuitOpen", { bank: "siinqee", severity: "ticket" });
    await untilFirstQueryShows("BankCircuitOpen", /outcome="unavailable".*\n|bank="siinqee"/);
    expect(await monitored.prometheus.firing("BankCircuitOpen")).toHaveLength(1);
    await monitored.system.control({ bank: "siinqee", down: false });
    await untilResolved("BankCircuitOpen");
  });

  it("a bank changed its page", async () => {
    const account = await monitored.system.account();
    const changed = monitored.system.startLoad(account, { bank: "siinqee", perSecond: 6, ending: "GB" });
    await untilFiring("BankPageChanged", { bank: "siinqee", severity: "page" });
    await untilFirstQueryShows("BankPageChanged", /outcome="bank_response_unrecognized"/);
    await changed.stop();
    await untilResolved("BankPageChanged");
  });

  it("a bank's consumers are stuck", async () => {
    for (const verifier of monitored.system.verifiers) verifier.signal("SIGSTOP");
    await untilFiring("VerifierStuck", { bank: "telebirr", severity: "page" });
    await untilFiring("TargetDown", { job: "verifier" });
    await untilFirstQueryShows("VerifierStuck", /up\{.*job="verifier".*\} => 0/);
    for (const verifier of monitored.system.verifiers) verifier.signal("SIGCONT");
    await untilResolved("VerifierStuck");
  });

  it("the dispatchers are stopped", async () => {
    await Promise.all(monitored.system.dispatchers.map((dispatcher) => dispatcher.end("SIGTERM")));
    await untilFiring("WebhookDispatcherStuck", { service: "webhook-dispatcher", severity: "page" });
    await untilFiring("ServiceAbsent", { component: "webhook-dispatcher" });
    await untilFirstQueryShows("WebhookDispatcherStuck", /\{\} => 0 @/);
    await Promise.all(monitored.system.dispatchers.map((dispatcher) => dispatcher.start()));
    await untilResolved("WebhookDispatcherStuck");
    await untilResolved("ServiceAbsent");
  });

  it("the database is down, and the error budget burns", async () => {
    await monitored.stack.postgres.stop();
    await untilFiring("DatabaseUnavailable", { component: "gateway", severity: "page" });
    await untilFiring("GatewayAcceptErrorBudgetBurn", { slo: "accept-availability", long_window: "1h" });
    await untilFirstQueryShows("DatabaseUnavailable", /component="gateway"/);
    await untilFirstQueryShows("GatewayAcceptErrorBudgetBurn", /reason="service_unavailable"/);
    await untilFirstQueryShows("GatewayAcceptErrorBudgetBurn", /dependency="postgresql"/);
    await monitored.stack.postgres.start();
    await untilResolved("DatabaseUnavailable");
  });

  it("Kafka is down", async () => {
    await monitored.stack.kafka.stop();
    await untilFiring("MessageBusUnavailable", { component: "gateway", severity: "page" });
    await untilFirstQueryShows("MessageBusUnavailable", /component="gateway"/);
    await untilFiring("OutboxStuck", { service: "gateway" });
    await monitored.stack.kafka.start();
    await untilResolved("MessageBusUnavailable");
    await untilResolved("OutboxStuck");
  });

  it("Redis is down", async () => {
    await monitored.stack.redis.stop();
    await untilFiring("RedisUnavailable", { component: "gateway", severity: "ticket" });
    await untilFirstQueryShows("RedisUnavailable", /component="gateway"/);
    await monitored.stack.redis.start();
    await untilResolved("RedisUnavailable");
  });
});

describe("while all is well", () => {
  it("fires only Watchdog when all is well", async () => {
    // The long windows of the tickets contain earlier burn for an hour and more of the rules' time.
    const otherAlerts =
      'ALERTS{alertstate="firing",severity="page"} or ALERTS{alertstate="firing",slo="",severity!="none"}';
    await until(async () => (await monitored.prometheus.query(otherAlerts)).length === 0, {
      patienceMs: 300_000,
      what: "the end of every alert",
    });
    expect(await monitored.prometheus.firing("Watchdog")).toHaveLength(1);
  });
});
