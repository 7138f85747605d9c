import { html, nothing, type TemplateResult } from "lit-html";

/** One template for all states of a page, so that the heading keeps the focus. */
export function pageFrame(parts: {
  readonly heading: TemplateResult | string;
  readonly actions: TemplateResult | typeof nothing;
  readonly isBusy: boolean;
  /** Does not wait for the page's data. */
  readonly lead?: TemplateResult | typeof nothing;
  readonly body: TemplateResult;
}): TemplateResult {
  return html`<header class="page-head">
      <h1 tabindex="-1">${parts.heading}</h1>
      <div class="actions">${parts.actions}</div>
    </header>
    <div class="page-body" aria-busy=${parts.isBusy ? "true" : "false"}>${parts.lead ?? nothing} ${parts.body}</div>`;
}
