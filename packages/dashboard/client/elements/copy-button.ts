import { html, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { icon } from "./icon.ts";

/** Takes the value along; `what` is read out, for there may be several on a page. */
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

/** Lines that are to be copied as they are. */
export function codeBlock(app: App, text: string, what: string): TemplateResult {
  return html`<div class="code">
    <pre tabindex="0" role="group" aria-label=${what}><code>${text}</code></pre>
    ${copyButton(app, text, what)}
  </div>`;
}
