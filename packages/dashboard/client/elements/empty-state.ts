import { html, type TemplateResult } from "lit-html";

/** Replaces an empty list: its purpose, and the first step to fill it. */
export function emptyState(
  title: string,
  todo: TemplateResult | string,
  action?: TemplateResult,
): TemplateResult {
  return html`<div class="empty">
    <p><strong>${title}</strong></p>
    <p>${todo}</p>
    ${action ?? ""}
  </div>`;
}
