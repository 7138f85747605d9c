import { html, type nothing, type TemplateResult } from "lit-html";

type Cell = TemplateResult | string | typeof nothing;

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Cell;
  /** Numbers stand below each other at the end of their column. */
  readonly isNumber?: boolean;
}

/** Rows that are cards on a narrow screen, where each value stands beside the title of its column. */
export function table<Row>(settings: {
  /** Read out, and not shown: the heading above says the same. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}): TemplateResult {
  const { caption, columns, rows } = settings;
  return html`<table class="cards" role="table">
    <caption class="unseen">${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          ({ title, isNumber }) =>
            html`<th role="columnheader" scope="col" class=${isNumber === true ? "number" : ""}>${title}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          html`<tr role="row">
            ${columns.map(
              ({ title, cell, isNumber }) =>
                html`<td role="cell" data-title=${title} class=${isNumber === true ? "number" : ""}>
                  <div>${cell(row)}</div>
                </td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Pairs of a title and its value, of one thing; `false` in place of one that it has not. */
export function details(pairs: readonly (readonly [title: string, value: Cell] | false)[]): TemplateResult {
  const known = pairs.filter((pair) => pair !== false);
  return html`<dl class="details">
    ${known.map(([title, value]) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
