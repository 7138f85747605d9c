import type { DataAt, ResponseAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { reconciliationTexts } from "./reconciliation-texts.ts";

export type Result = DataAt<"get", "/api/reconciliations/{id}">;
export type LineClass = keyof NonNullable<Result["sums"]>;

export interface Loaded {
  readonly result: Result;
  readonly shown: LineClass;
  readonly lines: ResponseAt<"get", "/api/reconciliations/{id}/lines">;
}

export type ReconciliationContext = ViewContext<typeof reconciliationTexts, Loaded | undefined, object>;
