import { bankDashboard } from "./bank-dashboard.ts";
import { dispatcherDashboard } from "./dispatcher-dashboard.ts";
import { gatewayDashboard } from "./gateway-dashboard.ts";
import { grafanaDashboard } from "./grafana-dashboard.ts";
import { overviewDashboard } from "./overview-dashboard.ts";
import type { DashboardSpec } from "./panel-spec.ts";
import { verifierDashboard } from "./verifier-dashboard.ts";

export const dashboards: readonly DashboardSpec[] = [
  overviewDashboard,
  gatewayDashboard,
  verifierDashboard,
  bankDashboard,
  dispatcherDashboard,
];

export function dashboardFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    dashboards.map((spec) => [
      `${spec.id}.json`,
      `${JSON.stringify(grafanaDashboard(spec), undefined, 2)}\n`,
    ]),
  );
}
