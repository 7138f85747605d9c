import type { DataAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import type { Branch } from "../../places/branches.ts";
import type { tillsTexts } from "./tills-texts.ts";

export type Till = DataAt<"get", "/api/tills">[number];
export type CreatedTill = DataAt<"post", "/api/tills">;

export interface Loaded {
  readonly tills: readonly Till[];
  readonly branches: readonly Branch[];
}

export interface State {
  readonly form: FormState;
  readonly dialog:
    | { readonly kind: "create" }
    /** Held only here; closing the dialog drops the code. */
    | { readonly kind: "code"; readonly created: CreatedTill; readonly picture: string }
    | { readonly kind: "rename" | "revoke"; readonly till: Till }
    | undefined;
}

export type TillsContext = ViewContext<typeof tillsTexts, Loaded, State>;
