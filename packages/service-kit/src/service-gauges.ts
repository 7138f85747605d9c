import type { Health } from "./health.ts";
import type { ServiceMetrics } from "./service-metrics.ts";

/** The service, and for a verifier its bank; `bank` is empty for the others. */
export interface Component {
  readonly component: "gateway" | "verifier" | "webhook-dispatcher";
  readonly bank?: string;
}

/** Counters of a connection pool; `pg.Pool` has them. */
export interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** One series of value 1 for each process: which version runs where, for joins and for detecting a missing process. */
export function reportBuild(
  metrics: ServiceMetrics,
  { component, bank = "" }: Component,
  version: BuildVersion,
): void {
  const info = metrics.gauge("rv_build_info", "Version of the running process; always 1", [
    "component",
    "bank",
    "version",
    "revision",
    "node_version",
  ]);
  info.set({ component, bank, ...version, node_version: process.versions.node }, 1);
}

export interface BuildVersion {
  readonly version: string;
  /** Commit of the build. */
  readonly revision: string;
}

/** Checks each dependency of the service at each scrape. */
export function reportDependencies(
  metrics: ServiceMetrics,
  { component, bank = "" }: Component,
  health: Pick<Health, "readiness">,
): void {
  metrics.readings(
    "dependency_up",
    "1 if the dependency responded to this process, 0 if not; for a bank, whether its breaker lets calls through",
    ["component", "bank", "dependency"],
    async () => {
      const { dependencies } = await health.readiness();
      return Object.entries(dependencies).map(([dependency, { state }]) => ({
        labels: { component, bank, dependency },
        value: state === "up" ? 1 : 0,
      }));
    },
  );
}

/** Reports the difference of two clocks, as `read` returns it. */
export function reportClock(
  metrics: ServiceMetrics,
  { component, bank = "" }: Component,
  read: () => Promise<number>,
): void {
  metrics.readings(
    "clock_skew_seconds",
    "How far the clock of this process is ahead of the database's",
    ["component", "bank"],
    async () => [{ labels: { component, bank }, value: await read() }],
  );
}

/** Returns what counts faults of the database's server, such as a full disk, which a statement of the pool met. */
export function countFaults<Fault extends string>(
  metrics: ServiceMetrics,
  pool: string,
  faults: readonly Fault[],
): (fault: Fault) => void {
  const counted = metrics.counter(
    "database_faults_total",
    "Statements and connections that PostgreSQL refused for its own state: a full disk, no connection left, a lock that another session holds",
    ["pool", "fault"],
    { pool: [pool], fault: faults },
  );
  return (fault) => counted.inc({ pool, fault });
}

/**
 * Reports how full a connection pool is. Call it before anything else that reads through the pool at a scrape.
 * Readings run in the order of their registration, and the scrape's own queries must not count as waiting.
 */
export function reportPool(
  metrics: ServiceMetrics,
  name: string,
  { pool, size }: { readonly pool: CountedPool; readonly size: number },
): void {
  const report = (metric: string, help: string, read: () => number) =>
    metrics.readings(metric, help, ["pool"], () => [{ labels: { pool: name }, value: read() }]);
  report("pg_pool_max_connections", "Most connections that the pool opens", () => size);
  report("pg_pool_total_connections", "Open connections", () => pool.totalCount);
  report("pg_pool_idle_connections", "Open connections that are not in use", () => pool.idleCount);
  report(
    "pg_pool_waiting_connections",
    "Statements that wait for a connection: above 0 for long, the pool is too small or the database too slow",
    () => pool.waitingCount,
  );
}
