import { html, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { addressOfPage } from "../app/routes.ts";
import { focusWhenDrawn } from "./focus-when-drawn.ts";
import { badNotice, type FormState } from "./form.ts";

/** Replaces a sent form: the email that was sent, and the next step. Takes over the form's focus. */
export function mailedNotice(said: string, todo: string): TemplateResult {
  return html`<div class="notice good" role="status" tabindex="-1" ${ref(focusWhenDrawn)}>
    <p><strong>${said}</strong></p>
    <p>${todo}</p>
  </div>`;
}

/** True if the API rejected the token of the mailed link. */
export function isLinkEnded({ fault }: FormState): boolean {
  return fault?.details.some(({ field }) => field === "token") === true;
}

/** Says that the link cannot be used, with the next step. */
export function linkNotice(
  text: string,
  next: { readonly path: string; readonly label: string },
): TemplateResult {
  return badNotice(text, html`<p><a class="button" href=${addressOfPage(next.path)}>${next.label}</a></p>`);
}
