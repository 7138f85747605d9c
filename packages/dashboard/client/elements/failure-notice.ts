import { html, nothing, type TemplateResult } from "lit-html";
import type { ApiFault } from "../api/api-fault.ts";
import type { SharedTexts } from "../language/shared-texts.ts";
import { button } from "./button.ts";

/** Shows the error, a retry button, and the id for the operator. */
export function failureNotice(fault: ApiFault, shared: SharedTexts, again?: () => void): TemplateResult {
  return html`<div class="notice bad" role="alert">
    <p><strong>${shared.faults(fault)}</strong></p>
    ${again === undefined ? nothing : html`<p>${button(shared.tryAgain, again, { look: "quiet" })}</p>`}
    ${
      fault.requestId === undefined
        ? nothing
        : html`<p class="soft">${shared.requestId}: <code>${fault.requestId}</code></p>`
    }
  </div>`;
}
