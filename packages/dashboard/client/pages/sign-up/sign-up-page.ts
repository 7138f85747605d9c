import { html, type TemplateResult } from "lit-html";
import { definePage, type ViewContext } from "../../app/page.ts";
import { addressOfPage, pathAfterSignIn } from "../../app/routes.ts";
import { field } from "../../elements/field.ts";
import {
  type FormState,
  type FormValues,
  formFault,
  idleForm,
  submitButton,
  submitForm,
} from "../../elements/form.ts";
import { signUpTexts } from "./sign-up-texts.ts";

interface State {
  readonly form: FormState;
}

type Context = ViewContext<(typeof signUpTexts)["en"], undefined, State>;

export const signUpPage = definePage({
  name: "sign-up",
  path: "/sign-up",
  access: "anyone",
  texts: signUpTexts,
  start: (): State => ({ form: idleForm }),
  load: async () => undefined,
  view: (context) => {
    const { app, texts, state, query, change } = context;
    const { form } = state;
    const { shared } = app;
    const submit = (event: SubmitEvent) =>
      submitForm(event, {
        set: (next) => change({ form: next }),
        send: (values) => signUp(context, values),
      });
    const search = query.toString();
    return html`<form class="card" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
        ${noticeOf(context)}
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
        ${submitButton(texts.submit, form)}
      </form>
      <p class="below">
        ${texts.haveAccount}
        <a href=${addressOfPage(search === "" ? "/sign-in" : `/sign-in?${search}`)}>${texts.signIn}</a>
      </p>`;
  },
});

const shownFields = ["name", "businessName", "email", "password", "invitation"];

function noticeOf({ app, texts, state }: Context): TemplateResult | ReturnType<typeof formFault> {
  const said = { permission_denied: texts.refused, unauthenticated: texts.notSignedIn };
  const code = state.form.fault?.code;
  if (code !== "permission_denied" && code !== "unauthenticated")
    return formFault(state.form, app.shared, shownFields);
  return html`<div class="notice bad" role="alert" tabindex="-1"><p><strong>${said[code]}</strong></p></div>`;
}

/** Registers and signs in with what was just chosen; an email that had an account is found out here and not before. */
async function signUp({ app, query }: Context, values: FormValues): Promise<void> {
  const [email, password] = [values.text("email"), values.text("password")];
  const [businessName, invitation] = [values.optional("businessName"), values.optional("invitation")];
  await app.api.post("/api/auth/register", {
    email,
    password,
    name: values.text("name"),
    ...(businessName === undefined ? {} : { businessName }),
    ...(invitation === undefined ? {} : { invitation }),
  });
  const { data } = await app.api.post("/api/auth/login", { email, password });
  app.setSession(data);
  app.go(pathAfterSignIn(query), { replace: true });
}
