import { html, type TemplateResult } from "lit-html";

/** A part of a page with its own heading. `id` is the heading's. */
export function card(id: string, title: string, body: TemplateResult): TemplateResult {
  return html`<section class="card" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${body}
  </section>`;
}
