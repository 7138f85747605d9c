import { html, type TemplateResult } from "lit-html";
import { createRef, ref } from "lit-html/directives/ref.js";
import type { SharedTexts } from "../language/shared-texts.ts";
import { icon } from "./icon.ts";

interface DialogSettings {
  readonly title: string;
  readonly body: TemplateResult;
  readonly shared: SharedTexts;
  /** However it was closed: the state of the page forgets what it held. */
  readonly closed: () => void;
}

/**
 * The browser's own dialog, open as long as it is drawn: draw `nothing` in its place and it is gone, and the focus is back
 * where it was.
 */
export function dialog({ title, body, shared, closed }: DialogSettings): TemplateResult {
  const element = createRef<HTMLDialogElement>();
  return html`<dialog ${ref(openWhenDrawn)} ${ref(element)} aria-labelledby="dialog-title" @close=${closed}>
    <div class="dialog-head">
      <h2 id="dialog-title">${title}</h2>
      <button type="button" class="quiet" @click=${() => element.value?.close()}>
        ${icon("close")}<span class="unseen">${shared.close}</span>
      </button>
    </div>
    ${body}
  </dialog>`;
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
