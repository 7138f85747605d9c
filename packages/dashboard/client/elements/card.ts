import { html, type TemplateResult } from "lit-html";

/** A part of a page under its own heading. `id`: of the heading, which names the part. */
export function card(id: string, title: string, body: TemplateResult): TemplateResult {
  return html`<section class="card" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${body}
  </section>`;
}
