import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { stringify } from "yaml";
import { ruleFiles } from "../src/rules/rule-files.ts";
import { scaledTime } from "../src/rules/time-scale.ts";
import { startFieldServer } from "./field-server.ts";
import { commandsOf } from "./runbook.ts";

/** A minute of the rules is a second of the test, or more on a busy machine. */
const TIME_SCALE = 1 / Number(process.env["MONITORING_SPEED"] ?? 60);

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A real Prometheus that scrapes real processes. */
export interface PrometheusProcess {
  readonly url: string;
  query(expr: string): Promise<readonly Sample[]>;
  /** The label sets of the alerts that fire now. */
  firing(alert: string): Promise<readonly Readonly<Record<string, string>>[]>;
  /** Runs the first query of an alert's runbook and returns its output. */
  runFirstQuery(alert: string, env: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

export interface PrometheusOptions {
  readonly folder: string;
  readonly port: number;
  /** Local ports by job. */
  readonly jobs: Readonly<Record<string, readonly number[]>>;
}

export async function startPrometheus(options: PrometheusOptions): Promise<PrometheusProcess> {
  const { folder, port } = options;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, "rules"), { recursive: true });
  for (const [name, text] of Object.entries(ruleFiles(scaledTime(TIME_SCALE))))
    writeFileSync(path.join(folder, "rules", name), text);
  const config = path.join(folder, "prometheus.yml");
  writeFileSync(config, stringify(configOf(options)));
  const url = `http://127.0.0.1:${port}`;
  const stop = await startFieldServer("prometheus", url, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${path.join(folder, "data")}`,
  ]);

  async function request<T>(pathAndQuery: string): Promise<T> {
    const response = await fetch(`${url}/api/v1/${pathAndQuery}`);
    const { status, data, error } = (await response.json()) as { status: string; data: T; error?: string };
    if (status !== "success") throw new Error(`${error} in ${decodeURIComponent(pathAndQuery)}`);
    return data;
  }

  return {
    url,
    query: async (expr) => {
      const { result } = await request<{
        result: { metric: Record<string, string>; value: [number, string] }[];
      }>(`query?query=${encodeURIComponent(expr)}`);
      return result.map(({ metric, value: [, text] }) => ({ metric, value: Number(text) }));
    },
    firing: async (alert) => {
      const { alerts } = await request<{ alerts: { state: string; labels: Record<string, string> }[] }>(
        "alerts",
      );
      return alerts
        .filter(({ state, labels }) => state === "firing" && labels["alertname"] === alert)
        .map(({ labels }) => labels);
    },
    runFirstQuery: async (alert, env) => {
      const [commands = ""] = commandsOf(alert);
      const ran = await promisify(execFile)("bash", ["-euc", commands], {
        env: { PATH: process.env["PATH"] ?? "", PROMETHEUS_URL: url, ...env },
      });
      return ran.stdout;
    },
    stop,
  };
}

function configOf({ folder, jobs }: PrometheusOptions): object {
  return {
    global: { scrape_interval: "2s", scrape_timeout: "2s", evaluation_interval: "1s" },
    rule_files: [path.join(folder, "rules/*.yml")],
    scrape_configs: Object.entries(jobs).map(([job, ports]) => ({
      job_name: job,
      static_configs: [{ targets: ports.map((each) => `127.0.0.1:${each}`) }],
    })),
  };
}
