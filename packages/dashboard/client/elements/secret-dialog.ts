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
  /** What is copied: `the key`. */
  readonly what: string;
  /** That it is shown this once, and where to keep it. */
  readonly warning: string;
  /** What comes next. */
  readonly next?: TemplateResult | string;
  readonly done: string;
  readonly app: App;
  readonly closed: () => void;
}

/** The one showing of a secret. It is in the state of its page, which forgets it when the dialog is closed. */
export function secretDialog(settings: SecretSettings): TemplateResult {
  const { title, secret, what, warning, next = "", done, app, closed } = settings;
  return dialog({
    title,
    app,
    closed,
    body: html`<div class="stack">
      <p class="notice warning">${icon("warning")}<span>${warning}</span></p>
      <div class="code">
        <pre class="secret" tabindex="0" role="region" aria-label=${what} ${ref(focusWhenDrawn)}><code>${secret}</code></pre>
        ${copyButton(app, secret, what)}
      </div>
      ${next === "" ? "" : html`<div>${next}</div>`}
      <p>${button(done, closed)}</p>
    </div>`,
  });
}
