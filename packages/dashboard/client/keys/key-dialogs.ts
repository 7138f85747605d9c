import { html, type TemplateResult } from "lit-html";
import { choiceGroup } from "../elements/choice-group.ts";
import { confirmation } from "../elements/confirmation.ts";
import { dialog } from "../elements/dialog.ts";
import { field, selectField } from "../elements/field.ts";
import { type FormState, formFault, submitButton, submitForm } from "../elements/form.ts";
import { offsetOf } from "../elements/pager.ts";
import { secretDialog } from "../elements/secret-dialog.ts";
import { type KeyRow, replacementOf } from "./key-row.ts";
import { keyTexts } from "./key-texts.ts";
import type { KeyDialog, KeysContext } from "./keys-view.ts";

/** As the select offers them; no key lives for ever unless its maker says so. */
const DEFAULT_EXPIRY = "365";
const expiries = ["30", "90", "365", ""] as const;

export function keyDialog(context: KeysContext, shown: KeyDialog): TemplateResult {
  switch (shown.kind) {
    case "make":
      return makeDialog(context);
    case "rotate":
      return rotateDialog(context, shown.key);
    case "revoke":
      return revokeDialog(context, shown.key);
    case "secret":
      return madeDialog(context, shown);
  }
}

const closing = (context: KeysContext) => () => context.change({ dialog: undefined });
/** A new key is the first of the list. */
function showNewest({ app, query, kind, reload }: KeysContext): void {
  if (offsetOf(query) > 0) app.go(kind.path);
  else void reload();
}

const setting = (context: KeysContext) => (form: FormState) => context.change({ form });

function makeDialog(context: KeysContext): TemplateResult {
  const { app, texts, state, kind, change } = context;
  const { form } = state;
  const { shared } = app;
  const words = keyTexts[app.language];
  const submit = (event: SubmitEvent) =>
    submitForm(event, {
      set: setting(context),
      send: async (values) => {
        const days = values.optional("expiresInDays");
        const { secret } = await kind.make({
          name: values.text("name"),
          grants: values.all(kind.grantsField),
          expiresInDays: days === undefined ? undefined : Number(days),
          metadata: {},
        });
        change({ dialog: { kind: "secret", secret, isReplacement: false } });
        showNewest(context);
      },
    });
  return dialog({
    title: words.make,
    shared,
    closed: closing(context),
    body: html`<form class="stack" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
      ${formFault(form, shared, ["name", kind.grantsField, "expiresInDays"])}
      ${field({ name: "name", label: words.name, hint: words.nameHint, shared, form })}
      ${choiceGroup({
        name: kind.grantsField,
        label: texts.grants,
        hint: texts.grantsHint,
        choices: kind.grants,
        shared,
        form,
      })}
      ${selectField({
        name: "expiresInDays",
        label: words.expiry,
        value: DEFAULT_EXPIRY,
        options: expiries.map((value) => ({ value, label: words.expiries[value] })),
        shared,
        form,
      })}
      ${submitButton(words.make, form)}
    </form>`,
  });
}

function madeDialog(context: KeysContext, shown: KeyDialog & { readonly kind: "secret" }): TemplateResult {
  const words = keyTexts[context.app.language];
  return secretDialog({
    title: words.made,
    secret: shown.secret,
    what: words.theKey,
    warning: words.warning,
    next: shown.isReplacement ? words.rotateNext : "",
    done: words.keptSafe,
    app: context.app,
    closed: closing(context),
  });
}

function rotateDialog(context: KeysContext, key: KeyRow): TemplateResult {
  const { app, state, kind, change } = context;
  const words = keyTexts[app.language];
  return confirmation({
    title: words.rotateTitle(key.name),
    effect: html`<ol class="steps">
      ${words.rotateSteps.map((step) => html`<li>${step}</li>`)}
    </ol>`,
    action: words.rotateAction,
    isDangerous: false,
    shared: app.shared,
    form: state.form,
    set: setting(context),
    closed: closing(context),
    act: async () => {
      const { id, secret } = await kind.make(replacementOf(key));
      change({ dialog: { kind: "secret", secret, isReplacement: true }, rotation: { old: key, newId: id } });
      showNewest(context);
    },
  });
}

function revokeDialog(context: KeysContext, key: KeyRow): TemplateResult {
  const { app, state, kind, change, reload } = context;
  const words = keyTexts[app.language];
  return confirmation({
    title: words.revokeTitle(key.name),
    effect: html`<p>${words.revokeEffect}</p>
      <p><code>${key.fingerprint}</code></p>`,
    action: words.revoke,
    shared: app.shared,
    form: state.form,
    set: setting(context),
    closed: closing(context),
    act: async () => {
      await kind.revoke(key.id);
      change({ dialog: undefined });
      app.announce(words.revoked);
      await reload();
      // Not before the list knows: it would be taken for one that was broken off.
      change(({ rotation }) => ({
        rotation: rotation?.old.id === key.id || rotation?.newId === key.id ? undefined : rotation,
      }));
    },
  });
}
