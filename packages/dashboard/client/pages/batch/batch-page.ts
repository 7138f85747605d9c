import type { Batch } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { addressOf } from "../../api/api-client.ts";
import { followStream } from "../../api/status-stream.ts";
import { definePage } from "../../app/define-page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { BATCHES_PATH, batchPlace } from "../../batches/batch-places.ts";
import { batchBadge, batchProgress } from "../../batches/batch-state.ts";
import { batchTexts } from "../../batches/batch-texts.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { confirmation } from "../../elements/dialog.ts";
import { downloadLinks } from "../../elements/download-links.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { formOf, idleForm } from "../../elements/form.ts";
import { pager } from "../../elements/pager.ts";
import { details } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { decisionTexts } from "../../receipts/decision-texts.ts";
import { type BatchContext, load, start } from "./batch-state.ts";
import { batchPageTexts } from "./batch-texts.ts";
import { invalidLines } from "./invalid-lines.ts";
import { itemTable } from "./item-table.ts";

export const batchPage = definePage({
  ...batchPlace,
  texts: batchPageTexts,
  start,
  load,
  heading: ({ texts, params, data }) =>
    html`${texts.title} ${data?.batch.label ?? html`<code>${params["batchId"] ?? ""}</code>`}`,
  actions: ({ app, data }) => html`${data === undefined ? "" : batchBadge(data.batch, app.language)}`,
  view: (context) => {
    const { app, texts, data, query } = context;
    if (data === undefined) {
      const back = html`<a class="button" href=${addressOfPage(BATCHES_PATH)}>${texts.toBatches}</a>`;
      return emptyState(texts.unknown, app.shared.notYours, back);
    }
    const { batch, items, invalid } = data;
    return html`${summaryView(context, batch)} ${invalid === undefined ? nothing : invalidLines(invalid, texts, app)}
      <div class="list stack">
        <div class="section-head">
          <h2>${texts.results}</h2>
          ${downloadLinks(app.shared.download, "/api/batches/{id}/export", { params: { id: batch.id } }, app)}
        </div>
        ${itemTable(items.data, texts, app)}
        ${pager({ meta: items.meta, path: `${BATCHES_PATH}/${encodeURIComponent(batch.id)}`, query, shared: app.shared })}
      </div>
      ${context.state.isCanceling ? cancelDialog(context, batch) : nothing}`;
  },
  live: ({ data, reload }) => {
    if (data === undefined || data.batch.completedAt !== null) return undefined;
    // The first event is the present state.
    const shown = JSON.stringify(data.batch.counts);
    return followStream(addressOf("/api/batches/{id}/events", { params: { id: data.batch.id } }), {
      event: "progress",
      changed: (batch: Batch) => {
        if (JSON.stringify(batch.counts) !== shown) void reload();
      },
      done: () => void reload(),
    });
  },
});

function summaryView({ app, texts, change }: BatchContext, batch: Batch): TemplateResult {
  const { language } = app;
  const { decisions } = decisionTexts[language];
  const { counts, status, createdAt } = batch;
  const words = batchTexts[language];
  return card(
    "summary",
    words.receipts,
    html`${batchProgress(batch, language)}
    ${details([
      [decisions.accept, count(counts.accept)],
      [decisions.review, count(counts.review)],
      [decisions.reject, count(counts.reject)],
      counts.notFound > 0 && [texts.notFound, count(counts.notFound)],
      counts.failed > 0 && [texts.failed, count(counts.failed)],
      counts.canceled > 0 && [texts.canceled, count(counts.canceled)],
      counts.invalid > 0 && [texts.invalid, count(counts.invalid)],
      counts.repeated > 0 && [texts.repeated, count(counts.repeated)],
      [words.created, time(createdAt, language)],
    ])}
    ${
      status === "running"
        ? html`<p>${button(texts.cancel, () => change({ isCanceling: true, form: idleForm }), { look: "danger" })}</p>`
        : nothing
    }`,
  );
}

function cancelDialog(context: BatchContext, { id }: Batch): TemplateResult {
  const { app, texts, change, reload } = context;
  return confirmation({
    ...formOf(context),
    title: texts.cancel,
    effect: texts.cancelEffect,
    action: texts.cancel,
    onClose: () => change({ isCanceling: false }),
    send: async () => {
      await app.api.post("/api/batches/{id}/cancel", undefined, { params: { id } });
      change({ isCanceling: false });
      app.announce(texts.canceledNow);
      void reload();
    },
  });
}
