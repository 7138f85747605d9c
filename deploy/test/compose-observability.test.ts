import { existsSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { compose, environmentOf, ownServices } from "./compose-services.ts";
import { programs } from "./known-settings.ts";
import { readText, root } from "./repository.ts";

interface PrometheusConfig {
  readonly rule_files: readonly string[];
  readonly alerting: {
    readonly alertmanagers: readonly { readonly static_configs: readonly { readonly targets: string[] }[] }[];
  };
  readonly scrape_configs: readonly {
    readonly dns_sd_configs?: readonly { readonly names: readonly string[]; readonly port: number }[];
  }[];
}

const mountOf = (service: string, from: string): string | undefined =>
  compose.services[service]?.volumes?.find((volume) => volume.startsWith(`./${from}:`))?.split(":")[1];

describe("docker-compose.yml: the observability profile", () => {
  const prometheus: PrometheusConfig = parse(readText("deploy/prometheus/prometheus.yml"));
  const scraped = prometheus.scrape_configs.flatMap(({ dns_sd_configs = [] }) =>
    dns_sd_configs.flatMap(({ names, port }) => names.map((name) => ({ name, port: String(port) }))),
  );

  it("scrapes every container of ours with metrics, at its port", () => {
    const measured = ownServices.filter(({ program }) => "METRICS_PORT" in (programs[program]?.shape ?? {}));
    const expected = measured.map((own) => ({ name: own.name, port: environmentOf(own)["METRICS_PORT"] }));
    const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);
    expect([...scraped].sort(byName)).toEqual(expected.sort(byName));
  });

  it("lets Prometheus reach them, and Grafana reach Prometheus", () => {
    for (const name of [...scraped.map((target) => target.name), "prometheus", "grafana"])
      expect(compose.services[name]?.networks).toContain("metrics");
    const [source]: { url: string }[] = parse(
      readText("deploy/grafana/provisioning/datasources/prometheus.yml"),
    ).datasources;
    expect(source?.url).toBe("http://prometheus:9090");
  });

  it("sends alerts to an Alertmanager, whose file the operator may replace", () => {
    const [target] = prometheus.alerting.alertmanagers.flatMap(({ static_configs }) =>
      static_configs.flatMap(({ targets }) => targets),
    );
    const { command, networks } = compose.services["alertmanager"] ?? {};
    expect([target, networks]).toEqual(["alertmanager:9093", ["metrics"]]);
    const file = mountOf("alertmanager", "deploy/prometheus/alertmanager.yml");
    expect(command).toContain(`--config.file=${file}`);
    expect(readText("docker-compose.yml")).toContain("${ALERTMANAGER_CONFIG:-");
  });

  it("mounts rules and dashboards in the expected folders", () => {
    const rules = mountOf("prometheus", "deploy/helm/receipts/files/rules");
    expect(prometheus.rule_files).toEqual([`${rules}/*.yml`]);
    expect(compose.services["prometheus"]?.command).toContain(
      `--config.file=${mountOf("prometheus", "deploy/prometheus/prometheus.yml")}`,
    );
    const [provider]: { options: { path: string } }[] = parse(
      readText("deploy/grafana/provisioning/dashboards/receipts.yml"),
    ).providers;
    expect(mountOf("grafana", "deploy/helm/receipts/files/dashboards")).toBe(provider?.options.path);
    expect(existsSync(path.join(root, "deploy/helm/receipts/files/dashboards"))).toBe(true);
  });
});
