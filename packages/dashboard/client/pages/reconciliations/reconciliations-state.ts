import type { DataAt, ResponseAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import type { reconciliationsTexts } from "./reconciliations-texts.ts";

export type Detail = DataAt<"get", "/api/reconciliations/{id}">;

/** A file that waits for a person to name its columns. */
export interface Unmapped {
  readonly file: File;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly result: Detail;
}

export type Loaded = ResponseAt<"get", "/api/reconciliations">;
export type Item = Loaded["data"][number];

export interface State {
  readonly form: FormState;
  readonly unmapped: Unmapped | undefined;
  readonly removing: Item | undefined;
}

export type ReconciliationsContext = ViewContext<typeof reconciliationsTexts, Loaded, State>;
