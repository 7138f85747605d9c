import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { ApiFault } from "../api/api-fault.ts";
import type { SharedTexts } from "../language/shared-texts.ts";

/** The error of a form, with those of its fields. */
export interface FormFault {
  readonly fault: ApiFault | undefined;
}

interface FieldSettings {
  /** As in `error.details` of the API. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** `unsaid`: shows no "optional", for forms without required fields such as filters. */
  readonly isOptional?: boolean | "unsaid";
}

interface InputSettings extends FieldSettings {
  /** `lines`: text of several lines. */
  readonly type?: "text" | "email" | "password" | "url" | "number" | "date" | "tel" | "search" | "lines";
  /** For `lines`. */
  readonly rows?: number;
  /** Initial value; the current value if `changed` is set. */
  readonly value?: string | undefined;
  readonly autocomplete?: AutoFill;
  readonly placeholder?: string;
  readonly changed?: (value: string) => void;
}

interface SelectSettings extends FieldSettings {
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly value?: string | undefined;
  readonly changed?: (value: string) => void;
}

interface ChoiceGroupSettings extends Omit<FieldSettings, "isOptional"> {
  readonly choices: readonly {
    readonly value: string;
    readonly label: TemplateResult | string;
    readonly isChosen?: boolean;
    /** Indented below its group. */
    readonly isInner?: boolean;
  }[];
  /** Called with the value of the switched choice; `isChosen` is then the current state. */
  readonly changed?: (value: string) => void;
}

/** Text input. */
export function field(settings: InputSettings, form: FormFault, shared: SharedTexts): TemplateResult {
  const { name, type = "text", value = "", autocomplete = "off", placeholder, changed } = settings;
  const { isOptional = false } = settings;
  const { describedBy, isFaulty, hint, fault } = notesOf(settings, form, shared);
  return html`<div class="field">
    <label for=${`field-${name}`}
      >${settings.label}${isOptional === true ? html` <span class="soft">(${shared.optional})</span>` : nothing}</label
    >
    ${hint}
    ${type === "lines" ? lines() : input()} ${fault}
  </div>`;

  function input(): TemplateResult {
    return html`<input
      id=${`field-${name}`}
      name=${name}
      type=${type}
      autocomplete=${autocomplete}
      autocapitalize="none"
      spellcheck="false"
      placeholder=${placeholder ?? nothing}
      aria-describedby=${describedBy}
      aria-invalid=${isFaulty}
      aria-required=${isOptional === false ? "true" : "false"}
      .value=${changed === undefined ? value : live(value)}
      @input=${changed === undefined ? nothing : (event: Event) => changed(typedIn(event))}
    />`;
  }

  function lines(): TemplateResult {
    return html`<textarea
      id=${`field-${name}`}
      name=${name}
      rows=${settings.rows ?? 3}
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-describedby=${describedBy}
      aria-invalid=${isFaulty}
      aria-required=${isOptional === false ? "true" : "false"}
      .value=${changed === undefined ? value : live(value)}
      @input=${changed === undefined ? nothing : (event: Event) => changed(typedIn(event))}
    ></textarea>`;
  }
}

/** Drop-down list. */
export function selectField(settings: SelectSettings, form: FormFault, shared: SharedTexts): TemplateResult {
  const { name, label, options, value = "", changed } = settings;
  const { describedBy, isFaulty, hint, fault } = notesOf(settings, form, shared);
  return html`<div class="field">
    <label for=${`field-${name}`}>${label}</label>
    ${hint}
    <select
      id=${`field-${name}`}
      name=${name}
      aria-describedby=${describedBy}
      aria-invalid=${isFaulty}
      @change=${changed === undefined ? nothing : (event: Event) => changed(typedIn(event))}
    >
      ${options.map(
        ([option, text]) => html`<option value=${option} .selected=${option === value}>${text}</option>`,
      )}
    </select>
    ${fault}
  </div>`;
}

/** Checkboxes that share a name. */
export function choiceGroup(
  settings: ChoiceGroupSettings,
  form: FormFault,
  shared: SharedTexts,
): TemplateResult {
  const { name, label, choices, changed } = settings;
  const { describedBy, isFaulty, hint, fault } = notesOf(settings, form, shared);
  return html`<fieldset class="field" aria-describedby=${describedBy}>
    <legend>${label}</legend>
    ${hint}
    ${choices.map(
      (choice) =>
        html`<label class=${choice.isInner === true ? "choice inner" : "choice"}>
          <input
            type="checkbox"
            name=${name}
            value=${choice.value}
            .checked=${changed === undefined ? choice.isChosen === true : live(choice.isChosen === true)}
            aria-invalid=${isFaulty}
            @change=${changed === undefined ? nothing : () => changed(choice.value)}
          /><span>${choice.label}</span>
        </label>`,
    )}
    ${fault}
  </fieldset>`;
}

/** The hint above a field and its error below. */
function notesOf({ name, hint }: FieldSettings, form: FormFault, shared: SharedTexts) {
  const detail = form.fault?.details.find(({ field: faulty }) => faulty === name);
  const describedBy = [
    ...(hint === undefined ? [] : [`hint-${name}`]),
    ...(detail === undefined ? [] : [`fault-${name}`]),
  ].join(" ");
  return {
    describedBy: describedBy === "" ? nothing : describedBy,
    isFaulty: detail === undefined ? "false" : "true",
    hint: hint === undefined ? nothing : html`<p class="hint" id=${`hint-${name}`}>${hint}</p>`,
    fault:
      detail === undefined
        ? nothing
        : html`<p class="field-fault" id=${`fault-${name}`}>${shared.fieldFault(detail.message)}</p>`,
  };
}

function typedIn({ target }: Event): string {
  const isField =
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement;
  return isField ? target.value : "";
}
