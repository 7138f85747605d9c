import { html, type TemplateResult } from "lit-html";
import { addressOfPage } from "../../app/routes.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { table } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import { duration } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { choiceOf, pathOfChoice, windows } from "./reports-query.ts";
import type { ReportsContext } from "./reports-state.ts";

type Metrics = ReportsContext["data"]["metrics"];
type Counts = Pick<Metrics, "total" | "successRate" | "durationMs">;

/** Count, success rate and latency in a recent window. */
export function recentView(context: ReportsContext): TemplateResult {
  const { app, texts, data, query } = context;
  const choice = choiceOf(query);
  const { metrics } = data;
  const asked = metrics.banks.filter(({ total }) => total > 0);
  return html`<section class="card" aria-labelledby="recent">
    <h2 id="recent">${texts.now}</h2>
    <nav class="tabs" aria-label=${texts.window}>
      ${windows.map(
        (window) =>
          html`<a
            href=${addressOfPage(pathOfChoice({ ...choice, window }))}
            aria-current=${window === metrics.window ? "true" : "false"}
            >${texts.windows[window]}</a
          >`,
      )}
    </nav>
    <dl class="figures">
      ${figures(context, metrics).map(([title, value]) => html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${
      asked.length === 0
        ? emptyState(texts.noneNow, texts.noneNowTodo)
        : html`<h3>${app.shared.byBank}</h3>
          ${table({
            caption: app.shared.byBank,
            rows: asked,
            columns: [
              { title: app.shared.bank, cell: ({ bank }) => bankName(bank, app.language) },
              { title: texts.requests, isNumber: true, cell: ({ total }) => count(total) },
              { title: texts.successRate, isNumber: true, cell: (row) => rateText(context, row) },
              { title: texts.p50, isNumber: true, cell: (row) => within(context, row.durationMs.p50) },
              { title: texts.p95, isNumber: true, cell: (row) => within(context, row.durationMs.p95) },
            ],
          })}`
    }
  </section>`;
}

function figures(context: ReportsContext, counts: Counts): readonly (readonly [string, string])[] {
  const { texts } = context;
  const { p50, p95, p99 } = counts.durationMs;
  return [
    [texts.requests, count(counts.total)],
    [texts.successRate, rateText(context, counts)],
    [texts.p50, within(context, p50)],
    [texts.p95, within(context, p95)],
    [texts.p99, within(context, p99)],
  ];
}

function rateText({ texts }: ReportsContext, { successRate }: Pick<Counts, "successRate">): string {
  return successRate === null ? texts.unknown : `${(successRate * 100).toFixed(1)} %`;
}

function within({ app, texts }: ReportsContext, milliseconds: number | null): string {
  return milliseconds === null ? texts.unknown : duration(milliseconds, app.language);
}
