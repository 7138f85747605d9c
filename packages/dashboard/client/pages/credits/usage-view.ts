import { html, type TemplateResult } from "lit-html";
import { withQuery } from "../../app/routes.ts";
import { card } from "../../elements/card.ts";
import { barChart } from "../../elements/chart.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { filterForm } from "../../elements/form.ts";
import { table } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import { dateText } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { usageByBank, usageByDay } from "./credit-usage.ts";
import { CREDITS_PATH, periodOf, usagePeriods } from "./credits-query.ts";
import type { CreditsContext } from "./credits-state.ts";

/** Credits spent by day, for one bank or all. */
export function usageView(context: CreditsContext): TemplateResult {
  const { app, texts, data, query } = context;
  const { shared, language } = app;
  const banks = usageByBank(data.usage);
  const bank = banks.find((each) => each.bank === query.get("bank"))?.bank;
  const days = usageByDay(data.usage, data.dates, bank);
  const spent = () =>
    html`${barChart({
      title: bank === undefined ? shared.allBanks : bankName(bank, language),
      labelTitle: shared.day,
      labels: days.map(({ date }) => dateText(date, language)),
      series: [
        { title: texts.spent, tone: "good", values: days.map((day) => day.spent) },
        { title: texts.refunded, tone: "busy", values: days.map(({ refunded: givenBack }) => givenBack) },
      ],
      shared,
      format: count,
    })}
    <h3>${shared.byBank}</h3>
    ${table({
      caption: shared.byBank,
      rows: banks,
      columns: [
        { title: shared.bank, cell: (row) => bankName(row.bank, language) },
        { title: texts.spent, isNumber: true, cell: ({ debits }) => count(debits) },
        { title: texts.refunded, isNumber: true, cell: ({ refunds }) => count(refunds) },
        { title: texts.net, isNumber: true, cell: ({ net }) => count(net) },
      ],
    })}`;
  return card(
    "usage",
    texts.usage,
    html`${chooserView(context, bank)}
    ${banks.length === 0 ? emptyState(texts.noUsage, texts.noUsageTodo) : spent()}`,
  );
}

function chooserView({ app, data, query }: CreditsContext, bank: string | undefined): TemplateResult {
  const { shared, language } = app;
  return html`${filterForm({
    app,
    label: shared.period,
    className: "filters",
    pathOf: (entered) => withQuery(CREDITS_PATH, entered),
    body: ({ select }) =>
      html`${select({
        name: "days",
        label: shared.period,
        value: String(periodOf(query)),
        options: usagePeriods.map((days) => [String(days), shared.lastDays(days)]),
      })}
      ${select({
        name: "bank",
        label: shared.bank,
        value: bank ?? "",
        options: [
          ["", shared.allBanks],
          ...usageByBank(data.usage).map((row) => [row.bank, bankName(row.bank, language)] as const),
        ],
      })}
      <button type="submit" class="button quiet">${shared.show}</button>`,
  })}
    <p class="hint">${shared.accountDays}</p>`;
}
