import { html, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { App } from "../app/app-context.ts";
import { button } from "./button.ts";
import { type FormSettings, formView } from "./form.ts";
import { icon } from "./icon.ts";

interface DialogSettings {
  readonly title: string;
  readonly body: TemplateResult;
  readonly app: App;
  /** However it was closed: the state of the page forgets what it held. */
  readonly closed: () => void;
}

/**
 * The browser's own dialog, open as long as it is drawn: draw `nothing` in its place and it is gone, and the focus is back
 * where it was.
 */
export function dialog({ title, body, app, closed }: DialogSettings): TemplateResult {
  const element = createRef<HTMLDialogElement>();
  return html`<dialog ${ref(openWhenDrawn)} ${ref(element)} aria-labelledby="dialog-title" @close=${closed}>
    <div class="dialog-head">
      <h2 id="dialog-title">${title}</h2>
      <button type="button" class="quiet" @click=${() => element.value?.close()}>
        ${icon("close")}<span class="unseen">${app.shared.close}</span>
      </button>
    </div>
    ${body}
  </dialog>`;
}

type FormDialogSettings = Omit<DialogSettings, "body"> & FormSettings;

/** A dialog that is a form. Whoever draws it closes it when it is done. */
export function formDialog(settings: FormDialogSettings): TemplateResult {
  return dialog({ ...settings, body: formView(settings) });
}

/** Asks before something is done that cannot be undone. */
export function confirmation(
  settings: Omit<FormDialogSettings, "body"> & {
    /** What it does, and whether it can be undone. */
    readonly effect: TemplateResult | string;
    /** What the button does: `Revoke`, never `OK`. */
    readonly action: string;
    readonly isDangerous?: boolean;
  },
): TemplateResult {
  const { effect, action, isDangerous = true, app, form, closed } = settings;
  return formDialog({
    ...settings,
    body: () =>
      html`<div>${effect}</div>
        <div class="actions">
          <button
            type="submit"
            class=${isDangerous ? "button danger" : "button"}
            aria-disabled=${form.isBusy ? "true" : "false"}
          >
            ${action}
          </button>
          ${button(app.shared.cancel, closed, { look: "quiet" })}
        </div>`,
  });
}

/** What had the focus before the dialog: there is one dialog at a time. */
let before: HTMLElement | undefined;

function openWhenDrawn(element: Element | undefined): void {
  if (element === undefined) {
    const target = before;
    before = undefined;
    // Not to be reached while the dialog is still there.
    queueMicrotask(() => target?.focus());
    return;
  }
  if (document.activeElement instanceof HTMLElement) before = document.activeElement;
  // Not in the page yet while it is drawn.
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });
}
