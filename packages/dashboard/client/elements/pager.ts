import { html, nothing, type TemplateResult } from "lit-html";
import { addressOfPage, withQuery } from "../app/routes.ts";
import { count } from "../format/money.ts";
import type { SharedTexts } from "../language/shared-texts.ts";

/** Position in a list, with links to the neighbouring pages so that each has an address. */
export function pager(settings: {
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number };
  /** Path of the list, below `/dashboard`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly shared: SharedTexts;
}): TemplateResult | typeof nothing {
  const { meta, shared } = settings;
  const { total, limit, offset } = meta;
  if (total === 0) return nothing;
  const link = (to: number, label: string) =>
    pageLink(settings, ["offset", to === 0 ? null : String(to)], label);
  return html`<nav class="pager" aria-label=${shared.page.label}>
    <p role="status">${shared.page.range(Math.min(offset + 1, total), Math.min(offset + limit, total), count(total))}</p>
    ${offset > 0 ? link(Math.max(0, offset - limit), shared.page.previous) : nothing}
    ${offset + limit < total ? link(offset + limit, shared.page.next) : nothing}
  </nav>`;
}

/** Links to the next page of a list that is read by cursor, and back to its first page. */
export function cursorPager(settings: {
  readonly nextCursor: string | null;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly label: string;
  readonly texts: { readonly newest: string; readonly older: string };
}): TemplateResult | typeof nothing {
  const { nextCursor, label, texts } = settings;
  const isFirst = !settings.query.has("cursor");
  if (isFirst && nextCursor === null) return nothing;
  const link = (cursor: string | null, text: string) => pageLink(settings, ["cursor", cursor], text);
  return html`<nav class="pager" aria-label=${label}>
    ${isFirst ? nothing : link(null, texts.newest)}
    ${nextCursor === null ? nothing : link(nextCursor, texts.older)}
  </nav>`;
}

/** Null removes the parameter. */
function pageLink(
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
  [name, value]: readonly [name: string, value: string | null],
  label: string,
): TemplateResult {
  const changed = new URLSearchParams(query);
  if (value === null) changed.delete(name);
  else changed.set(name, value);
  return html`<a class="button quiet" href=${addressOfPage(withQuery(path, changed))}>${label}</a>`;
}

const PAGE_SIZE = 25;

/** Paging parameters of the API for this address. */
export function pageOf(query: URLSearchParams): { readonly limit: number; readonly offset: number } {
  return { limit: PAGE_SIZE, offset: offsetOf(query) };
}

/** `offset` of the address; 0 if it is not a number. */
export function offsetOf(query: URLSearchParams): number {
  const offset = Number(query.get("offset") ?? 0);
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : 0;
}
