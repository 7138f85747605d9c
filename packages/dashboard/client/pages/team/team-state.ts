import type { DataAt, ResponseAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { FormState } from "../../elements/form.ts";
import type { teamTexts } from "./team-texts.ts";

export type Member = ResponseAt<"get", "/api/members">["data"][number];
export type Invitation = ResponseAt<"get", "/api/invitations">["data"][number];

export interface Loaded {
  readonly members: ResponseAt<"get", "/api/members">;
  readonly invitations: readonly Invitation[];
  readonly profile: DataAt<"get", "/api/profile">;
}

export interface State {
  readonly form: FormState;
  readonly dialog:
    | { readonly kind: "invite" }
    | { readonly kind: "change" | "remove"; readonly member: Member }
    | { readonly kind: "link"; readonly link: string }
    | undefined;
  /** The access that ends with the membership of the person in the dialog. */
  readonly access: DataAt<"get", "/api/members/{id}/access"> | undefined;
}

export type TeamContext = ViewContext<typeof teamTexts, Loaded, State>;
