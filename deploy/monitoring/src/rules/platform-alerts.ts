import type { CauseAlert } from "./alert.ts";
import { hours, minutes } from "./time-scale.ts";

const up = (component: string, dependency: string, instance: string) =>
  `dependency_up{component="${component}",dependency="${dependency}",instance="${instance}"}`;
const unavailableEverywhere = (dependency: string) =>
  `max by (component) (dependency_up{dependency="${dependency}"}) == 0`;

/** Unavailable for every process of a service: if only one process cannot reach it, the cause is that process. */
function dependencyUnavailable(
  dependency: string,
  alert: Pick<CauseAlert, "name" | "severity" | "forSeconds" | "summary" | "description">,
): CauseAlert {
  const long = Math.ceil(alert.forSeconds / 60) * 2 + 5;
  return {
    ...alert,
    service: "platform",
    expr: () => unavailableEverywhere(dependency),
    proof: {
      atSeconds: alert.forSeconds + minutes(2),
      firing: {
        [up("gateway", dependency, "a")]: `0x${long}`,
        [up("gateway", dependency, "b")]: `0x${long}`,
      },
      labels: [{ component: "gateway" }],
      silent: [
        [
          "unavailable for one of two",
          { [up("gateway", dependency, "a")]: `0x${long}`, [up("gateway", dependency, "b")]: `1x${long}` },
        ],
        ["back in time", { [up("gateway", dependency, "a")]: `0 1x${long}` }],
      ],
    },
  };
}

const lastSuccess = "worker_last_success_timestamp_seconds";
const worker = (name: string, instance: string) =>
  `${lastSuccess}{component="gateway",bank="",worker="${name}",instance="${instance}"}`;

const components = ["gateway", "verifier", "webhook-dispatcher"];

const serviceAbsent: CauseAlert = {
  name: "ServiceAbsent",
  severity: "page",
  service: "platform",
  expr: () => components.map((each) => `absent(rv_build_info{component="${each}"})`).join(" or "),
  forSeconds: minutes(3),
  summary: "No {{ $labels.component }} is visible",
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

/** More than `most` refusals of these kinds in 5 minutes. */
function databaseFault({
  faults,
  most,
  ...alert
}: Pick<CauseAlert, "name" | "summary" | "description"> & {
  readonly faults: string;
  readonly most: number;
}): CauseAlert {
  const series = (fault: string) => `database_faults_total{pool="gateway",fault="${fault}",instance="a"}`;
  const [fault = ""] = faults.split("|");
  return {
    ...alert,
    severity: "page",
    service: "platform",
    expr: (time) =>
      `sum(increase(database_faults_total{fault=~"${faults}"}[${time.duration(minutes(5))}])) > ${most}`,
    forSeconds: minutes(1),
    keepFiringSeconds: minutes(5),
    proof: {
      atSeconds: minutes(15),
      firing: { [series(fault)]: `0+${most + 1}x20` },
      silent: [
        ["other faults", { [series("deadlock")]: `0+${most + 1}x20` }],
        ["an hour ago", { [series(fault)]: `${most + 9}x20` }],
      ],
    },
  };
}

/** Alerts about the infrastructure. */
export const platformAlerts: readonly CauseAlert[] = [
  dependencyUnavailable("postgresql", {
    name: "DatabaseUnavailable",
    severity: "page",
    forSeconds: minutes(1),
    summary: "PostgreSQL is unavailable to {{ $labels.component }}",
    description:
      "No {{ $labels.component }} reaches PostgreSQL: nothing is accepted and no verdict recorded. Accepted requests are safe.",
  }),
  databaseFault({
    name: "DatabaseDiskFull",
    faults: "disk_full",
    most: 0,
    summary: "PostgreSQL's disk is full",
    description:
      "PostgreSQL refuses what needs space: nothing is accepted and no verdict recorded, although it responds. Accepted requests are safe.",
  }),
  databaseFault({
    name: "DatabaseConnectionsUsedUp",
    faults: "too_many_connections",
    most: 0,
    summary: "PostgreSQL has no connection left",
    description:
      "PostgreSQL refuses connections: the pools of all processes, or another client, use up max_connections or the role's limit.",
  }),
  databaseFault({
    name: "DatabaseStatementsTimeOut",
    faults: "lock_timeout|statement_timeout",
    most: 20,
    summary: "Statements time out in PostgreSQL",
    description:
      "More than twenty statements of the last 5 minutes waited too long for a lock, or took too long. A session may hold a lock, or the server is too slow.",
  }),
  dependencyUnavailable("bus", {
    name: "MessageBusUnavailable",
    severity: "page",
    forSeconds: minutes(2),
    summary: "Kafka is unavailable to {{ $labels.component }}",
    description:
      "No {{ $labels.component }} reaches Kafka. Submissions are stored and get a 503 with a status URL; they are processed when Kafka is back.",
  }),
  dependencyUnavailable("topics", {
    name: "KafkaTopicsMissing",
    severity: "page",
    forSeconds: minutes(2),
    summary: "Topics are missing in Kafka",
    description:
      "Kafka responds to {{ $labels.component }} and lacks topics: their requests and webhooks wait in the database until the topics exist.",
  }),
  dependencyUnavailable("fastStore", {
    name: "RedisUnavailable",
    severity: "ticket",
    forSeconds: minutes(5),
    summary: "Redis is unavailable to {{ $labels.component }}",
    description:
      "Each process counts rate limits separately, verdicts are not cached, and waiting callers poll the database. No call fails because of it.",
  }),
  serviceAbsent,
  {
    name: "WorkerNotSucceeding",
    severity: "ticket",
    service: "platform",
    // Every worker repeats its work at least once an hour.
    expr: (time) => `time() - max by (component, bank, worker) (${lastSuccess}) > ${time.seconds(hours(3))}`,
    forSeconds: minutes(5),
    summary: "{{ $labels.worker }} of {{ $labels.component }} has not succeeded for 3 hours",
    description:
      "No {{ $labels.component }} process has ended this periodic work without an error: erasure, cleaning, partitions or recovery of {{ $labels.worker }} are late.",
    proof: {
      atSeconds: hours(4),
      firing: { [worker("erase-old-results", "a")]: "0x250", [worker("erase-old-results", "b")]: "60x250" },
      labels: [{ component: "gateway", worker: "erase-old-results" }],
      silent: [
        [
          "another process succeeds",
          { [worker("delete-expired", "a")]: "0x250", [worker("delete-expired", "b")]: "0+60x250" },
        ],
      ],
    },
  },
  {
    name: "ClockSkew",
    severity: "ticket",
    service: "platform",
    expr: () => "max by (component, bank) (abs(clock_skew_seconds)) > 30",
    forSeconds: minutes(5),
    summary: "The clock of a {{ $labels.component }} differs from the database's by more than 30 seconds",
    description:
      "Codes of two-factor sign-in, the times in webhook signatures and time limits use the clock of the process.",
    proof: {
      atSeconds: minutes(10),
      firing: {
        'clock_skew_seconds{component="gateway",instance="a"}': "-31x20",
        'clock_skew_seconds{component="gateway",instance="b"}': "0x20",
      },
      labels: [{ component: "gateway" }],
      silent: [["half a minute", { 'clock_skew_seconds{component="gateway",instance="a"}': "30x20" }]],
    },
  },
  {
    name: "ClosedAccountsNotErased",
    severity: "ticket",
    service: "platform",
    expr: () => "max(account_erasures_overdue) > 0",
    forSeconds: hours(1),
    summary: "Accounts that their holders closed are not erased in time",
    description:
      "The daily `account erase-closed` does not run, or fails: people's data stay longer than promised.",
    proof: {
      atSeconds: hours(2),
      firing: { 'account_erasures_overdue{instance="a"}': "1x150" },
      silent: [["none is overdue", { 'account_erasures_overdue{instance="a"}': "0x150" }]],
    },
  },
  {
    name: "TargetDown",
    severity: "ticket",
    service: "platform",
    expr: () => 'up{job=~"gateway|verifier|webhook-dispatcher"} == 0',
    forSeconds: minutes(3),
    summary: "{{ $labels.instance }} of {{ $labels.job }} does not respond",
    description: "The process has ended, is frozen, or is too busy to respond to Prometheus in time.",
    proof: {
      atSeconds: minutes(5),
      firing: { 'up{job="gateway",instance="a"}': "0x10", 'up{job="other",instance="b"}': "0x10" },
      labels: [{ job: "gateway", instance: "a" }],
      silent: [["down for two minutes", { 'up{job="gateway",instance="a"}': "1x2 0x2 1x10" }]],
    },
  },
  {
    name: "DatabasePoolSaturated",
    severity: "ticket",
    service: "platform",
    expr: (time) => `min_over_time(pg_pool_waiting_connections[${time.duration(minutes(5))}]) > 0`,
    forSeconds: minutes(5),
    summary: "Statements of {{ $labels.pool }} constantly wait for a connection",
    description:
      "Every sample of the last 5 minutes has statements of {{ $labels.pool }} waiting on {{ $labels.instance }}.",
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
    summary: "{{ $labels.instance }} of {{ $labels.job }} is overloaded",
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
    summary: "KEDA cannot read the lag for {{ $labels.scaledObject }}",
    description:
      "Replicas of {{ $labels.scaledObject }} stay constant at any lag: KEDA gets no response from Kafka.",
    proof: {
      atSeconds: minutes(20),
      firing: { 'keda_scaler_detail_errors_total{scaledObject="receipts-verifier-cbe"}': "0+1x25" },
      labels: [{ scaledObject: "receipts-verifier-cbe" }],
      silent: [
        ["old errors", { 'keda_scaler_detail_errors_total{scaledObject="receipts-verifier-cbe"}': "9x25" }],
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
    description: "Always fires. Its receiver must raise an alarm when it stops.",
    proof: { atSeconds: minutes(1), firing: { up: "1x5" }, silent: [] },
  },
];
