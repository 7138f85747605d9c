import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { SharedTexts } from "../language/shared-texts.ts";
import type { FormState } from "./form.ts";

interface FieldSettings {
  /** As the API calls it in `error.details`. */
  readonly name: string;
  readonly label: string;
  readonly shared: SharedTexts;
  readonly form: FormState;
  readonly hint?: string | undefined;
  /** `unsaid`: where nothing in the form is asked for, as in a filter. */
  readonly isOptional?: boolean | "unsaid";
}

interface InputSettings extends FieldSettings {
  readonly type?: "text" | "email" | "password" | "url" | "number" | "date" | "tel" | "search";
  /** What it starts with, or holds where `changed` takes what is typed. */
  readonly value?: string | undefined;
  readonly autocomplete?: AutoFill;
  readonly placeholder?: string;
  readonly changed?: (value: string) => void;
}

interface SelectSettings extends FieldSettings {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value?: string | undefined;
  readonly changed?: (value: string) => void;
}

/** A text of one line. */
export function field(settings: InputSettings): TemplateResult {
  const {
    name,
    type = "text",
    value = "",
    autocomplete = "off",
    placeholder,
    changed,
    isOptional,
  } = settings;
  const { describedBy, isFaulty } = stateOf(settings);
  return frame(
    settings,
    html`<input
      id=${`field-${name}`}
      name=${name}
      type=${type}
      autocomplete=${autocomplete}
      autocapitalize="none"
      spellcheck="false"
      placeholder=${placeholder ?? nothing}
      aria-describedby=${describedBy}
      aria-invalid=${isFaulty ? "true" : "false"}
      aria-required=${isOptional === undefined || isOptional === false ? "true" : "false"}
      .value=${changed === undefined ? value : live(value)}
      @input=${changed === undefined ? nothing : (event: Event) => changed(typedIn(event))}
    />`,
  );
}

/** One of a few. */
export function selectField(settings: SelectSettings): TemplateResult {
  const { name, options, value = "", changed } = settings;
  const { describedBy, isFaulty } = stateOf(settings);
  return frame(
    settings,
    html`<select
      id=${`field-${name}`}
      name=${name}
      aria-describedby=${describedBy}
      aria-invalid=${isFaulty ? "true" : "false"}
      @change=${changed === undefined ? nothing : (event: Event) => changed(typedIn(event))}
    >
      ${options.map(
        (option) =>
          html`<option value=${option.value} .selected=${option.value === value}>${option.label}</option>`,
      )}
    </select>`,
  );
}

/** The label above, the hint below it, and last what is wrong. */
function frame(settings: FieldSettings, control: TemplateResult): TemplateResult {
  const { name, label, hint, shared, isOptional } = settings;
  const { message } = stateOf(settings);
  return html`<div class="field">
    <label for=${`field-${name}`}
      >${label}${isOptional === true ? html` <span class="soft">(${shared.optional})</span>` : nothing}</label
    >
    ${hint === undefined ? nothing : html`<p class="hint" id=${`hint-${name}`}>${hint}</p>`} ${control}
    ${message === undefined ? nothing : html`<p class="field-fault" id=${`fault-${name}`}>${message}</p>`}
  </div>`;
}

function stateOf({ name, hint, form, shared }: FieldSettings) {
  const detail = form.fault?.details.find((each) => each.field === name);
  const describedBy = [
    ...(hint === undefined ? [] : [`hint-${name}`]),
    ...(detail === undefined ? [] : [`fault-${name}`]),
  ].join(" ");
  return {
    describedBy: describedBy === "" ? nothing : describedBy,
    isFaulty: detail !== undefined,
    message: detail === undefined ? undefined : shared.fieldFault(detail.message),
  };
}

function typedIn(event: Event): string {
  const { target } = event;
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : "";
}
