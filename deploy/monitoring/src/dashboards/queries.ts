import type { Queries } from "./panel-spec.ts";

export const rate = (metric: string, labels = "") =>
  `rate(${metric}${labels === "" ? "" : `{${labels}}`}[$__rate_interval])`;

/** Events per second of a counter, one line for each combination of these labels: `bank, outcome`. */
export const each = (labels: string, counter: string, selector = ""): Queries => ({
  [labels
    .split(", ")
    .map((label) => `{{${label}}}`)
    .join(" ")]: `sum by (${labels}) (${rate(counter, selector)})`,
});

/** A percentile of a histogram, in seconds. */
export function quantile(
  share: number,
  histogram: string,
  options: { labels?: string; by?: string } = {},
): string {
  const by = options.by === undefined ? "le" : `le, ${options.by}`;
  return `histogram_quantile(${share}, sum by (${by}) (${rate(`${histogram}_bucket`, options.labels)}))`;
}

export const percentiles = (histogram: string, labels = ""): Queries => ({
  p50: quantile(0.5, histogram, { labels }),
  p95: quantile(0.95, histogram, { labels }),
  p99: quantile(0.99, histogram, { labels }),
});
