import type { RegisteredMetric } from "./service-registries.ts";

/** Below `deploy`: every metric of every service, as they register them. */
export const metricsPage = "deploy/metrics.md";

export function metricsPageText(registered: readonly RegisteredMetric[]): string {
  const own = registered.filter(({ name }) => !isOfNode(name));
  const ofNode = registered.filter(({ name }) => isOfNode(name));
  return [
    "<!-- Written by `npm run docs`. -->",
    "# Metrics",
    "",
    "What each process serves at `/metrics` (METRICS_PORT). No label holds anything that a caller sent: no account, key, reference,",
    "host or id. `verifier` is one process for each bank; its series have the bank's code. `relay` is `host:port` of the operator's setting.",
    "",
    tableOf(own),
    "",
    "## Of the process",
    "",
    "Node's own, by prom-client, in every service.",
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
    "| metric | kind | labels | of | what |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}
