import { StackingConfigBuilder, StackingMode } from "@grafana/grafana-foundation-sdk/common";
import {
  type Dashboard,
  DashboardBuilder,
  DatasourceVariableBuilder,
  MappingType,
  QueryVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  VariableRefresh,
  VariableSort,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { DataqueryBuilder } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder as StatBuilder } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as TimeseriesBuilder } from "@grafana/grafana-foundation-sdk/timeseries";
import type { DashboardSpec, PanelSpec, VariableSpec } from "./panel-spec.ts";

const datasource = { type: "prometheus", uid: "$datasource" };

export function grafanaDashboard(spec: DashboardSpec): Dashboard {
  const dashboard = new DashboardBuilder(spec.title)
    .uid(spec.id)
    .description(spec.description)
    .tags(["receipts"])
    .editable()
    .refresh("30s")
    .time({ from: "now-3h", to: "now" })
    .timezone("browser")
    .withVariable(new DatasourceVariableBuilder("datasource").label("Data source").type("prometheus"));
  for (const variable of spec.variables) dashboard.withVariable(variableOf(variable));
  for (const row of spec.rows) {
    dashboard.withRow(new RowBuilder(row.title));
    for (const panel of row.panels) dashboard.withPanel(panelOf(panel));
  }
  return dashboard.build();
}

function variableOf({ name, label, query, multi }: VariableSpec): QueryVariableBuilder {
  const variable = new QueryVariableBuilder(name)
    .label(label)
    .datasource(datasource)
    .query(query)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .sort(VariableSort.AlphabeticalAsc)
    .multi(multi);
  return multi
    ? variable.includeAll(true).current({ selected: true, text: "All", value: "$__all" })
    : variable;
}

function panelOf(spec: PanelSpec): StatBuilder | TimeseriesBuilder {
  const panel = spec.kind === "number" ? new StatBuilder() : linesOf(spec);
  panel
    .title(spec.title)
    .description(spec.description)
    .datasource(datasource)
    .unit(spec.unit)
    .span(spec.width)
    .height(spec.kind === "number" ? 4 : 8);
  if (spec.min !== undefined) panel.min(spec.min);
  if (spec.max !== undefined) panel.max(spec.max);
  if (spec.limits !== undefined) panel.thresholds(thresholdsOf(spec.limits));
  if (spec.words !== undefined)
    panel.mappings([{ type: MappingType.ValueToText, options: { ...spec.words } }]);
  for (const [index, { legend, expr }] of spec.queries.entries()) {
    const refId = String.fromCharCode("A".charCodeAt(0) + index);
    panel.withTarget(
      new DataqueryBuilder().refId(refId).expr(expr).legendFormat(legend).datasource(datasource),
    );
  }
  return panel;
}

function linesOf({ kind }: PanelSpec): TimeseriesBuilder {
  const panel = new TimeseriesBuilder().lineWidth(1).fillOpacity(kind === "stacked" ? 30 : 5);
  return kind === "stacked" ? panel.stacking(new StackingConfigBuilder().mode(StackingMode.Normal)) : panel;
}

function thresholdsOf({ warn, bad, lowIsBad = false }: NonNullable<PanelSpec["limits"]>) {
  const steps = lowIsBad
    ? [
        { color: "red", value: null },
        { color: "orange", value: bad },
        { color: "green", value: warn },
      ]
    : [
        { color: "green", value: null },
        { color: "orange", value: warn },
        { color: "red", value: bad },
      ];
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps);
}
