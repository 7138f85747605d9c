import type { RegisteredMetric } from "./service-registries.ts";

/** The page below `deploy` that lists every metric of every service, as registered. */
export const metricsPage = "deploy/metrics.md";

export function metricsPageText(registered: readonly RegisteredMetric[]): string {
  const own = registered.filter(({ name }) => !isOfNode(name));
  const ofNode = registered.filter(({ name }) => isOfNode(name));
  return [
    "<!-- Written by `npm run docs`. -->",
    "# Metrics",
    "",
    "Each process serves these at `/metrics` (METRICS_PORT). No label contains anything that a caller sent: no account, key, reference,",
    "host or id. `verifier` is one process per bank; its series have the bank's code. `relay` is `host:port` from the operator's setting.",
    "",
    tableOf(own),
    "",
    "## Process metrics",
    "",
    "Node.js's own, from prom-client, in every service.",
    "",
    tableOf(ofNode),
    "",
  ].join("\n");
}

const isOfNode = (name: string) => /^(?:process|nodejs)_/.test(name);

function tableOf(metrics: readonly RegisteredMetric[]): string {
  const rows = metrics
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"))
    .map(({ name, type, labels, services, help }) =>
      [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(", "), services.join(", "), help]
        .map((cell) => cell.replaceAll("|", "\\|"))
        .join(" | "),
    );
  return [
    "| metric | type | labels | services | meaning |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}
