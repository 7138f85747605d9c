import type { CauseAlert } from "./alert.ts";
import { minutes } from "./time-scale.ts";

const up = (component: string, dependency: string, instance: string) =>
  `dependency_up{component="${component}",dependency="${dependency}",instance="${instance}"}`;
const awayEverywhere = (dependency: string) =>
  `max by (component) (dependency_up{dependency="${dependency}"}) == 0`;

/** Away for every process of a service: one that alone cannot reach it has a fault of its own. */
function dependencyAway(
  dependency: string,
  alert: Pick<CauseAlert, "name" | "severity" | "forSeconds" | "summary" | "description">,
): CauseAlert {
  const long = Math.ceil(alert.forSeconds / 60) * 2 + 5;
  return {
    ...alert,
    service: "platform",
    expr: () => awayEverywhere(dependency),
    proof: {
      atSeconds: alert.forSeconds + minutes(2),
      firing: {
        [up("gateway", dependency, "a")]: `0x${long}`,
        [up("gateway", dependency, "b")]: `0x${long}`,
      },
      labels: [{ component: "gateway" }],
      silent: [
        [
          "away for one of two",
          { [up("gateway", dependency, "a")]: `0x${long}`, [up("gateway", dependency, "b")]: `1x${long}` },
        ],
        ["back in time", { [up("gateway", dependency, "a")]: `0 1x${long}` }],
      ],
    },
  };
}

const components = ["gateway", "verifier", "webhook-dispatcher"];

const serviceAbsent: CauseAlert = {
  name: "ServiceAbsent",
  severity: "page",
  service: "platform",
  expr: () => components.map((each) => `absent(rv_build_info{component="${each}"})`).join(" or "),
  forSeconds: minutes(3),
  summary: "No {{ $labels.component }} can be seen",
  description: "Prometheus finds no process of {{ $labels.component }}: none runs, or none can be scraped.",
  proof: {
    atSeconds: minutes(5),
    firing: { up: "1x10" },
    labels: components.map((component) => ({ component })),
    silent: [
      [
        "one of each",
        Object.fromEntries(components.map((each) => [`rv_build_info{component="${each}"}`, "1x10"])),
      ],
    ],
  },
};

/** About what everything runs on. */
export const platformAlerts: readonly CauseAlert[] = [
  dependencyAway("postgresql", {
    name: "DatabaseAway",
    severity: "page",
    forSeconds: minutes(1),
    summary: "PostgreSQL does not answer {{ $labels.component }}",
    description:
      "No {{ $labels.component }} reaches PostgreSQL: nothing is accepted and no verdict recorded. What was accepted is safe.",
  }),
  dependencyAway("bus", {
    name: "MessageBusAway",
    severity: "page",
    forSeconds: minutes(2),
    summary: "Kafka does not answer {{ $labels.component }}",
    description:
      "No {{ $labels.component }} reaches Kafka. Submissions are stored and answered 503 with a status URL; they are worked off when Kafka is back.",
  }),
  dependencyAway("fastStore", {
    name: "RedisAway",
    severity: "ticket",
    forSeconds: minutes(5),
    summary: "Redis does not answer {{ $labels.component }}",
    description:
      "Rate limits count for each process alone, verdicts are not cached, and waiting callers poll the database. No call fails for it.",
  }),
  serviceAbsent,
  {
    name: "TargetDown",
    severity: "ticket",
    service: "platform",
    expr: () => 'up{job=~"gateway|verifier|webhook-dispatcher"} == 0',
    forSeconds: minutes(3),
    summary: "{{ $labels.instance }} of {{ $labels.job }} does not answer",
    description: "The process is gone, frozen, or too busy to answer Prometheus in time.",
    proof: {
      atSeconds: minutes(5),
      firing: { 'up{job="gateway",instance="a"}': "0x10", 'up{job="other",instance="b"}': "0x10" },
      labels: [{ job: "gateway", instance: "a" }],
      silent: [["away for two minutes", { 'up{job="gateway",instance="a"}': "1x2 0x2 1x10" }]],
    },
  },
  {
    name: "DatabasePoolSaturated",
    severity: "ticket",
    service: "platform",
    expr: (time) => `min_over_time(pg_pool_waiting_connections[${time.duration(minutes(5))}]) > 0`,
    forSeconds: minutes(5),
    summary: "Statements of {{ $labels.pool }} wait for a connection all the time",
    description:
      "Every look in the last 5 minutes found statements of {{ $labels.pool }} waiting on {{ $labels.instance }}.",
    proof: {
      atSeconds: minutes(15),
      firing: { 'pg_pool_waiting_connections{pool="gateway",instance="a"}': "3x20" },
      labels: [{ pool: "gateway", instance: "a" }],
      silent: [
        [
          "now and then",
          { 'pg_pool_waiting_connections{pool="gateway",instance="a"}': "3x2 0 9x2 0 5x3 0 8x9 0 1" },
        ],
      ],
    },
  },
  {
    name: "EventLoopSaturated",
    severity: "ticket",
    service: "platform",
    expr: (time) => `rate(nodejs_eventloop_active_seconds_total[${time.duration(minutes(5))}]) > 0.9`,
    forSeconds: minutes(10),
    summary: "{{ $labels.instance }} of {{ $labels.job }} has no time left",
    description:
      "The event loop of {{ $labels.instance }} is busy for more than 54 s of every minute: everything in it waits.",
    proof: {
      atSeconds: minutes(20),
      firing: { 'nodejs_eventloop_active_seconds_total{job="gateway",instance="a"}': "0+55x25" },
      labels: [{ job: "gateway", instance: "a" }],
      silent: [
        [
          "53 s of a minute",
          { 'nodejs_eventloop_active_seconds_total{job="gateway",instance="a"}': "0+53x25" },
        ],
      ],
    },
  },
  {
    name: "KedaScalerErrors",
    severity: "ticket",
    service: "platform",
    expr: (time) =>
      `sum by (scaledObject) (rate(keda_scaler_detail_errors_total{scaledObject=~".*verifier.*"}[${time.duration(minutes(5))}])) > 0`,
    forSeconds: minutes(10),
    summary: "KEDA cannot read what {{ $labels.scaledObject }} scales by",
    description:
      "Replicas of {{ $labels.scaledObject }} stay as they are, whatever the lag: KEDA gets no answer from Kafka.",
    proof: {
      atSeconds: minutes(20),
      firing: { 'keda_scaler_detail_errors_total{scaledObject="receipts-verifier-cbe"}': "0+1x25" },
      labels: [{ scaledObject: "receipts-verifier-cbe" }],
      silent: [
        [
          "errors of long ago",
          { 'keda_scaler_detail_errors_total{scaledObject="receipts-verifier-cbe"}': "9x25" },
        ],
      ],
    },
  },
  {
    name: "Watchdog",
    severity: "none",
    service: "platform",
    expr: () => "vector(1)",
    forSeconds: 0,
    summary: "Alerts are evaluated and sent",
    description: "Always fires. Whoever receives it should raise an alarm when it stops.",
    proof: { atSeconds: minutes(1), firing: { up: "1x5" }, silent: [] },
  },
];
