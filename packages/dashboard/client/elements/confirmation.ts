import { html, type TemplateResult } from "lit-html";
import type { SharedTexts } from "../language/shared-texts.ts";
import { dialog } from "./dialog.ts";
import { type FormState, formFault, submitForm } from "./form.ts";

interface ConfirmationSettings {
  readonly title: string;
  /** What it does, and whether it can be undone. */
  readonly effect: TemplateResult | string;
  /** What the button does: `Revoke`, never `OK`. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly shared: SharedTexts;
  readonly form: FormState;
  readonly set: (form: FormState) => void;
  readonly act: () => Promise<unknown>;
  readonly closed: () => void;
}

/** Asks before something is done that cannot be undone. Whoever draws it closes it when it is done. */
export function confirmation(settings: ConfirmationSettings): TemplateResult {
  const { title, effect, action, isDangerous = true, shared, form, set, act, closed } = settings;
  const submit = (event: SubmitEvent) =>
    submitForm(event, {
      set,
      send: async () => {
        await act();
      },
    });
  return dialog({
    title,
    shared,
    closed,
    body: html`<form class="stack" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
      ${formFault(form, shared, [])}
      <div>${effect}</div>
      <div class="actions">
        <button
          type="submit"
          class=${isDangerous ? "button danger" : "button"}
          aria-disabled=${form.isBusy ? "true" : "false"}
        >
          ${action}
        </button>
        <button type="button" class="button quiet" @click=${closed}>${shared.cancel}</button>
      </div>
    </form>`,
  });
}
