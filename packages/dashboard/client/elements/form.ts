import { html, nothing, type TemplateResult } from "lit-html";
import { ApiFault, faultOf } from "../api/api-fault.ts";
import type { App } from "../app/app-context.ts";
import { choiceGroup, field, selectField } from "./field.ts";

/** What a form is at: a part of the state of its page. */
export interface FormState {
  readonly isBusy: boolean;
  readonly fault: ApiFault | undefined;
}

export const idleForm: FormState = { isBusy: false, fault: undefined };

/** The state of a page that is a form. */
export const startForm = (): { readonly form: FormState } => ({ form: idleForm });

/** What was entered. */
export type FormValues = ReturnType<typeof valuesOf>;

function valuesOf(form: HTMLFormElement) {
  const data = new FormData(form);
  const texts = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  const text = (name: string) => texts(name)[0] ?? "";
  return {
    /** As it was typed. */
    text,
    /** Undefined where nothing was entered. */
    optional: (name: string) => (text(name).trim() === "" ? undefined : text(name)),
    /** Of boxes that share a name. */
    all: texts,
    isChecked: (name: string) => data.has(name),
  };
}

/**
 * What was typed stays where it is when the API refuses it, and the first field that it names gets the focus. Fields are
 * checked by the API alone, so that there is one rule for each and one wording.
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
 * For a change of what is there already: the API takes an empty text for "leave it as it is", and who has emptied a field
 * means something else.
 */
export function requireEntered(values: FormValues, names: readonly string[]): void {
  const empty = names.filter((name) => values.optional(name) === undefined);
  if (empty.length === 0) return;
  const details = empty.map((field) => ({ field, message: "must not be empty" }));
  throw new ApiFault({ status: 422, code: "invalid_payload", message: "", details });
}

/** What a form is made of: fields that know its faults, and remember that they are shown. */
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
  /** `pressed`: the button, where there are several. */
  readonly send: (values: FormValues, pressed: HTMLElement | null) => Promise<unknown>;
  /** In place of the API's own words, where it has refused all of it. */
  readonly refused?: string | undefined;
  readonly body: (parts: FormParts) => TemplateResult;
  readonly className?: string;
}

/** The form that a page keeps in its state. */
export function formOf(context: {
  readonly app: App;
  readonly state: { readonly form: FormState };
  readonly change: (state: { readonly form: FormState }) => void;
}): Pick<FormSettings, "app" | "form" | "set"> {
  return { app: context.app, form: context.state.form, set: (form) => context.change({ form }) };
}

/** A form, with what is wrong with all of it above its fields. */
export function formView(settings: FormSettings): TemplateResult {
  const { app, form, refused, body, className = "stack" } = settings;
  const parts = formParts(app, form);
  const content = body(parts);
  const submit = (event: SubmitEvent) => submitForm(event, settings);
  return html`<form class=${className} @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
    ${refused === undefined ? formFault(form, app, parts.shown) : badNotice(refused)} ${content}
  </form>`;
}

/** A form that changes what the page shows: what was entered becomes the query of an address. */
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

/** Faults of fields that the form does not show are part of the notice: nothing is swallowed. */
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

/** What went wrong, in one sentence; `todo` is what to do then. */
export function badNotice(text: string, todo: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`<div class="notice bad" role="alert" tabindex="-1"><p><strong>${text}</strong></p>${todo}</div>`;
}

function submitButton(label: string, { isBusy }: FormState): TemplateResult {
  return html`<button type="submit" class="button" aria-disabled=${isBusy ? "true" : "false"}>${label}</button>`;
}
