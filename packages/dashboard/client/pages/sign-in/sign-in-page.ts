import { html, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { ApiFault } from "../../api/api-fault.ts";
import { definePage } from "../../app/define-page.ts";
import { type Typed, takeTyped } from "../../app/first-frame.ts";
import type { ViewContext } from "../../app/page.ts";
import { addressOfPage, pathAfterSignIn, withQuery } from "../../app/routes.ts";
import { focusWhenDrawn } from "../../elements/focus-when-drawn.ts";
import {
  type FormParts,
  type FormState,
  type FormValues,
  formOf,
  formView,
  idleForm,
} from "../../elements/form.ts";
import { signInTexts } from "./sign-in-texts.ts";

interface State {
  readonly form: FormState;
  readonly typed: Typed | undefined;
  /** Stays the same function, so that the focus moves once. */
  readonly focusTyped: (drawn: Element | undefined) => void;
  /** The password was right; two-factor sign-in is on. */
  readonly needsCode: boolean;
}

type Context = ViewContext<typeof signInTexts, undefined, State>;

export const signInPage = definePage({
  name: "sign-in",
  path: "/sign-in",
  access: "anyone",
  texts: signInTexts,
  start: (): State => {
    const typed = takeTyped();
    return { form: idleForm, typed, focusTyped: focusField(typed?.focused), needsCode: false };
  },
  load: async () => undefined,
  view: (context) => {
    const { texts, query } = context;
    return html`${formView({
      ...formOf(context),
      className: "card",
      send: (values) => signIn(context, values),
      refused: refusalOf(context),
      body: (parts) => fieldsView(context, parts),
    })}
      <p class="below"><a href=${addressOfPage("/forgot")}>${texts.forgotten}</a></p>
      <p class="below">
        ${texts.noAccount} <a href=${addressOfPage(withQuery("/sign-up", query))}>${texts.signUp}</a>
      </p>`;
  },
});

function refusalOf({ texts, state: { form, needsCode } }: Context): string | undefined {
  if (form.fault?.code !== "unauthenticated") return undefined;
  return needsCode ? texts.wrongCode : texts.wrong;
}

function fieldsView({ app, texts, state }: Context, { field, submit }: FormParts): TemplateResult {
  const { email, password, code, codeHint } = app.shared;
  const typedInto = (name: string) => ({ name, value: state.typed?.values.get(name) });
  return html`<div ${ref(state.focusTyped)}>
      ${field({ ...typedInto("email"), label: email, type: "email", autocomplete: "username" })}
      ${field({ ...typedInto("password"), label: password, type: "password", autocomplete: "current-password" })}
    </div>
    ${
      state.needsCode
        ? html`<p class="notice" tabindex="-1" ${ref(focusWhenDrawn)}>${texts.needsCode}</p>
          ${field({ name: "code", label: code, hint: codeHint, autocomplete: "one-time-code" })}`
        : ""
    }
    ${submit(texts.submit)}`;
}

/** A person who types stays in the same field. */
function focusField(name: string | undefined): (drawn: Element | undefined) => void {
  return (drawn) => {
    if (name === undefined || drawn === undefined) return;
    queueMicrotask(() => drawn.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus());
  };
}

async function signIn({ app, query, change }: Context, values: FormValues): Promise<void> {
  const code = values.optional("code");
  const { text } = values;
  try {
    const { data } = await app.api.post("/api/auth/login", {
      email: text("email"),
      password: text("password"),
      ...(code === undefined ? {} : { code }),
    });
    app.setSession(data);
    app.go(data.twoFactor.enrollmentRequired ? "/security" : pathAfterSignIn(query), { replace: true });
  } catch (error) {
    if (!(error instanceof ApiFault) || error.code !== "two_factor_required") throw error;
    change({ needsCode: true });
  }
}
