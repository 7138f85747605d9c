import { readServiceRegistries } from "../../../services/standalone/tools/service-registries.ts";
import { dashboards } from "../src/dashboards/dashboard-files.ts";
import { burnRateGroup } from "../src/rules/burn-rate-rules.ts";
import { causeGroups } from "../src/rules/cause-alerts.ts";
import { objectives } from "../src/rules/slo-table.ts";
import { trueTime } from "../src/rules/time-scale.ts";
import { filledIn, metricsIn } from "./promql.ts";

/** Metrics of Prometheus itself and of KEDA. */
const foreign = ["up", "ALERTS", "keda_scaler_detail_errors_total"];
const variables = { __rate_interval: "1m", bank: "cbe", route: "/api/verify" };

const groups = [
  ...objectives.map((objective) => burnRateGroup(objective, trueTime)),
  ...causeGroups(trueTime),
];
const rules = groups.flatMap((group) => group.rules);
const recorded = rules.flatMap((rule) => ("record" in rule ? [rule.record] : []));
const panels = dashboards.flatMap(({ id, rows }) =>
  rows.flatMap((row) => row.panels.map((panel) => ({ id, panel }))),
);

let known: ReadonlySet<string>;
beforeAll(async () => {
  const registered = await readServiceRegistries();
  known = new Set([
    ...foreign,
    ...recorded,
    ...registered.flatMap(({ name, type }) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  ]);
});

const unknownIn = (query: string) => metricsIn(filledIn(query, variables)).filter((name) => !known.has(name));

/** An alert on a metric that does not exist never fires, and its panel stays empty. */
describe("every queried metric belongs to a service", () => {
  it("in the rules", () => {
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it("in the dashboards", () => {
    const unknown = panels.flatMap(({ id, panel }) =>
      panel.queries.flatMap(({ expr }) => unknownIn(expr).map((name) => `${id}: ${name}`)),
    );
    expect(unknown).toEqual([]);
  });

  it("and an invented name is detected", () => {
    expect(unknownIn("rate(invented_total[1m])")).toEqual(["invented_total"]);
    expect(() => metricsIn("rate(invented_total[1m]")).toThrow("not PromQL");
  });
});

describe("panels", () => {
  it("have a description and a unit", () => {
    const mute = panels.filter(({ panel }) => panel.description.length < 10 || panel.unit === "");
    expect(mute).toEqual([]);
  });

  it("have unique titles within their dashboard", () => {
    for (const { id } of dashboards) {
      const titles = panels.filter((each) => each.id === id).map(({ panel }) => panel.title);
      expect({ id, titles: titles.length }).toEqual({ id, titles: new Set(titles).size });
    }
  });
});
