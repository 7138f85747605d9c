import { html, type TemplateResult } from "lit-html";
import { mailedToken } from "../../app/mailed-token.ts";
import { definePage, type ViewContext } from "../../app/page.ts";
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
import { isLinkEnded, linkNotice } from "../../elements/link-notice.ts";
import { confirmTexts } from "./confirm-texts.ts";

interface State {
  readonly form: FormState;
}

type Context = ViewContext<(typeof confirmTexts)["en"], string, State>;

export const confirmPage = definePage({
  name: "confirm",
  path: "/confirm",
  access: "anyone",
  texts: confirmTexts,
  start: (): State => ({ form: idleForm }),
  load: async () => mailedToken(),
  view: (context) => {
    const { app, texts, state, data: token, change } = context;
    const { form } = state;
    if (token === "" || isLinkEnded(form))
      return linkNotice(texts.ended, { path: "/sign-up", label: texts.again });
    const send = async (values: FormValues) => {
      const body = { token, password: values.text("password") };
      const { data } = await app.api.post("/api/auth/confirm", body);
      app.setSession(data);
      app.go("/", { replace: true });
    };
    // A person has to ask for it, with the password: neither a program that opens the links of mails nor the owner of an
    // address that a stranger has registered makes an account by the link alone.
    return cardForm(
      { form, change, send },
      html`${noticeOf(context)}
      <p>${texts.effect}</p>
      ${field({
        name: "password",
        label: texts.password,
        hint: texts.passwordHint,
        type: "password",
        autocomplete: "current-password",
        shared: app.shared,
        form,
      })}
      ${submitButton(texts.submit, form)}`,
    );
  },
});

function noticeOf({ app, texts, state }: Context): TemplateResult | ReturnType<typeof formFault> {
  const { fault } = state.form;
  if (fault?.details.some(({ field: name }) => name === "password") === true) return badNotice(texts.wrong);
  return fault?.code === "permission_denied"
    ? badNotice(texts.closed)
    : formFault(state.form, app.shared, []);
}
