import { html, nothing, type TemplateResult } from "lit-html";
import { addressOfPage, withQuery } from "../../app/routes.ts";
import { chosenIn, filterState } from "../../elements/filtered-list.ts";
import { type FormParts, filterForm } from "../../elements/form.ts";
import { allBanks, bankName } from "../../language/banks.ts";
import { decisionTexts } from "../../receipts/decision-texts.ts";
import type { PaymentsContext } from "./payments-state.ts";

export const PAYMENTS_PATH = "/payments";
/** Names of the API, so that each view has its own address. */
export const paymentFilters = [
  "search",
  "decision",
  "bank",
  "startDate",
  "endDate",
  "branch",
  "member",
] as const;

/** The search is always in sight; the other filters are folded away on phones. */
export function paymentFiltersView(context: PaymentsContext): TemplateResult {
  const { app, texts, data, query } = context;
  const { shared } = app;
  const chosen = chosenIn(query, paymentFilters).map(([name]) => name);
  const isOpen = chosen.some((name) => name !== "search") || matchMedia("(min-width: 48rem)").matches;
  return filterForm({
    app,
    label: shared.filters,
    className: "card stack",
    form: filterState(data.list),
    pathOf: (entered) => withQuery(PAYMENTS_PATH, entered),
    body: (parts) =>
      html`<div class="search-line">
          ${parts.field({
            name: "search",
            label: texts.search,
            hint: texts.searchHint,
            type: "search",
            value: query.get("search") ?? "",
            isOptional: "unsaid",
          })}
          <button type="submit" class="button">${texts.search}</button>
        </div>
        <details class="filter-box" ?open=${isOpen}>
          <summary>${shared.filters}</summary>
          <div class="filters">${choices(context, parts)}
            <button type="submit" class="button quiet">${shared.filter}</button>
          </div>
          <p class="hint">${shared.accountDays}</p>
        </details>
        ${
          chosen.length === 0
            ? nothing
            : html`<p><a class="link" href=${addressOfPage(PAYMENTS_PATH)}>${shared.clearFilters}</a></p>`
        }`,
  });
}

function choices({ app, texts, data, query }: PaymentsContext, parts: FormParts): TemplateResult {
  const { shared, language } = app;
  const select = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    parts.select({ name, label, value: query.get(name) ?? "", options: [["", shared.all], ...options] });
  const day = (name: string, label: string) => {
    const value = (query.get(name) ?? "").slice(0, 10);
    return parts.field({ name, label, type: "date", value, isOptional: "unsaid" });
  };
  const named = (items: readonly { readonly id: string; readonly name: string }[]) =>
    items.map(({ id, name }) => [id, name === "" ? id : name] as const);
  const { branches, members } = data.choices;
  return html`${select("decision", texts.decision, Object.entries(decisionTexts[language].decisions))}
    ${select(
      "bank",
      shared.bank,
      allBanks().map((bank) => [bank, bankName(bank, language)]),
    )}
    ${day("startDate", shared.fromDay)} ${day("endDate", shared.toDay)}
    ${branches.length === 0 ? nothing : select("branch", texts.branch, named(branches))}
    ${members.length < 2 ? nothing : select("member", texts.person, named(members))}`;
}
