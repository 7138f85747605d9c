import type { ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import type { Branch } from "../../places/branches.ts";
import type { branchesTexts } from "./branches-texts.ts";

export interface State {
  readonly form: FormState;
  readonly dialog:
    | { readonly kind: "name"; readonly branch: Branch | undefined }
    | { readonly kind: "archive"; readonly branch: Branch }
    | undefined;
}

export type BranchesContext = ViewContext<typeof branchesTexts, readonly Branch[], State>;
