import { supportedBankCodes } from "@receipts/contracts";
import { stringify } from "yaml";
import { inhibitions } from "./rules/inhibitions.ts";

/** Port of `/metrics` of services in a separate process (METRICS_PORT). */
const METRICS_PORT = 9_464;

/** For `docker-compose.yml`: every service by its name there; rules and dashboards select by `job`. */
export function prometheusConfig(): string {
  const job = (name: string, hosts: readonly string[]) => ({
    job_name: name,
    // Several containers of a service share one name.
    dns_sd_configs: [{ names: hosts, type: "A", port: METRICS_PORT, refresh_interval: "15s" }],
  });
  const config = {
    global: { scrape_interval: "15s", scrape_timeout: "10s", evaluation_interval: "15s" },
    rule_files: ["/etc/prometheus/rules/*.yml"],
    alerting: { alertmanagers: [{ static_configs: [{ targets: ["alertmanager:9093"] }] }] },
    scrape_configs: [
      job("gateway", ["gateway"]),
      job(
        "verifier",
        supportedBankCodes.map((bank) => `verifier-${bank}`),
      ),
      job("webhook-dispatcher", ["webhook-dispatcher"]),
      { job_name: "prometheus", static_configs: [{ targets: ["localhost:9090"] }] },
    ],
  };
  return `# Written by \`npm run monitoring\`.\n${stringify(config, { lineWidth: 0 })}`;
}

/** An example: the operator decides where pages and tickets go. */
export function alertmanagerConfig(): string {
  const nameOf = (alerts: readonly string[]) => `alertname =~ "${alerts.join("|")}"`;
  const config = {
    route: {
      receiver: "tickets",
      group_by: ["alertname", "service", "bank"],
      group_wait: "30s",
      group_interval: "5m",
      repeat_interval: "12h",
      routes: [
        {
          matchers: ['alertname = "Watchdog"'],
          receiver: "watchdog",
          group_wait: "0s",
          repeat_interval: "5m",
        },
        { matchers: ['severity = "page"'], receiver: "pages", repeat_interval: "1h" },
        { matchers: ['severity = "ticket"'], receiver: "tickets" },
      ],
    },
    inhibit_rules: inhibitions.map(({ source, targets, equal, severities }) => ({
      source_matchers: [nameOf([source]), ...(severities ? [`severity = "${severities.source}"`] : [])],
      target_matchers: [nameOf(targets), ...(severities ? [`severity = "${severities.target}"`] : [])],
      // Two installations in one Prometheus differ by their namespace.
      equal: ["namespace", ...equal],
    })),
    receivers: [{ name: "pages" }, { name: "tickets" }, { name: "watchdog" }],
  };
  return `# Written by \`npm run monitoring\`.\n${stringify(config, { lineWidth: 0 })}`;
}
