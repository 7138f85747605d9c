import type { RowSpec } from "./panel-spec.ts";
import * as panel from "./panel-spec.ts";
import { each, rate } from "./queries.ts";

export interface Processes {
  readonly component: "gateway" | "verifier" | "webhook-dispatcher";
  /** More labels of `rv_build_info`, such as the bank. */
  readonly labels?: string;
  /** Of the pools' names. */
  readonly pool: string;
}

/** How much of what the processes have is used up. */
export function saturationRow({ component, labels, pool }: Processes): RowSpec {
  const info = `rv_build_info{component="${component}"${labels === undefined ? "" : `,${labels}`}}`;
  const ofProcesses = (expr: string) => `${expr} * on (job, instance) group_left () ${info}`;
  const pools = `{pool=~"${pool}"}`;
  return {
    title: "Saturation",
    panels: [
      panel.shares(
        "Event loop",
        "Share of the time in which each process had something to do. Near 100 % everything in it waits: more pods.",
        { "{{instance}}": ofProcesses(rate("nodejs_eventloop_active_seconds_total")) },
        { limits: { warn: 0.7, bad: 0.9 } },
      ),
      panel.seconds(
        "Event loop delay, p99",
        "How late timers come: long synchronous work, or a machine that is too busy. An idle process shows 0.1 s: it looks no more often.",
        { "{{instance}}": ofProcesses("nodejs_eventloop_lag_p99_seconds") },
      ),
      panel.lines("percentunit")("CPU", "Share of one core. A process uses little more than one.", {
        "{{instance}}": ofProcesses(rate("process_cpu_seconds_total")),
      }),
      panel.lines("bytes")("Memory", "Resident memory of each process. A line that only rises is a leak.", {
        "{{instance}}": ofProcesses("process_resident_memory_bytes"),
      }),
      panel.shares(
        "Database connections in use",
        "Share of the pool (DATABASE_POOL_SIZE) that is busy.",
        {
          "{{pool}} {{instance}}": `(pg_pool_total_connections${pools} - pg_pool_idle_connections${pools}) / pg_pool_max_connections${pools}`,
        },
        { limits: { warn: 0.8, bad: 1 } },
      ),
      panel.counts(
        "Statements that wait for a connection",
        "Above 0 all the time, the pool is too small or the database too slow.",
        { "{{pool}} {{instance}}": `pg_pool_waiting_connections${pools}` },
      ),
    ],
  };
}

export function dependenciesRow(selector: string): RowSpec {
  return {
    title: "Dependencies",
    panels: [
      panel.counts(
        "Dependencies that answer",
        "1 when a process was answered, 0 when it was not. PostgreSQL away: nothing is accepted. Kafka away: accepted, and worked off later. Redis away: slower, nothing fails.",
        {
          "{{component}} {{bank}} {{dependency}}": `min by (component, bank, dependency) (dependency_up${selector})`,
        },
        { max: 1 },
      ),
      panel.lines("short")(
        "Warnings and errors in the log",
        "Lines a second: what they say is in the log.",
        each("job, level", "log_lines_total", 'level=~"warn|error"'),
      ),
      panel.lines("short")(
        "Versions",
        "Processes by what they run: two lines during a rollout, and one before and after it.",
        {
          "{{component}} {{version}} {{revision}}": "count by (component, version, revision) (rv_build_info)",
        },
      ),
    ],
  };
}

/** Counted from when the oldest one began to wait; 0 while nothing does. */
export const ageOf = (timestamp: string, by: string, otherwise: string) =>
  `(time() - min by (${by}) (${timestamp})) or ${otherwise} * 0`;
