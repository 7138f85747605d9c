import { html, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { focusWhenDrawn } from "./focus-when-drawn.ts";

/** In place of the form that was sent: what was mailed, and what to do now. Gets the focus that the form had. */
export function mailedNotice(said: string, todo: string): TemplateResult {
  return html`<div class="notice good" role="status" tabindex="-1" ${ref(focusWhenDrawn)}>
    <p><strong>${said}</strong></p>
    <p>${todo}</p>
  </div>`;
}
