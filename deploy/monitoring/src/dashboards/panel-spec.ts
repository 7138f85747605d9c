/** Content of a dashboard, independent of Grafana's JSON. */
export interface DashboardSpec {
  /** File name and uid. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly variables: readonly VariableSpec[];
  readonly rows: readonly RowSpec[];
}

export interface VariableSpec {
  readonly name: string;
  readonly label: string;
  /** `label_values(…)`. */
  readonly query: string;
  readonly multi: boolean;
}

export interface RowSpec {
  readonly title: string;
  readonly panels: readonly PanelSpec[];
}

export interface PanelSpec {
  readonly kind: "lines" | "stacked" | "number";
  readonly title: string;
  /** Meaning of the values, and how to act on them. */
  readonly description: string;
  /** One of Grafana's units: `s`, `reqps`, `percentunit`, `short`, … */
  readonly unit: string;
  /** In 24ths of the dashboard. */
  readonly width: number;
  readonly queries: readonly QuerySpec[];
  readonly min?: number;
  readonly max?: number;
  /** Thresholds for a warning and for a bad value. Higher is worse unless `lowIsBad`. */
  readonly limits?: { readonly warn: number; readonly bad: number; readonly lowIsBad?: boolean };
  /** Texts shown in place of these numbers. */
  readonly words?: Readonly<Record<string, { readonly text: string; readonly color: string }>>;
}

export interface QuerySpec {
  readonly legend: string;
  readonly expr: string;
}

type Fixed = Pick<PanelSpec, "kind" | "width" | "unit">;
type Bounds = Pick<PanelSpec, "min" | "max" | "limits" | "words">;
/** Legends to expressions. */
export type Queries = Readonly<Record<string, string>>;

const panel =
  (fixed: Fixed & Bounds) =>
  (title: string, description: string, queries: Queries, bounds: Bounds = {}): PanelSpec => ({
    ...fixed,
    ...bounds,
    title,
    description,
    queries: Object.entries(queries).map(([legend, expr]) => ({ legend, expr })),
  });

export const lines = (unit: string, bounds: Bounds = {}, width = 8) =>
  panel({ kind: "lines", unit, width, ...bounds });
const fromZero = { min: 0 };
export const counts = lines("short", fromZero);
export const wideCounts = lines("short", fromZero, 12);
export const rates = lines("reqps", fromZero);
export const wideRates = lines("reqps", fromZero, 12);
export const shares = lines("percentunit", { min: 0, max: 1 });
export const seconds = lines("s");
export const stacked = panel({ kind: "stacked", unit: "reqps", width: 8 });
export const stackedCounts = panel({ kind: "stacked", unit: "short", width: 8 });
export const number = panel({ kind: "number", unit: "short", width: 4 });
export const numberOfSeconds = panel({ kind: "number", unit: "s", width: 4 });
export const numberAsShare = panel({ kind: "number", unit: "percentunit", width: 4 });
