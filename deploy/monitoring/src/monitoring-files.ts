import { dashboardFiles } from "./dashboards/dashboard-files.ts";
import { alertmanagerConfig, prometheusConfig } from "./prometheus-config.ts";
import { ruleFiles } from "./rules/rule-files.ts";
import { trueTime } from "./rules/time-scale.ts";

/** Everything that is generated and kept, by its path below `deploy`. */
export function monitoringFiles(): ReadonlyMap<string, string> {
  const below = (folder: string, files: Readonly<Record<string, string>>) =>
    Object.entries(files).map(([name, text]): [string, string] => [`${folder}/${name}`, text]);
  return new Map([
    ["prometheus/prometheus.yml", prometheusConfig()],
    ["prometheus/alertmanager.yml", alertmanagerConfig()],
    // Helm reads no file outside its chart; Docker Compose mounts them from there.
    ...below("helm/receipts/files/rules", ruleFiles(trueTime)),
    ...below("helm/receipts/files/dashboards", dashboardFiles()),
  ]);
}

/** Folders in which nothing else may be. */
export const generatedFolders = ["helm/receipts/files/rules", "helm/receipts/files/dashboards"];
