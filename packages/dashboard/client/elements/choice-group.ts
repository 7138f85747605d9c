import { html, nothing, type TemplateResult } from "lit-html";
import type { SharedTexts } from "../language/shared-texts.ts";
import type { FormState } from "./form.ts";

interface ChoiceGroupSettings {
  /** As the API calls it in `error.details`. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly isChosen?: boolean;
  }[];
  readonly form: FormState;
  readonly shared: SharedTexts;
}

/** Boxes that share a name; none, one or several of them may be ticked. */
export function choiceGroup(settings: ChoiceGroupSettings): TemplateResult {
  const { name, label, hint, choices, form, shared } = settings;
  const detail = form.fault?.details.find(({ field }) => field === name);
  const describedBy = [
    ...(hint === undefined ? [] : [`hint-${name}`]),
    ...(detail === undefined ? [] : [`fault-${name}`]),
  ].join(" ");
  return html`<fieldset class="field" aria-describedby=${describedBy === "" ? nothing : describedBy}>
    <legend>${label}</legend>
    ${hint === undefined ? nothing : html`<p class="hint" id=${`hint-${name}`}>${hint}</p>`}
    ${choices.map(
      (choice) =>
        html`<label class="choice">
          <input
            type="checkbox"
            name=${name}
            value=${choice.value}
            .checked=${choice.isChosen === true}
            aria-invalid=${detail === undefined ? "false" : "true"}
          /><span>${choice.label}</span>
        </label>`,
    )}
    ${
      detail === undefined
        ? nothing
        : html`<p class="field-fault" id=${`fault-${name}`}>${shared.fieldFault(detail.message)}</p>`
    }
  </fieldset>`;
}
