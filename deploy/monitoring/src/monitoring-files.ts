import { dashboardFiles } from "./dashboards/dashboard-files.ts";
import { alertmanagerConfig, prometheusConfig } from "./prometheus-config.ts";
import { ruleFiles } from "./rules/rule-files.ts";
import { trueTime } from "./rules/time-scale.ts";

/** All generated files in the repository, by path below `deploy`. */
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

/** Folders that hold only generated files. */
export const generatedFolders = ["helm/receipts/files/rules", "helm/receipts/files/dashboards"];
