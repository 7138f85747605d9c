import { html } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import { definePage } from "../../app/page.ts";
import { addressOfPage, pathAfterSignIn } from "../../app/routes.ts";
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
import { signInTexts } from "./sign-in-texts.ts";

interface State {
  readonly form: FormState;
}

export const signInPage = definePage({
  name: "sign-in",
  path: "/sign-in",
  access: "anyone",
  texts: signInTexts,
  start: (): State => ({ form: idleForm }),
  load: async () => undefined,
  view: ({ app, texts, state, query, change }) => {
    const { form } = state;
    const { shared } = app;
    const send = async (values: FormValues) => {
      const body = { email: values.text("email"), password: values.text("password") };
      const { data } = await app.api.post("/api/auth/login", body);
      app.setSession(data);
      app.go(pathAfterSignIn(query), { replace: true });
    };
    const isRefused = isWrong(form.fault);
    return html`${cardForm(
      { form, change, send },
      html`${isRefused ? badNotice(texts.wrong) : formFault(form, shared, ["email", "password"])}
        ${field({ name: "email", label: texts.email, type: "email", autocomplete: "username", shared, form })}
        ${field({
          name: "password",
          label: texts.password,
          type: "password",
          autocomplete: "current-password",
          shared,
          form,
        })}
        ${submitButton(texts.submit, form)}`,
    )}
      <p class="below"><a href=${addressOfPage("/forgot")}>${texts.forgotten}</a></p>
      <p class="below">
        ${texts.noAccount} <a href=${addressOfPage(signUpPath(query))}>${texts.signUp}</a>
      </p>`;
  },
});

function isWrong(error: unknown): boolean {
  return error instanceof ApiFault && error.code === "unauthenticated";
}

function signUpPath(query: URLSearchParams): string {
  const text = query.toString();
  return text === "" ? "/sign-up" : `/sign-up?${text}`;
}
