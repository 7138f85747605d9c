import { type Html, html } from "@receipts/web-pages";
import type { PageTexts } from "./page-texts.ts";

/** Hidden until the script, which it needs, shows it. `what` completes its name. */
export function copyButton(texts: PageTexts, value: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy="${value}" hidden><span data-label>${texts.copy}</span><span class="unseen"> ${what}</span></button>`;
}
