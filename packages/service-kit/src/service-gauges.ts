import type { Health } from "./health.ts";
import type { ServiceMetrics } from "./service-metrics.ts";

/** Which service, and for a verifier of which bank; empty for the others. */
export interface Component {
  readonly component: "gateway" | "verifier" | "webhook-dispatcher";
  readonly bank?: string;
}

/** What a pool of connections tells of itself; `pg.Pool` is one. */
export interface CountedPool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** One series of value 1 a process: what runs where, for joins and for knowing that it is there at all. */
export function reportBuild(
  metrics: ServiceMetrics,
  { component, bank = "" }: Component,
  version: BuildVersion,
): void {
  const info = metrics.gauge("rv_build_info", "What runs here; always 1", [
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
  /** The commit that it was built from. */
  readonly revision: string;
}

/** Whether each of the service's dependencies answers, asked at each scrape. */
export function reportDependencies(
  metrics: ServiceMetrics,
  { component, bank = "" }: Component,
  health: Pick<Health, "readiness">,
): void {
  metrics.readings(
    "dependency_up",
    "1 when the dependency answered this process, 0 when it did not; for a bank, whether its breaker lets calls through",
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

/**
 * How full a pool of database connections is. To be called before anything else that a scrape reads through the pool: readings
 * begin in the order in which they were registered, and what a scrape itself asks must not count as waiting.
 */
export function reportPool(
  metrics: ServiceMetrics,
  name: string,
  { pool, size }: { readonly pool: CountedPool; readonly size: number },
): void {
  const report = (metric: string, help: string, read: () => number) =>
    metrics.readings(metric, help, ["pool"], () => [{ labels: { pool: name }, value: read() }]);
  report("pg_pool_max_connections", "Connections that the pool may open", () => size);
  report("pg_pool_total_connections", "Connections that are open", () => pool.totalCount);
  report("pg_pool_idle_connections", "Connections that are open and not in use", () => pool.idleCount);
  report(
    "pg_pool_waiting_connections",
    "Statements that wait for a connection: above 0 for long, the pool is too small or the database too slow",
    () => pool.waitingCount,
  );
}
