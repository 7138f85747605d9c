import { html } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { ViewContext } from "../../app/page.ts";
import { addressOfPage, withQuery } from "../../app/routes.ts";
import {
  type FormParts,
  type FormState,
  type FormValues,
  formOf,
  formView,
  idleForm,
} from "../../elements/form.ts";
import { mailedNotice } from "../../elements/mail-notices.ts";
import { isolated } from "../../format/isolated.ts";
import { signUpTexts } from "./sign-up-texts.ts";

interface State {
  readonly form: FormState;
  /** Email address that the link was sent to. */
  readonly sentTo: string;
}

type Context = ViewContext<typeof signUpTexts, undefined, State>;

export const signUpPage = definePage({
  name: "sign-up",
  path: "/sign-up",
  access: "anyone",
  texts: signUpTexts,
  start: (): State => ({ form: idleForm, sentTo: "" }),
  load: async () => undefined,
  view: (context) => {
    const { texts, state, query } = context;
    const settings = {
      ...formOf(context),
      className: "card",
      send: (values: FormValues) => signUp(context, values),
      refused: state.form.fault?.code === "permission_denied" ? texts.refused : undefined,
      body: (parts: FormParts) => fieldsView(context, parts),
    };
    return html`${
      state.sentTo === ""
        ? formView(settings)
        : mailedNotice(texts.sent(isolated(state.sentTo)), texts.sentTodo)
    }
      <p class="below">
        ${texts.haveAccount} <a href=${addressOfPage(withQuery("/sign-in", query))}>${texts.signIn}</a>
      </p>`;
  },
});

function fieldsView({ app, texts, query }: Context, { field, submit }: FormParts) {
  const { shared } = app;
  return html`${field({ name: "name", label: shared.yourName, autocomplete: "name" })}
    ${field({
      name: "businessName",
      label: texts.businessName,
      autocomplete: "organization",
      isOptional: true,
    })}
    ${field({ name: "email", label: shared.email, type: "email", autocomplete: "username" })}
    ${field({
      name: "password",
      label: shared.password,
      hint: shared.newPasswordHint,
      type: "password",
      autocomplete: "new-password",
    })}
    ${field({
      name: "invitation",
      label: texts.invitation,
      hint: texts.invitationHint,
      value: query.get("invitation") ?? "",
      isOptional: true,
    })}
    <p class="hint">${texts.privacy} <a class="link" href="/docs/privacy">${texts.privacyLink}</a></p>
    ${submit(texts.submit)}`;
}

/** The mailed link creates the account. Only the mail says whether the address already has one. */
async function signUp({ app, change }: Context, values: FormValues): Promise<void> {
  const [businessName, invitation] = [values.optional("businessName"), values.optional("invitation")];
  const { data } = await app.api.post("/api/auth/register", {
    email: values.text("email"),
    password: values.text("password"),
    name: values.text("name"),
    ...(businessName === undefined ? {} : { businessName }),
    ...(invitation === undefined ? {} : { invitation }),
  });
  change({ sentTo: data.email });
}
