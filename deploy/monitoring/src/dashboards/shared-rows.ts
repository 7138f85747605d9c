import type { RowSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, rate } from "./queries.ts";

export interface Processes {
  readonly component: "gateway" | "verifier" | "webhook-dispatcher";
  /** Further labels of `rv_build_info`, such as the bank. */
  readonly labels?: string;
  /** Matches the names of the pools. */
  readonly pool: string;
}

/** Use of the processes' resources. */
export function saturationRow({ component, labels, pool }: Processes): RowSpec {
  const info = `rv_build_info{component="${component}"${labels === undefined ? "" : `,${labels}`}}`;
  const ofProcesses = (expr: string) => `${expr} * on (job, instance) group_left () ${info}`;
  const pools = `{pool=~"${pool}"}`;
  return {
    title: "Saturation",
    panels: [
      panel.shares(
        "Event loop",
        "Busy share of each process. Near 100 % everything in it waits: add pods.",
        { "{{instance}}": ofProcesses(rate("nodejs_eventloop_active_seconds_total")) },
        { limits: { warn: 0.7, bad: 0.9 } },
      ),
      panel.seconds(
        "Event loop delay, p99",
        "Delay of timers: long synchronous work, or an overloaded machine. An idle process shows 0.1 s, its sampling interval.",
        { "{{instance}}": ofProcesses("nodejs_eventloop_lag_p99_seconds") },
      ),
      panel.lines("percentunit")("CPU", "Share of one core. A process uses little more than one core.", {
        "{{instance}}": ofProcesses(rate("process_cpu_seconds_total")),
      }),
      panel.lines("bytes")("Memory", "Resident memory of each process. A line that only rises is a leak.", {
        "{{instance}}": ofProcesses("process_resident_memory_bytes"),
      }),
      panel.shares(
        "Database connections in use",
        "Busy share of the pool (DATABASE_POOL_SIZE).",
        {
          "{{pool}} {{instance}}": `(pg_pool_total_connections${pools} - pg_pool_idle_connections${pools}) / pg_pool_max_connections${pools}`,
        },
        { limits: { warn: 0.8, bad: 1 } },
      ),
      panel.counts(
        "Statements waiting for a connection",
        "Constantly above 0: the pool is too small or the database too slow.",
        { "{{pool}} {{instance}}": `pg_pool_waiting_connections${pools}` },
      ),
      panel.counts(
        "Faults of PostgreSQL",
        "Per second: statements and connections that it refused for its own state, such as a full disk or a lock that another session holds.",
        {
          "{{pool}} {{fault}}": `sum by (pool, fault) (rate(database_faults_total${pools}[$__rate_interval]))`,
        },
      ),
    ],
  };
}

export function dependenciesRow(selector: string): RowSpec {
  return {
    title: "Dependencies",
    panels: [
      panel.counts(
        "Dependencies",
        "1 reachable, 0 not. PostgreSQL down: nothing is accepted. Kafka down: accepted, and processed later. Redis down: slower, nothing fails.",
        {
          "{{component}} {{bank}} {{dependency}}": `min by (component, bank, dependency) (dependency_up${selector})`,
        },
        { max: 1 },
      ),
      panel.lines("short")(
        "Warnings and errors in the log",
        "Lines per second. See the log for details.",
        each("job, level", "log_lines_total", 'level=~"warn|error"'),
      ),
      panel.lines("short")(
        "Versions",
        "Processes by version: two lines during a rollout, one before and after it.",
        {
          "{{component}} {{version}} {{revision}}": "count by (component, version, revision) (rv_build_info)",
        },
      ),
    ],
  };
}

/** Age of the oldest waiting item; 0 if none waits. */
export const ageOf = (timestamp: string, by: string, otherwise: string) =>
  `(time() - min by (${by}) (${timestamp})) or ${otherwise} * 0`;
