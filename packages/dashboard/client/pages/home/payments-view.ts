import type { PaymentDecisions } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import type { DataAt } from "../../api/api-routes.ts";
import type { App } from "../../app/app-context.ts";
import { card } from "../../elements/card.ts";
import { barChart } from "../../elements/chart.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { dateText } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import type { homeTexts } from "./home-texts.ts";

export type PaymentReport = DataAt<"get", "/api/reports/payments">;

interface PaymentsContext {
  readonly app: App;
  readonly texts: (typeof homeTexts)["en"];
  readonly report: PaymentReport;
}

const periods = ["today", "week", "month"] as const;
const decisions = ["accept", "review", "reject", "undecided"] as const;

/** Money and payments until now, compared with the same time before. */
export function paymentsView(context: PaymentsContext): TemplateResult {
  const { app, texts, report } = context;
  return card(
    "payments",
    texts.payments,
    html`<dl class="figures money">
        ${periods.map((name) => {
          const { current, before } = report[name];
          return html`<div>
            <dt>${texts.periods[name]}</dt>
            <dd>${birr(app, current.decisions.accept)}</dd>
            <dd class="soft">${texts.paymentCount(current.decisions.accept.payments)}</dd>
            <dd class="soft">
              ${texts.before(birr(app, before.decisions.accept), texts.paymentCount(before.decisions.accept.payments))}
            </dd>
          </div>`;
        })}
      </dl>
      ${barChart({
        title: texts.birrByDay,
        labelTitle: app.shared.day,
        labels: report.days.map(({ date }) => dateText(date, app.language)),
        series: [
          { title: texts.decisions.accept, tone: "good", values: amountsOf(report, "accept") },
          { title: texts.decisions.review, tone: "warn", values: amountsOf(report, "review") },
        ],
        shared: app.shared,
        format: (amount) => money(amount, "ETB", app.language),
      })}
      ${tables(context)}`,
  );
}

const birr = ({ language }: App, { amount }: { readonly amount: string }) =>
  money(Number(amount), "ETB", language);

const amountsOf = ({ days }: PaymentReport, decision: "accept" | "review") =>
  days.map((day) => Number(day.decisions[decision].amount));

interface Row {
  readonly title: string;
  readonly sums: readonly PaymentDecisions["accept"][];
}

function tables(context: PaymentsContext): TemplateResult | typeof nothing {
  const { app, texts, report } = context;
  const byDecision = decisions.map((decision) => ({
    title: texts.decisions[decision],
    sums: periods.map((name) => report[name].current.decisions[decision]),
  }));
  const banks = [...new Set(periods.flatMap((name) => report[name].current.banks.map(({ bank }) => bank)))];
  if (banks.length === 0) return nothing;
  const none = { payments: 0, amount: "0.00" };
  const byBank = banks.map((bank) => ({
    title: bankName(bank, app.language),
    sums: periods.map(
      (name) => report[name].current.banks.find((each) => each.bank === bank)?.decisions.accept ?? none,
    ),
  }));
  const isUsed = ({ sums }: Row) => sums.some(({ payments }) => payments > 0);
  return html`<h3>${texts.byDecision}</h3>
    ${sumTable(context, texts.byDecision, texts.decision, byDecision.filter(isUsed))}
    <h3>${app.shared.byBank}</h3>
    <p class="hint">${texts.byBankHint}</p>
    ${sumTable(context, app.shared.byBank, app.shared.bank, byBank)}`;
}

function sumTable(
  { app, texts }: PaymentsContext,
  caption: string,
  title: string,
  rows: readonly Row[],
): TemplateResult {
  return table({
    caption,
    rows,
    columns: [
      { title, cell: (row) => row.title },
      ...periods.map((name, at) => ({
        title: texts.periods[name],
        isNumber: true as const,
        cell: ({ sums }: Row) => {
          const sum = sums[at];
          return sum === undefined
            ? nothing
            : html`${birr(app, sum)}<br /><span class="soft">${texts.paymentCount(sum.payments)}</span>`;
        },
      })),
    ],
  });
}
