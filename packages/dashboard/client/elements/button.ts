import { html, nothing, type TemplateResult } from "lit-html";

/** `of`: read out after the text, to distinguish equal buttons. */
export function button(
  text: string,
  press: () => unknown,
  options: {
    readonly look?: "quiet" | "danger" | undefined;
    readonly of?: string;
    readonly isBusy?: boolean;
  } = {},
): TemplateResult {
  const { look, of, isBusy } = options;
  return html`<button
    type="button"
    class=${look === undefined ? "button" : `button ${look}`}
    aria-disabled=${isBusy === undefined ? nothing : String(isBusy)}
    @click=${() => press()}
  >
    ${text}${of === undefined ? nothing : html`<span class="unseen"> ${of}</span>`}
  </button>`;
}
