import { html, type TemplateResult } from "lit-html";
import type { SharedTexts } from "../language/shared-texts.ts";

/** The shape of a page while what it shows takes its time: nothing turns, and nothing jumps when it is there. */
export function pageSkeleton(shared: SharedTexts): TemplateResult {
  return html`<div class="skeleton">
    <p class="unseen" role="status">${shared.loading}</p>
    <div class="bone wide"></div>
    <div class="bone"></div>
    <div class="bone"></div>
    <div class="bone short"></div>
  </div>`;
}
