import {
  type CollectFunction,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from "prom-client";

export type { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Where a process's metrics are registered and rendered. One a process, shared by all that runs in it. */
export interface ServiceMetrics {
  readonly registry: Registry;
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(
    name: string,
    help: string,
    labels?: readonly L[],
    collect?: CollectFunction<Gauge<L>>,
  ): Gauge<L>;
  histogram<L extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly L[],
  ): Histogram<L>;
}

/** Seconds; `0.25` is there because an objective reads it. */
export const latencyBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createServiceMetrics(options: { readonly processMetrics: boolean }): ServiceMetrics {
  const registry = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const existing = <T>(name: string): T | undefined => registry.getSingleMetric(name) as T | undefined;
  return {
    registry,
    counter: (name, help, labels = []) =>
      existing(name) ?? new Counter({ name, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = [], collect) =>
      existing(name) ??
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        ...(collect === undefined ? {} : { collect }),
      }),
    histogram: (name, help, buckets, labels = []) =>
      existing(name) ??
      new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers }),
  };
}
