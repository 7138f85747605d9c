import { html } from "lit-html";
import { followStatus } from "../../api/status-stream.ts";
import { definePage } from "../../app/define-page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { card } from "../../elements/card.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { jsonText } from "../../format/json-text.ts";
import { headlineOf, resultView } from "../../receipts/result-view.ts";
import { stateBadge } from "../../receipts/state-badge.ts";
import { followDeliveries } from "../../webhooks/follow-deliveries.ts";
import { load, type RequestStory, start } from "./request-state.ts";
import { requestTexts } from "./request-texts.ts";
import { reviewView } from "./review-view.ts";
import { storyView } from "./story-view.ts";

export const requestPage = definePage({
  name: "request",
  path: "/requests/:requestId",
  within: "payments",
  texts: requestTexts,
  start,
  load,
  heading: ({ texts, params }) => html`${texts.title} <code>${params["requestId"] ?? ""}</code>`,
  actions: ({ app, data }) =>
    html`${data === undefined || hasHeadline(data.record) ? "" : stateBadge(data.record, app)}`,
  view: (context) => {
    const { app, texts, data } = context;
    if (data === undefined) {
      return emptyState(
        texts.unknown,
        app.shared.notYours,
        html`<a class="button" href=${addressOfPage("/payments")}>${texts.toRequests}</a>`,
      );
    }
    const { result } = data.record;
    return html`${result === null ? "" : html`${headlineOf(result, app)} ${reviewView(context, data.record, result)}`}
      <div class="columns">
        ${card("story", app.shared.timeline, storyView(context, data))}
        ${result === null ? "" : card("verdict", texts.ended, resultView(result, app))}
      </div>
      <details class="card">
        <summary>${app.shared.json}</summary>
        ${codeBlock(app, jsonText(data.record), app.shared.json)}
      </details>`;
  },
  live: ({ data, reload }) => (data === undefined ? undefined : follow(data, () => void reload())),
});

function hasHeadline({ result }: RequestStory["record"]): boolean {
  return result !== null && result.failureReason === null && result.decision !== null;
}

/** Follows the request until it ends, then its webhooks. */
function follow({ record, deliveries }: RequestStory, changed: () => void): (() => void) | undefined {
  if (record.result === null) {
    return followStatus(record.requestId, {
      status: ({ processingStatus }) => {
        if (processingStatus !== record.processingStatus) changed();
      },
      recheck: changed,
      done: changed,
    });
  }
  return followDeliveries(deliveries, changed);
}
