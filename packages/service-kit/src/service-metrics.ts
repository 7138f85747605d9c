import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { createReadings, type Read } from "./metric-readings.ts";
import { collectProcessMetrics } from "./process-metrics.ts";

export type { Counter, Gauge, Histogram, Registry } from "prom-client";

/** All values of each label, if they are known. */
type KnownValues<L extends string> = Readonly<Record<L, readonly string[]>>;

/**
 * Registers and renders the metrics of a process. One for each process, shared by all its parts.
 *
 * Labels have few values, known in advance: no account, key, host of a caller, reference or id. Known combinations
 * (`known`) start at 0: a rate over a counter that appears with its first event misses that event.
 */
export interface ServiceMetrics {
  readonly registry: Registry;
  /** The page for Prometheus. Calls at about the same time share one: anyone may call it. */
  text(): Promise<string>;
  counter<L extends string>(
    name: string,
    help: string,
    labels?: readonly L[],
    known?: KnownValues<L>,
  ): Counter<L>;
  gauge<L extends string>(
    name: string,
    help: string,
    labels?: readonly L[],
    known?: KnownValues<L>,
  ): Gauge<L>;
  histogram<L extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly L[],
    known?: KnownValues<L>,
  ): Histogram<L>;
  /**
   * A gauge that is read at each scrape, by all parts of the process that registered it. A read that fails or takes
   * more than a second gives no value: an old value would look like a lasting state.
   */
  readings<L extends string>(name: string, help: string, labels: readonly L[], read: Read<L>): void;
}

/** Seconds; an objective needs `0.25`. */
export const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createServiceMetrics(options: { readonly processMetrics: boolean }): ServiceMetrics {
  const registry = new Registry();
  if (options.processMetrics) collectProcessMetrics(registry);
  const registers = [registry];
  const zeroed = new Set<string>();
  const existing = <T>(name: string): T | undefined => registry.getSingleMetric(name) as T | undefined;
  let rendered: Promise<string> | undefined;
  return {
    registry,
    text: () => {
      rendered ??= registry.metrics().finally(() => {
        rendered = undefined;
      });
      return rendered;
    },
    counter: (name, help, labels = [], known) => {
      const counter =
        existing<Counter>(name) ?? new Counter({ name, help, labelNames: [...labels], registers });
      for (const combination of labelCombinations(known)) counter.inc(combination, 0);
      return counter;
    },
    gauge: (name, help, labels = [], known) => {
      const gauge = existing<Gauge>(name) ?? new Gauge({ name, help, labelNames: [...labels], registers });
      for (const combination of labelCombinations(known)) gauge.inc(combination, 0);
      return gauge;
    },
    histogram: (name, help, buckets, labels = [], known) => {
      const histogram =
        existing<Histogram>(name) ??
        new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers });
      for (const combination of labelCombinations(known)) {
        // Once: a repeat would reset the observations.
        const key = `${name} ${JSON.stringify(combination)}`;
        if (!zeroed.has(key)) histogram.zero(combination);
        zeroed.add(key);
      }
      return histogram;
    },
    readings: createReadings(registry),
  };
}

/** All combinations, as label sets; none if no values are known. */
function labelCombinations<L extends string>(
  known: KnownValues<L> | undefined,
): readonly Record<L, string>[] {
  if (known === undefined) return [];
  let combinations: readonly Partial<Record<L, string>>[] = [{}];
  for (const label of Object.keys(known) as L[]) {
    combinations = combinations.flatMap((partial) =>
      known[label].map((value) => ({ ...partial, [label]: value })),
    );
  }
  return combinations as readonly Record<L, string>[];
}
