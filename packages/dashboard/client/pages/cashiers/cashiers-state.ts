import type { DataAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import type { Branch } from "../../places/branches.ts";
import type { cashiersTexts } from "./cashiers-texts.ts";

export type Cashier = DataAt<"get", "/api/cashiers">[number];

export interface Loaded {
  readonly cashiers: readonly Cashier[];
  readonly branches: readonly Branch[];
}

export interface State {
  readonly form: FormState;
  readonly dialog:
    | { readonly kind: "add" }
    | { readonly kind: "edit" | "pin" | "remove"; readonly cashier: Cashier }
    | undefined;
}

export type CashiersContext = ViewContext<typeof cashiersTexts, Loaded, State>;
