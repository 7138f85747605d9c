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
}, 420_000);
afterAll(async () => {
  await Promise.all(loads.map((load) => load.abandon()));
  await monitored?.close();
}, 120_000);

type Labels = Readonly<Record<string, string>>;
const isPartOf = (expected: Labels, labels: Labels) =>
  Object.entries(expected).every(([name, value]) => labels[name] === value);

async function untilFiring(alert: string, labels: Labels): Promise<void> {
  await until(
    async () => (await monitored.prometheus.firing(alert)).some((found) => isPartOf(labels, found)),
    { timeoutMs: 180_000, what: `${alert} ${JSON.stringify(labels)}` },
  );
}

async function untilResolved(alert: string): Promise<void> {
  await until(async () => (await monitored.prometheus.firing(alert)).length === 0, {
    timeoutMs: 180_000,
    what: `the end of ${alert}`,
  });
}

/** What the page's first look shows, asked until it shows the cause: Prometheus is a second behind. */
async function untilFirstLookShows(alert: string, cause: RegExp, env: Labels = {}): Promise<void> {
  let seen = "";
  await until(
    async () => {
      seen = await monitored.prometheus.firstLook(alert, env);
      return cause.test(seen);
    },
    { timeoutMs: 60_000, what: `${cause} in the first look of ${alert}` },
  ).catch((error: Error) => {
    throw new Error(`${error.message}; it was:\n${seen}`);
  });
}

const queries = dashboards.flatMap(({ id, variables, rows }) =>
  rows.flatMap((row) =>
    row.panels.flatMap(({ title, queries: asked }) =>
      asked.map(({ expr }) => ({ id, title, expr: filledIn(expr, valuesOf(variables)) })),
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

describe("under load", () => {
  it("every query of every dashboard has an answer", async () => {
    for (const { id, title, expr } of queries) {
      await until(async () => (await monitored.prometheus.query(expr)).length > 0, {
        timeoutMs: 90_000,
        what: `an answer to ${id}, ${title}: ${expr}`,
      });
    }
  }, 600_000);
});

describe("an alert fires, and its runbook's first look shows the cause:", () => {
  it("a bank is down", async () => {
    await monitored.system.control({ bank: "siinqee", down: true });
    await untilFiring("BankCircuitOpen", { bank: "siinqee", severity: "ticket" });
    await untilFirstLookShows("BankCircuitOpen", /outcome="unavailable".*\n|bank="siinqee"/);
    expect(await monitored.prometheus.firing("BankCircuitOpen")).toHaveLength(1);
    await monitored.system.control({ bank: "siinqee", down: false });
    await untilResolved("BankCircuitOpen");
  }, 600_000);

  it("a bank changed its page", async () => {
    const account = await monitored.system.account();
    const changed = monitored.system.startLoad(account, { bank: "siinqee", perSecond: 6, ending: "GB" });
    await untilFiring("BankPageChanged", { bank: "siinqee", severity: "page" });
    await untilFirstLookShows("BankPageChanged", /outcome="bank_response_unrecognized"/);
    await changed.stop();
    await untilResolved("BankPageChanged");
  }, 600_000);

  it("a bank's consumers are stuck", async () => {
    for (const verifier of monitored.system.verifiers) verifier.signal("SIGSTOP");
    await untilFiring("VerifierStuck", { bank: "telebirr", severity: "page" });
    await untilFiring("TargetDown", { job: "verifier" });
    await untilFirstLookShows("VerifierStuck", /up\{.*job="verifier".*\} => 0/);
    for (const verifier of monitored.system.verifiers) verifier.signal("SIGCONT");
    await untilResolved("VerifierStuck");
  }, 600_000);

  it("the dispatchers are stopped", async () => {
    await Promise.all(monitored.system.dispatchers.map((dispatcher) => dispatcher.end("SIGTERM")));
    await untilFiring("WebhookDispatcherStuck", { service: "webhook-dispatcher", severity: "page" });
    await untilFiring("ServiceAbsent", { component: "webhook-dispatcher" });
    await untilFirstLookShows("WebhookDispatcherStuck", /\{\} => 0 @/);
    await Promise.all(monitored.system.dispatchers.map((dispatcher) => dispatcher.start()));
    await untilResolved("WebhookDispatcherStuck");
    await untilResolved("ServiceAbsent");
  }, 600_000);

  it("the database is away, and the error budget burns", async () => {
    await monitored.stack.postgres.stop();
    await untilFiring("DatabaseAway", { component: "gateway", severity: "page" });
    await untilFiring("GatewayAcceptErrorBudgetBurn", { slo: "accept-availability", long_window: "1h" });
    await untilFirstLookShows("DatabaseAway", /component="gateway"/);
    await untilFirstLookShows("GatewayAcceptErrorBudgetBurn", /reason="service_unavailable"/);
    await untilFirstLookShows("GatewayAcceptErrorBudgetBurn", /dependency="postgresql"/);
    await monitored.stack.postgres.start();
    await untilResolved("DatabaseAway");
  }, 600_000);

  it("Kafka is away", async () => {
    await monitored.stack.kafka.stop();
    await untilFiring("MessageBusAway", { component: "gateway", severity: "page" });
    await untilFirstLookShows("MessageBusAway", /component="gateway"/);
    await untilFiring("OutboxStuck", { service: "gateway" });
    await monitored.stack.kafka.start();
    await untilResolved("MessageBusAway");
    await untilResolved("OutboxStuck");
  }, 600_000);

  it("Redis is away", async () => {
    await monitored.stack.redis.stop();
    await untilFiring("RedisAway", { component: "gateway", severity: "ticket" });
    await untilFirstLookShows("RedisAway", /component="gateway"/);
    await monitored.stack.redis.start();
    await untilResolved("RedisAway");
  }, 600_000);
});

describe("while all is well", () => {
  it("nobody is woken, no cause is told of, and the watchdog barks", async () => {
    // What was burnt before stays in the long windows of the tickets for an hour and more of the rules' time.
    const told =
      'ALERTS{alertstate="firing",severity="page"} or ALERTS{alertstate="firing",slo="",severity!="none"}';
    await until(async () => (await monitored.prometheus.query(told)).length === 0, {
      timeoutMs: 300_000,
      what: "the end of every alert",
    });
    expect(await monitored.prometheus.firing("Watchdog")).toHaveLength(1);
  }, 600_000);
});
