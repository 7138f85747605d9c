import { html, nothing, type TemplateResult } from "lit-html";
import { ApiFault, faultOf } from "../api/api-fault.ts";
import type { App } from "../app/app-context.ts";
import { choiceGroup, type FormFault, field, selectField } from "./field.ts";

/** State of a form, within the state of its page. */
export interface FormState extends FormFault {
  readonly isBusy: boolean;
}

export const idleForm: FormState = { isBusy: false, fault: undefined };

/** Initial state of a page that is one form. */
export const startForm = (): { readonly form: FormState } => ({ form: idleForm });

/** Values of a submitted form. */
export type FormValues = ReturnType<typeof valuesOf>;

function valuesOf(form: HTMLFormElement) {
  const data = new FormData(form);
  const texts = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  const text = (name: string) => texts(name)[0] ?? "";
  return {
    /** Exactly as typed. */
    text,
    /** Undefined if blank. */
    optional: (name: string) => (text(name).trim() === "" ? undefined : text(name)),
    /** For checkboxes that share a name. */
    all: texts,
    isChecked: (name: string) => data.has(name),
  };
}

/**
 * Keeps the input when the API rejects it, and focuses the first field with an error. Only the API checks fields, so
 * each rule has one wording.
 */
async function submitForm(
  event: SubmitEvent,
  { set, send }: Pick<FormSettings, "set" | "send">,
): Promise<void> {
  event.preventDefault();
  const element = event.currentTarget;
  if (!(element instanceof HTMLFormElement) || element.getAttribute("aria-busy") === "true") return;
  set({ isBusy: true, fault: undefined });
  try {
    await send(valuesOf(element), event.submitter);
    set(idleForm);
  } catch (error) {
    set({ isBusy: false, fault: faultOf(error) });
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
 * For changes of existing data: the API reads an empty text as "leave unchanged", but a person who emptied a field
 * meant to remove it.
 */
export function requireEntered(values: FormValues, names: readonly string[]): void {
  const empty = names.filter((name) => values.optional(name) === undefined);
  if (empty.length === 0) return;
  const details = empty.map((field) => ({ field, message: "must not be empty" }));
  throw new ApiFault({ status: 422, code: "invalid_payload", message: "", details });
}

/** Field functions that know the form's errors and record which ones are shown. */
function formParts({ shared }: App, form: FormState) {
  const shown: string[] = [];
  const drawn =
    <Settings extends { readonly name: string }>(
      draw: (settings: Settings, form: FormState, shared: App["shared"]) => TemplateResult,
    ) =>
    (settings: Settings) => {
      shown.push(settings.name);
      return draw(settings, form, shared);
    };
  const submit = (label: string) => submitButton(label, form);
  return { shown, field: drawn(field), select: drawn(selectField), choices: drawn(choiceGroup), submit };
}

export type FormParts = Omit<ReturnType<typeof formParts>, "shown">;

export interface FormSettings {
  readonly app: App;
  readonly form: FormState;
  readonly set: (form: FormState) => void;
  /** `pressed`: the submit button, if there are several. */
  readonly send: (values: FormValues, pressed: HTMLElement | null) => Promise<unknown>;
  /** Replaces the API's message when it rejects the whole form. */
  readonly refused?: string | undefined;
  readonly body: (parts: FormParts) => TemplateResult;
  readonly className?: string;
}

export function formOf(context: {
  readonly app: App;
  readonly state: { readonly form: FormState };
  readonly change: (state: { readonly form: FormState }) => void;
}): Pick<FormSettings, "app" | "form" | "set"> {
  return { app: context.app, form: context.state.form, set: (form) => context.change({ form }) };
}

/** A form with its general error above its fields. */
export function formView(settings: FormSettings): TemplateResult {
  const { app, form, refused, body, className = "stack" } = settings;
  const parts = formParts(app, form);
  const content = body(parts);
  const submit = (event: SubmitEvent) => submitForm(event, settings);
  return html`<form class=${className} @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
    ${refused === undefined ? formFault(form, app, parts.shown) : badNotice(refused)} ${content}
  </form>`;
}

/** A form that changes the view: its values become the query of the address. */
export function filterForm(settings: {
  readonly app: App;
  readonly label: string;
  readonly className?: string;
  readonly form?: FormState;
  readonly pathOf: (entered: URLSearchParams) => string;
  readonly body: (parts: FormParts) => TemplateResult;
}): TemplateResult {
  const { app, label, className, form = idleForm, pathOf, body } = settings;
  const parts = formParts(app, form);
  const content = body(parts);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const values = valuesOf(event.currentTarget);
    const entered = parts.shown.map((name) => [name, values.text(name).trim()]);
    app.go(pathOf(new URLSearchParams(entered.filter(([, value]) => value !== ""))));
  };
  return html`<form class=${className ?? nothing} aria-label=${label} @submit=${submit} novalidate>
    ${formFault(form, app, parts.shown)} ${content}
  </form>`;
}

/** The notice includes errors of fields that the form does not show. */
export function formFault(
  { fault }: FormState,
  { shared }: App,
  shownFields: readonly string[] = [],
): TemplateResult | typeof nothing {
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

/** An error in one sentence. `todo` is the next step. */
export function badNotice(text: string, todo: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`<div class="notice bad" role="alert" tabindex="-1"><p><strong>${text}</strong></p>${todo}</div>`;
}

function submitButton(label: string, { isBusy }: FormState): TemplateResult {
  return html`<button type="submit" class="button" aria-disabled=${isBusy ? "true" : "false"}>${label}</button>`;
}
