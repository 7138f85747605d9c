import { html, type TemplateResult } from "lit-html";

/** A long number in groups of four, to be compared by eye. Copied, it has no spaces. */
export function grouped(number: string): TemplateResult | string {
  if (!/^\d{8,}$/.test(number)) return number;
  const groups = number.match(/\d{1,4}/g) ?? [];
  return html`${groups.map((group) => html`<span class="digits">${group}</span>`)}`;
}
