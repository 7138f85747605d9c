import { html, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import type { App } from "../app/app-context.ts";
import { button } from "./button.ts";
import { copyButton } from "./copy-button.ts";
import { dialog } from "./dialog.ts";
import { focusWhenDrawn } from "./focus-when-drawn.ts";
import { icon } from "./icon.ts";

interface SecretSettings {
  readonly title: string;
  readonly secret: string;
  /** Name of the copied value, such as `the key`. */
  readonly what: string;
  /** Says that it is shown only once, and where to store it. */
  readonly warning: string;
  /** The next step. */
  readonly next?: TemplateResult | string;
  readonly done: string;
  readonly app: App;
  readonly onClose: () => void;
}

/** Shows a secret once. It is part of the page state, which drops it when the dialog closes. */
export function secretDialog(settings: SecretSettings): TemplateResult {
  const { title, secret, what, warning, next = "", done, app, onClose } = settings;
  return dialog({
    title,
    app,
    onClose,
    body: html`<div class="stack">
      <p class="notice warning">${icon("warning")}<span>${warning}</span></p>
      <div class="code">
        <pre class="secret" tabindex="0" role="region" aria-label=${what} ${ref(focusWhenDrawn)}><code>${secret}</code></pre>
        ${copyButton(app, secret, what)}
      </div>
      ${next === "" ? "" : html`<div>${next}</div>`}
      <p>${button(done, onClose)}</p>
    </div>`,
  });
}
