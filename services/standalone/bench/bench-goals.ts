import { type BenchGoal, shown } from "./bench-report.ts";

interface Bound {
  readonly goal: string;
  readonly most?: number;
  readonly least?: number;
  readonly show: (value: number) => string;
}

const micros = (value: number) => `${shown.micros(value)} µs`;
const ms = (value: number) => `${shown.ms(value)} ms`;
const perSecond = (value: number) => `${shown.perSecond(value)}/s`;
const count = (value: number) => value.toFixed(2);

/** Goals of the benchmarks. Each appears in the table of the benchmark that measures it, and all in `bench -- goals`. */
const goals = {
  gatewayCpu: { goal: "an accept: the gateway's CPU, by the bare handler's", most: 4, show: shown.times },
  databaseCpu: { goal: "an accept: PostgreSQL's CPU", most: 100, show: micros },
  redisCommands: { goal: "an accept: Redis commands", most: 2, show: count },
  openLoopReached: {
    goal: "one account over HTTP at 2,000 a second: reached",
    least: 1_900,
    show: perSecond,
  },
  openLoopP95: { goal: "one account over HTTP at 2,000 a second: p95", most: 25, show: ms },
  hotOverHttp: { goal: "one account over HTTP: rate by that over many", least: 0.8, show: shown.times },
  hotAdmission: { goal: "admission on one account: by a transaction each", least: 15, show: shown.times },
  hotSpread: { goal: "admission on one account: by that over many", least: 0.8, show: shown.times },
  pathCpu: { goal: "boa, whole path: CPU of services and PostgreSQL", most: 1_100, show: micros },
  pathByTwin: { goal: "boa, whole path: rate by the naive twin's", least: 6, show: shown.times },
  pageCpu: { goal: "telebirr's page over TLS: the verifier's CPU", most: 2_000, show: micros },
  pageRate: { goal: "telebirr's page over TLS: verifications", least: 450, show: perSecond },
  waitP50: { goal: "a waiting call, 50 a second: added at p50", most: 8, show: ms },
  waitP99: { goal: "a waiting call, 50 a second: added at p99", most: 30, show: ms },
  hitStatements: { goal: "a cached verdict: statements", most: 1.05, show: count },
  hitCommits: { goal: "a cached verdict: commits", most: 1.05, show: count },
  hitP50: { goal: "a cached verdict: p50, alone", most: 2.5, show: ms },
  htmlReading: {
    goal: "reading a bank's HTML: time by plain extraction, slowest page",
    most: 2,
    show: shown.times,
  },
  webhooksByLoop: { goal: "webhooks: rate by a bare undici loop", least: 0.4, show: shown.times },
  webhooksByTwin: { goal: "webhooks: rate by the axios twin", least: 4, show: shown.times },
  idle: { goal: "an idle process, the busiest: of one core", most: 0.7, show: shown.percent },
} satisfies Record<string, Bound>;

export const goalNames = Object.keys(goals) as (keyof typeof goals)[];
export const textOf = (name: keyof typeof goals): string => {
  const { goal, most, least, show }: Bound = goals[name];
  return `${goal} ${most === undefined ? `≥ ${show(least ?? 0)}` : `≤ ${show(most)}`}`;
};

export function judged(name: keyof typeof goals, value: number): BenchGoal {
  const { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY, show }: Bound = goals[name];
  return { goal: textOf(name), measured: show(value), met: value <= most && value >= least };
}
