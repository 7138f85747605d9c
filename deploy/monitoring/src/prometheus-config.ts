import { supportedBankCodes } from "@receipts/contracts";
import { stringify } from "yaml";

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
  const same = (...labels: string[]) => ({ equal: labels });
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
    inhibit_rules: [
      // A page already covers the tickets of the same service.
      {
        source_matchers: ['severity = "page"'],
        target_matchers: ['severity = "ticket"'],
        ...same("service", "bank"),
      },
      // A bank that is down explains its backlog.
      {
        source_matchers: ['alertname = "BankCircuitOpen"'],
        target_matchers: ['alertname =~ "VerifierBacklogAge|VerifierStuck"'],
        ...same("bank"),
      },
      // Without its database a service cannot do its work, which explains the other alerts.
      {
        source_matchers: ['alertname = "DatabaseUnavailable"'],
        target_matchers: ['alertname =~ "OutboxStuck|Verifier.+|Webhook.+|Gateway.+"'],
        ...same(),
      },
    ],
    receivers: [{ name: "pages" }, { name: "tickets" }, { name: "watchdog" }],
  };
  return `# Written by \`npm run monitoring\`.\n${stringify(config, { lineWidth: 0 })}`;
}
