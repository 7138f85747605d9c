import { html, type TemplateResult } from "lit-html";
import { barChart } from "../../elements/chart.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { selectField } from "../../elements/field.ts";
import { idleForm } from "../../elements/form.ts";
import { table } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import { timeText } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { usageByBank, usageByDay } from "./credit-usage.ts";
import type { CreditsContext } from "./credits-page.ts";
import { CREDITS_PATH, periodOf, usagePeriods } from "./credits-query.ts";

/** What was spent, day by day, of all banks or of one. */
export function usageView(context: CreditsContext): TemplateResult {
  const { app, texts, data, query } = context;
  const { shared, language } = app;
  const banks = usageByBank(data.usage);
  const bank = banks.find((each) => each.bank === query.get("bank"))?.bank;
  const days = usageByDay(data.usage, data.dates, bank);
  return html`<section class="card" aria-labelledby="usage">
    <h2 id="usage">${texts.usage}</h2>
    ${chooserView(context, bank)}
    ${
      banks.length === 0
        ? emptyState(texts.noUsage, texts.noUsageTodo)
        : html`${barChart({
            title: bank === undefined ? shared.allBanks : bankName(bank, language),
            labelTitle: texts.day,
            labels: days.map(({ date }) => timeText(date, language, "day")),
            series: [
              { title: texts.spent, tone: "first", values: days.map(({ spent }) => spent) },
              { title: texts.givenBack, tone: "third", values: days.map(({ givenBack }) => givenBack) },
            ],
            shared,
            format: count,
          })}
          <h3>${texts.byBank}</h3>
          ${table({
            caption: texts.byBank,
            rows: banks,
            columns: [
              { title: shared.bank, cell: (row) => bankName(row.bank, language) },
              { title: texts.spent, isNumber: true, cell: ({ debits }) => count(debits) },
              { title: texts.givenBack, isNumber: true, cell: ({ refunds }) => count(refunds) },
              { title: texts.net, isNumber: true, cell: ({ net }) => count(net) },
            ],
          })}`
    }
  </section>`;
}

function chooserView({ app, texts, data, query }: CreditsContext, bank: string | undefined): TemplateResult {
  const { shared, language } = app;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const chosen = new FormData(event.currentTarget);
    const next = new URLSearchParams();
    for (const name of ["days", "bank"]) {
      const value = chosen.get(name);
      if (typeof value === "string" && value !== "") next.set(name, value);
    }
    app.go(`${CREDITS_PATH}?${next}`);
  };
  return html`<form class="filters" aria-label=${texts.period} @submit=${submit} novalidate>
      ${selectField({
        name: "days",
        label: texts.period,
        value: String(periodOf(query)),
        options: usagePeriods.map((days) => ({ value: String(days), label: texts.days(days) })),
        shared,
        form: idleForm,
      })}
      ${selectField({
        name: "bank",
        label: shared.bank,
        value: bank ?? "",
        options: [
          { value: "", label: shared.allBanks },
          ...usageByBank(data.usage).map((row) => ({ value: row.bank, label: bankName(row.bank, language) })),
        ],
        shared,
        form: idleForm,
      })}
      <button type="submit" class="button quiet">${texts.show}</button>
    </form>
    <p class="hint">${texts.usageHint}</p>`;
}
