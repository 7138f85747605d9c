import { html, type TemplateResult } from "lit-html";
import { type FormSettings, formView } from "../elements/form.ts";
import { decisionFormTexts } from "./decision-form-texts.ts";

/** A person's decision about a receipt in review. */
export interface Decided {
  readonly decision: "accept" | "reject";
  readonly note?: string;
  readonly rememberName?: true;
}

/** The pressed button is the decision. `receiverName`: to remember, if it can be a name of a saved account. */
export function decisionForm(
  settings: Pick<FormSettings, "app" | "form" | "set">,
  {
    receiverName,
    send,
  }: {
    readonly receiverName: string | undefined;
    readonly send: (decided: Decided) => Promise<void>;
  },
): TemplateResult {
  const texts = decisionFormTexts[settings.app.language];
  const busy = settings.form.isBusy ? "true" : "false";
  return formView({
    ...settings,
    send: (values, pressed) => {
      const note = values.optional("note");
      const decision = decisionOf(pressed);
      const remembers = decision === "accept" && values.isChecked("rememberName");
      return send({
        decision,
        ...(note !== undefined && { note }),
        ...(remembers && { rememberName: true }),
      });
    },
    body: ({ field }) =>
      html`<div @keydown=${sendNothing}>
        ${field({ name: "note", label: texts.note, hint: texts.noteHint, isOptional: true })}
      </div>
      ${
        receiverName === undefined
          ? ""
          : html`<label class="choice">
              <input type="checkbox" name="rememberName" />
              <span>${texts.rememberName(receiverName)} <span class="hint">${texts.rememberNameHint}</span></span>
            </label>`
      }
      <div class="actions">
        <button type="submit" class="button" name="decision" value="accept" aria-disabled=${busy}>
          ${texts.accept}
        </button>
        <button type="submit" class="button danger" name="decision" value="reject" aria-disabled=${busy}>
          ${texts.reject}
        </button>
      </div>`,
  });
}

/** Enter in a field would press the first button, and accept. */
function sendNothing(event: KeyboardEvent): void {
  if (event.key === "Enter" && !event.isComposing) event.preventDefault();
}

function decisionOf(pressed: HTMLElement | null): Decided["decision"] {
  return pressed instanceof HTMLButtonElement && pressed.value === "reject" ? "reject" : "accept";
}
