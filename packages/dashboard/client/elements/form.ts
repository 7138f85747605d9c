import { html, nothing, type TemplateResult } from "lit-html";
import { ApiFault, faultOf } from "../api/api-fault.ts";
import type { SharedTexts } from "../language/shared-texts.ts";

/** What a form is at: a part of the state of its page. */
export interface FormState {
  readonly isBusy: boolean;
  readonly fault: ApiFault | undefined;
}

export const idleForm: FormState = { isBusy: false, fault: undefined };

/** What was entered. */
export interface FormValues {
  /** As it was typed. */
  text(name: string): string;
  /** Undefined where nothing was entered. */
  optional(name: string): string | undefined;
  /** Of boxes that share a name. */
  all(name: string): readonly string[];
  isChecked(name: string): boolean;
}

function valuesOf(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  const texts = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  const text = (name: string) => texts(name)[0] ?? "";
  return {
    text,
    optional: (name) => (text(name).trim() === "" ? undefined : text(name)),
    all: texts,
    isChecked: (name) => data.has(name),
  };
}

/**
 * Of `@submit`. What was typed stays where it is when the API refuses it, and the first field that it names gets the focus.
 * Fields are checked by the API alone, so that there is one rule for each and one wording.
 */
export async function submitForm(
  event: SubmitEvent,
  form: { readonly set: (state: FormState) => void; readonly send: (values: FormValues) => Promise<void> },
): Promise<void> {
  event.preventDefault();
  const element = event.currentTarget;
  if (!(element instanceof HTMLFormElement) || element.getAttribute("aria-busy") === "true") return;
  form.set({ isBusy: true, fault: undefined });
  try {
    await form.send(valuesOf(element));
    form.set(idleForm);
  } catch (error) {
    form.set({ isBusy: false, fault: faultOf(error) });
    // Drawn in the microtask that the change has queued.
    await Promise.resolve();
    queueMicrotask(() => {
      const target =
        element.querySelector<HTMLElement>("[aria-invalid=true]") ?? element.querySelector("[role=alert]");
      if (target instanceof HTMLElement) target.focus();
    });
  }
}

/**
 * For a change of what is there already: the API takes an empty text for "leave it as it is", and who has emptied a field
 * means something else.
 */
export function requireEntered(values: FormValues, names: readonly string[]): void {
  const empty = names.filter((name) => values.optional(name) === undefined);
  if (empty.length === 0) return;
  const details = empty.map((field) => ({ field, message: "must not be empty" }));
  throw new ApiFault({ status: 422, code: "invalid_payload", message: "", details });
}

/** Faults of fields that the form does not show are part of the notice: nothing is swallowed. */
export function formFault(
  state: FormState,
  shared: SharedTexts,
  shownFields: readonly string[],
): TemplateResult | typeof nothing {
  const { fault } = state;
  if (fault === undefined) return nothing;
  const unshown = fault.details.filter(({ field }) => !shownFields.includes(field));
  if (fault.details.length > 0 && unshown.length === 0) return nothing;
  return html`<div class="notice bad" role="alert" tabindex="-1">
    <p><strong>${shared.faults(fault)}</strong></p>
    ${
      unshown.length === 0
        ? nothing
        : html`<ul>
          ${unshown.map(({ field, message }) => html`<li><code>${field}</code> ${message}</li>`)}
        </ul>`
    }
    ${
      fault.requestId === undefined || fault.status < 500
        ? nothing
        : html`<p class="soft">${shared.requestId}: <code>${fault.requestId}</code></p>`
    }
  </div>`;
}

/** What went wrong, in one sentence. */
export function badNotice(text: string): TemplateResult {
  return html`<div class="notice bad" role="alert" tabindex="-1"><p><strong>${text}</strong></p></div>`;
}

/** The form that a page is, on a card. */
export function cardForm(
  {
    form,
    change,
    send,
  }: {
    readonly form: FormState;
    readonly change: (state: { readonly form: FormState }) => void;
    readonly send: (values: FormValues) => Promise<void>;
  },
  content: TemplateResult,
): TemplateResult {
  const submit = (event: SubmitEvent) => submitForm(event, { set: (next) => change({ form: next }), send });
  return html`<form class="card" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
    ${content}
  </form>`;
}

export function submitButton(label: string, state: FormState): TemplateResult {
  return html`<button type="submit" class="button" aria-disabled=${state.isBusy ? "true" : "false"}>${label}</button>`;
}
