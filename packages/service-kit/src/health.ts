import { shareReading } from "./share-reading.ts";
import { withTimeout } from "./time-limits.ts";

export interface DependencyState {
  readonly state: "up" | "down";
  readonly detail?: string;
}

export interface Readiness {
  readonly ready: boolean;
  readonly dependencies: Readonly<Record<string, DependencyState>>;
}

export interface Health {
  /** Not ready from now on: the load balancer takes the process out before work stops. */
  startDraining(): void;
  readiness(): Promise<Readiness>;
}

export interface HealthOptions {
  /** Dependencies that the process cannot work without. */
  readonly required: Readonly<Record<string, () => Promise<void>>>;
  /** Shown, but without effect on readiness. */
  readonly informative?: Readonly<Record<string, () => boolean>>;
  /** How long a required dependency may be down before the process is not ready. */
  readonly toleratedMs: number;
}

/** A probe that hangs counts as down; load balancers do not wait long. */
const PROBE_TIMEOUT_MS = 1_000;
/** Anyone may ask: so many calls share one answer of a dependency. */
const FRESH_FOR_MS = 500;

/** Readiness for load balancers: a short outage of a store must not take every pod out at once. */
export function createHealth(options: HealthOptions): Health {
  let draining = false;
  const lastUp = new Map(Object.keys(options.required).map((name) => [name, performance.now()]));

  async function check(
    name: string,
    probe: () => Promise<void>,
  ): Promise<[string, DependencyState, boolean]> {
    try {
      await withTimeout(probe(), PROBE_TIMEOUT_MS, "no response in time");
      lastUp.set(name, performance.now());
      return [name, { state: "up" }, true];
    } catch {
      const downMs = performance.now() - (lastUp.get(name) ?? 0);
      const detail = `down for ${Math.round(downMs / 1_000)} s`;
      return [name, { state: "down", detail }, downMs < options.toleratedMs];
    }
  }

  const readRequired = shareReading(
    FRESH_FOR_MS,
    async () =>
      await Promise.all(Object.entries(options.required).map(([name, probe]) => check(name, probe))),
  );

  return {
    startDraining: () => {
      draining = true;
    },
    readiness: async () => {
      const checks = await readRequired();
      const informative = Object.entries(options.informative ?? {}).map(
        ([name, isUp]): [string, DependencyState] => [name, { state: isUp() ? "up" : "down" }],
      );
      const required = checks.map(([name, state]): [string, DependencyState] => [name, state]);
      return {
        ready: !draining && checks.every(([, , tolerable]) => tolerable),
        dependencies: Object.fromEntries([...required, ...informative]),
      };
    },
  };
}
