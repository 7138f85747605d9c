import { stringify } from "yaml";
import type { CauseAlert, Series } from "./alert.ts";
import { burnAnnotations, burnLabels, thresholdOf } from "./burn-rate-rules.ts";
import { annotationsOf, causeAlerts } from "./cause-alerts.ts";
import { burnWindows, type Objective, objectives } from "./slo-table.ts";
import { hours, minutes, spell } from "./time-scale.ts";

/** Tests of the rules at their true windows, for `promtool test rules`; `rules` is their folder. */
export function ruleTestFiles(rules: string): Readonly<Record<string, string>> {
  const causes = Object.values(causeAlerts).flat().flatMap(causeTests);
  return {
    "causes_test.yml": testFile(`${rules}/causes.yml`, "1m", causes),
    // Windows of days over four hours: with a sample each minute the evaluation would take minutes.
    "objectives_test.yml": testFile(`${rules}/objectives.yml`, "5m", objectives.flatMap(burnTests)),
  };
}

interface ExpectedAlert {
  readonly exp_labels: Readonly<Record<string, string>>;
  readonly exp_annotations: Readonly<Record<string, string>>;
}

function testFile(rules: string, every: string, tests: readonly object[]): string {
  const file = { rule_files: [rules], evaluation_interval: every, tests };
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}

function ruleTest(options: {
  readonly name: string;
  readonly series: Series;
  readonly atSeconds: number;
  readonly alert: string;
  readonly expected: readonly ExpectedAlert[];
}): object {
  return {
    name: options.name,
    interval: "1m",
    input_series: Object.entries(options.series).map(([series, values]) => ({ series, values })),
    alert_rule_test: [
      { eval_time: spell(options.atSeconds), alertname: options.alert, exp_alerts: options.expected },
    ],
  };
}

function causeTests(alert: CauseAlert): object[] {
  const { name, proof, severity, service } = alert;
  const { atSeconds, labels: expected = [{}] } = proof;
  const fires = expected.map((labels) => ({
    exp_labels: { severity, service, ...labels },
    exp_annotations: annotationsOf(alert, labels),
  }));
  return [
    ruleTest({ name: `${name} fires`, series: proof.firing, atSeconds, alert: name, expected: fires }),
    ...proof.silent.map(([what, series]) =>
      ruleTest({ name: `${name} does not fire: ${what}`, series, atSeconds, alert: name, expected: [] }),
    ),
  ];
}

/** Large, so that a bad share of a few in ten thousand is a whole number of events. */
const EACH_MINUTE = 1_000_000;
/** After the longest `for`. */
const AT = hours(4);

/** Constant shares of bad events, just above and just below each threshold, fire exactly the rows that they exceed. */
function burnTests(objective: Objective): object[] {
  const alert = objective.alert;
  const long = AT / 60 + 5;
  const nearThresholds = burnWindows.flatMap((window) =>
    [1.02, 0.98].map((factor) => {
      const ratio = thresholdOf(objective, window) * factor;
      const side = factor > 1 ? "above" : "below";
      return ruleTest({
        name: `${alert}: a share just ${side} the threshold of ${spell(window.long)}`,
        series: objective.series(Math.round(EACH_MINUTE * ratio), EACH_MINUTE, long),
        atSeconds: AT,
        alert,
        expected: expectedBurns(objective, (row) => ratio > thresholdOf(objective, row)),
      });
    }),
  );
  return [
    ...nearThresholds,
    ruleTest({
      name: `${alert}: all events are bad, at almost no traffic`,
      series: objective.series(2, 2, long),
      atSeconds: AT,
      alert,
      expected: [],
    }),
    ruleTest({
      name: `${alert}: not before its hold time`,
      series: objective.series(EACH_MINUTE / 2, EACH_MINUTE, long),
      atSeconds: minutes(5),
      alert,
      expected: [],
    }),
    ruleTest({
      name: `${alert}: ended half an hour ago, so that only the long windows see it`,
      series: endedAt(objective, minutes(210) / 60),
      atSeconds: AT,
      alert,
      expected: expectedBurns(objective, ({ short }) => short > minutes(30)),
    }),
  ];
}

function expectedBurns(
  objective: Objective,
  burns: (window: (typeof burnWindows)[number]) => boolean,
): ExpectedAlert[] {
  return burnWindows.filter(burns).map((window) => ({
    exp_labels: burnLabels(objective, window),
    exp_annotations: burnAnnotations(objective, window),
  }));
}

/** Half of the events are bad until that minute, and none after it. */
function endedAt(objective: Objective, minute: number): Series {
  const whole = objective.series(0, EACH_MINUTE, 250);
  const burning = objective.series(EACH_MINUTE / 2, EACH_MINUTE, minute);
  return Object.fromEntries(
    Object.entries(burning).map(([series, values]) => {
      const each = Number(/\+(\d+)x/.exec(values)?.[1] ?? 0);
      const after = Number(/\+(\d+)x/.exec(whole[series] ?? "")?.[1] ?? 0);
      return [series, `${values} ${each * minute + after}+${after}x40`];
    }),
  );
}
