import type { DataAt, ResponseAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { Filtered } from "../../elements/filtered-list.ts";
import type { FormState } from "../../elements/form.ts";
import type { paymentsTexts } from "./payments-texts.ts";

export interface Loaded {
  readonly list: Filtered<ResponseAt<"get", "/api/payments">>;
  readonly choices: DataAt<"get", "/api/payments/filters">;
  readonly views: DataAt<"get", "/api/payment-views">;
}

export interface State {
  readonly form: FormState;
  /** The name of a view is being asked for. */
  readonly isNaming: boolean;
}

export type PaymentsContext = ViewContext<typeof paymentsTexts, Loaded, State>;
