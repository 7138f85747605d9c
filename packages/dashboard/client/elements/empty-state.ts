import { html, type TemplateResult } from "lit-html";

/** Instead of an empty list: what would be here, and what to do so that it is. */
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
