import { html, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { icon } from "./icon.ts";

/** Copies a value. `what` is read out, since a page can have several copy buttons. */
export function copyButton(app: App, value: string, what: string): TemplateResult {
  const copy = () =>
    app.attempt(async () => {
      await navigator.clipboard.writeText(value);
      app.announce(`${app.shared.copied}: ${what}`);
    });
  return html`<button type="button" class="copy" @click=${copy}>
    ${icon("copy")}<span>${app.shared.copy}</span><span class="unseen"> ${what}</span>
  </button>`;
}

/** Code lines with a copy button. `copied`: copied instead of what is shown. */
export function codeBlock(app: App, text: string, what: string, copied = text): TemplateResult {
  return html`<div class="code">
    <pre tabindex="0" role="group" aria-label=${what}><code>${text}</code></pre>
    ${copyButton(app, copied, what)}
  </div>`;
}
