import { burnWindows, MIN_PER_SECOND, type Objective } from "./slo-table.ts";
import { hours, spell, type TimeScale } from "./time-scale.ts";

export interface RecordingRule {
  readonly record: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface AlertingRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly keep_firing_for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface RuleGroup {
  readonly name: string;
  readonly rules: readonly (RecordingRule | AlertingRule)[];
}

type BurnWindow = (typeof burnWindows)[number];

/** Names contain the true windows, at every time scale. */
const ratioOver = (seconds: number) => `slo:error_ratio:rate${spell(seconds)}`;
const EVENTS = `slo:events:rate${spell(hours(1))}`;

/** Default place of runbooks: this repository. */
export const runbookUrlOf = (alert: string): string => `deploy/runbooks/${alert}.md`;

export function burnRateGroup(objective: Objective, time: TimeScale): RuleGroup {
  const windows = new Set(burnWindows.flatMap(({ long, short }) => [short, long]));
  const labels = { slo: objective.id };
  return {
    name: `slo-${objective.id}`,
    rules: [
      { record: EVENTS, expr: objective.all(time.duration(hours(1))), labels },
      ...[...windows]
        .toSorted((a, b) => a - b)
        .map((window) => {
          const over = time.duration(window);
          return {
            record: ratioOver(window),
            expr: `(${objective.bad(over)}) / ${objective.all(over)}`,
            labels,
          };
        }),
      ...burnWindows.map((window) => burnAlert(objective, window, time)),
    ],
  };
}

export function thresholdOf({ objective }: Objective, { factor }: Pick<BurnWindow, "factor">): number {
  return Number((factor * (1 - objective)).toPrecision(6));
}

export function burnLabels(
  { service, id }: Objective,
  { severity, long }: BurnWindow,
): Record<string, string> {
  return { severity, service, slo: id, long_window: spell(long) };
}

export function burnAnnotations(objective: Objective, window: BurnWindow): Record<string, string> {
  const { alert, promise } = objective;
  return {
    summary: `The error budget of ${objective.id} burns ${window.factor} times too fast`,
    description: `${promise}. At this rate ${window.budget} of the 30-day budget is used up in ${spell(window.long)}.`,
    runbook_url: runbookUrlOf(alert),
  };
}

function burnAlert(objective: Objective, window: BurnWindow, time: TimeScale): AlertingRule {
  const selector = `{slo="${objective.id}"}`;
  const threshold = thresholdOf(objective, window);
  const burns = (seconds: number) => `${ratioOver(seconds)}${selector} > ${threshold}`;
  return {
    alert: objective.alert,
    expr: `${burns(window.long)} and ${burns(window.short)} and ${EVENTS}${selector} > ${MIN_PER_SECOND}`,
    for: time.duration(window.hold),
    labels: burnLabels(objective, window),
    annotations: burnAnnotations(objective, window),
  };
}
