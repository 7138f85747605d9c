import type { ResponseAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import type { Branch } from "../../places/branches.ts";
import type { bankAccountsTexts } from "./bank-accounts-texts.ts";

export type SavedAccount = ResponseAt<"get", "/api/bank-accounts">["data"][number];

export interface Loaded {
  readonly accounts: ResponseAt<"get", "/api/bank-accounts">;
  readonly hasBusiness: boolean;
  readonly branches: readonly Branch[];
}

export interface State {
  readonly form: FormState;
  readonly dialog:
    | { readonly kind: "save"; readonly account: SavedAccount | undefined; readonly bank: string }
    | { readonly kind: "remove"; readonly account: SavedAccount }
    | undefined;
}

export type AccountsContext = ViewContext<typeof bankAccountsTexts, Loaded, State>;
