import { html, type TemplateResult } from "lit-html";
import { definePage, type ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { field } from "../../elements/field.ts";
import {
  badNotice,
  cardForm,
  type FormState,
  type FormValues,
  formFault,
  idleForm,
  submitButton,
} from "../../elements/form.ts";
import { mailedNotice } from "../../elements/mailed-notice.ts";
import { isolated } from "../../format/isolated.ts";
import { signUpTexts } from "./sign-up-texts.ts";

interface State {
  readonly form: FormState;
  /** The address that the link was mailed to. */
  readonly sentTo: string;
}

type Context = ViewContext<(typeof signUpTexts)["en"], undefined, State>;

export const signUpPage = definePage({
  name: "sign-up",
  path: "/sign-up",
  access: "anyone",
  texts: signUpTexts,
  start: (): State => ({ form: idleForm, sentTo: "" }),
  load: async () => undefined,
  view: (context) => {
    const { app, texts, state, query, change } = context;
    const { form } = state;
    const { shared } = app;
    const send = (values: FormValues) => signUp(context, values);
    const search = query.toString();
    const signIn = html`<p class="below">
      ${texts.haveAccount}
      <a href=${addressOfPage(search === "" ? "/sign-in" : `/sign-in?${search}`)}>${texts.signIn}</a>
    </p>`;
    if (state.sentTo !== "")
      return html`${mailedNotice(texts.sent(isolated(state.sentTo)), texts.sentTodo)} ${signIn}`;
    return html`${cardForm(
      { form, change, send },
      html`${noticeOf(context)}
        ${field({ name: "name", label: texts.name, autocomplete: "name", shared, form })}
        ${field({
          name: "businessName",
          label: texts.businessName,
          autocomplete: "organization",
          isOptional: true,
          shared,
          form,
        })}
        ${field({ name: "email", label: texts.email, type: "email", autocomplete: "username", shared, form })}
        ${field({
          name: "password",
          label: texts.password,
          hint: texts.passwordHint,
          type: "password",
          autocomplete: "new-password",
          shared,
          form,
        })}
        ${field({
          name: "invitation",
          label: texts.invitation,
          hint: texts.invitationHint,
          value: query.get("invitation") ?? "",
          isOptional: true,
          shared,
          form,
        })}
        ${submitButton(texts.submit, form)}`,
    )}
      ${signIn}`;
  },
});

const shownFields = ["name", "businessName", "email", "password", "invitation"];

function noticeOf({ app, texts, state }: Context): TemplateResult | ReturnType<typeof formFault> {
  if (state.form.fault?.code !== "permission_denied") return formFault(state.form, app.shared, shownFields);
  return badNotice(texts.refused);
}

/** The account comes with the link that is mailed; whether the email has one already is said there and not here. */
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
