import { html, type TemplateResult } from "lit-html";
import type { SharedTexts } from "../language/shared-texts.ts";

/** Outline of a page while it loads: no spinner, and no layout shift afterwards. */
export function pageSkeleton(shared: SharedTexts): TemplateResult {
  return html`<div class="skeleton">
    <p class="unseen" role="status">${shared.loading}</p>
    <div class="bone wide"></div>
    <div class="bone"></div>
    <div class="bone"></div>
    <div class="bone short"></div>
  </div>`;
}
