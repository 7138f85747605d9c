import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { App } from "../app/app-context.ts";
import { button } from "./button.ts";
import { type FormSettings, type FormState, formOf, formView } from "./form.ts";
import { icon } from "./icon.ts";

interface DialogSettings {
  readonly title: string;
  readonly body: TemplateResult;
  readonly app: App;
  /** Called after any way of closing: the page state drops the dialog. */
  readonly onClose: () => void;
  /** Fills the screen, for another person to look at. */
  readonly isFull?: boolean;
  /** Of its heading; another for a dialog above a dialog. */
  readonly headingId?: string;
}

/**
 * The browser's modal dialog, open as long as it is drawn. Drawing `nothing` in its place closes it and restores the
 * focus.
 */
export function dialog({
  title,
  body,
  app,
  onClose,
  isFull = false,
  headingId = "dialog-title",
}: DialogSettings): TemplateResult {
  const element = createRef<HTMLDialogElement>();
  return html`<dialog class=${isFull ? "full" : nothing} ${ref(openWhenDrawn)} ${ref(element)} aria-labelledby=${headingId} @close=${onClose}>
    <div class="dialog-head">
      <h2 id=${headingId}>${title}</h2>
      <button type="button" class="quiet" @click=${() => element.value?.close()}>
        ${icon("close")}<span class="unseen">${app.shared.close}</span>
      </button>
    </div>
    ${body}
  </dialog>`;
}

/** A page with a dialog in its state. */
interface DialogPage {
  readonly app: App;
  readonly state: { readonly form: FormState };
  readonly change: (patch: { readonly form: FormState } | { readonly dialog: undefined }) => void;
  readonly reload: () => Promise<void>;
}

/** A page's dialog: its form is the page's, and closing drops it from the page's state. */
export function dialogOf(
  page: Omit<DialogPage, "reload">,
): Pick<FormDialogSettings, "app" | "form" | "set" | "onClose"> {
  return { ...formOf(page), onClose: () => page.change({ dialog: undefined }) };
}

/**
 * After a dialog's change: closes it, says what was done, and loads the page again. Its form must not wait for that: the
 * next dialog has the same.
 */
export function endDialog({ app, change, reload }: Omit<DialogPage, "state">, done: string): Promise<void> {
  change({ dialog: undefined });
  app.announce(done);
  return reload();
}

type FormDialogSettings = Omit<DialogSettings, "body"> & FormSettings;

/** A dialog that is a form. The caller closes it after success. */
export function formDialog(settings: FormDialogSettings): TemplateResult {
  return dialog({ ...settings, body: formView(settings) });
}

/** Asks for confirmation before an irreversible action. */
export function confirmation(
  settings: Omit<FormDialogSettings, "body"> & {
    /** States the effect, and whether it can be undone. */
    readonly effect: TemplateResult | string;
    /** Verb of the action: `Revoke`, never `OK`. */
    readonly action: string;
    readonly isDangerous?: boolean;
  },
): TemplateResult {
  const { effect, action, isDangerous = true, app, form, onClose } = settings;
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
          ${button(app.shared.cancel, onClose, { look: "quiet" })}
        </div>`,
  });
}

/** Elements that had the focus before each open dialog. */
const before: HTMLElement[] = [];

function openWhenDrawn(element: Element | undefined): void {
  if (element === undefined) {
    const target = before.pop();
    // The element cannot take the focus while the dialog is still there.
    queueMicrotask(() => target?.focus());
    return;
  }
  if (document.activeElement instanceof HTMLElement) before.push(document.activeElement);
  // While drawing, the dialog is not yet in the page.
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });
}
