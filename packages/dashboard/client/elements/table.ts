import { html, type nothing, type TemplateResult } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

type Cell = TemplateResult | string | typeof nothing;

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Cell;
  /** Aligns the column right. */
  readonly isNumber?: boolean;
}

/** A table. On narrow screens each row is a card, with the column title beside each value. */
export function table<Row>(settings: {
  /** Visually hidden: the heading above says the same. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** For rows that change while a person looks: the focus stays with its row. */
  readonly keyOf?: (row: Row) => string;
}): TemplateResult {
  const { caption, columns, rows, keyOf = (_row: Row, index: number) => index } = settings;
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
      ${repeat(
        rows,
        keyOf,
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

/** Title and value pairs of one item. `false` omits a pair. */
export function details(pairs: readonly (readonly [title: string, value: Cell] | false)[]): TemplateResult {
  const known = pairs.filter((pair) => pair !== false);
  return html`<dl class="details">
    ${known.map(([title, value]) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
