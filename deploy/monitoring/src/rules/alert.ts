import type { TimeScale } from "./time-scale.ts";

/** `page` needs action at once, `ticket` in working hours. */
export type Severity = "page" | "ticket" | "none";
export type AlertedService = "gateway" | "verifier" | "webhook-dispatcher" | "platform";

export interface CauseAlert {
  readonly name: string;
  readonly severity: Severity;
  readonly service: AlertedService;
  readonly expr: (time: TimeScale) => string;
  /** Minimum duration of the condition, in seconds. */
  readonly forSeconds: number;
  readonly keepFiringSeconds?: number;
  readonly summary: string;
  readonly description: string;
  readonly proof: AlertProof;
}

/** Input of `promtool test rules`: series by the minute in its notation, and the expected alerts. */
export interface AlertProof {
  readonly atSeconds: number;
  readonly firing: Series;
  /** Further labels of the alert, one set for each that fires; default: one alert without any. */
  readonly labels?: readonly Readonly<Record<string, string>>[];
  /** Just below the threshold, or with a cause that another alert covers. */
  readonly silent: readonly (readonly [what: string, series: Series])[];
}

export type Series = Readonly<Record<string, string>>;

/** Fills `{{ $labels.bank }}` and the like in a text. */
export function withLabels(text: string, labels: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_whole, name: string) => labels[name] ?? "");
}
