import type { TimeScale } from "./time-scale.ts";

/** `page` wakes somebody, `ticket` waits for the morning. */
export type Severity = "page" | "ticket" | "none";
export type AlertedService = "gateway" | "verifier" | "webhook-dispatcher" | "platform";

export interface CauseAlert {
  readonly name: string;
  readonly severity: Severity;
  readonly service: AlertedService;
  readonly expr: (time: TimeScale) => string;
  /** How long it must hold, in seconds. */
  readonly forSeconds: number;
  readonly keepFiringSeconds?: number;
  readonly summary: string;
  readonly description: string;
  readonly proof: AlertProof;
}

/** What `promtool test rules` is shown: series by the minute in its notation, and what must come of them. */
export interface AlertProof {
  readonly atSeconds: number;
  readonly firing: Series;
  /** Labels of the alert beyond its own, one set for each that fires; one that has none unless given. */
  readonly labels?: readonly Readonly<Record<string, string>>[];
  /** Just below, or with a cause that another alert tells of. */
  readonly silent: readonly (readonly [what: string, series: Series])[];
}

export type Series = Readonly<Record<string, string>>;

/** Of what is said to people, where the labels stand in for `{{ $labels.bank }}`. */
export function withLabels(text: string, labels: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_whole, name: string) => labels[name] ?? "");
}
