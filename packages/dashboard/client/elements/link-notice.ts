import { html, type TemplateResult } from "lit-html";
import { addressOfPage } from "../app/routes.ts";
import { badNotice, type FormState } from "./form.ts";

/** Whether the API has refused the token of the mailed link. */
export function isLinkEnded({ fault }: FormState): boolean {
  return fault?.details.some(({ field }) => field === "token") === true;
}

/** The link cannot be used, and what to do. */
export function linkNotice(
  text: string,
  next: { readonly path: string; readonly label: string },
): TemplateResult {
  return badNotice(text, html`<p><a class="button" href=${addressOfPage(next.path)}>${next.label}</a></p>`);
}
