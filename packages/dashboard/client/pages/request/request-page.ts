import { html } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import type { DataAt } from "../../api/api-routes.ts";
import { followStatus } from "../../api/status-stream.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { jsonText } from "../../format/json-text.ts";
import { stateBadge } from "../../receipts/request-table.ts";
import { headlineOf, resultView } from "../../receipts/result-view.ts";
import { type RequestTexts, requestTexts } from "./request-texts.ts";
import { storyView } from "./story-view.ts";

/** One request and everything that was done for it. */
export interface RequestStory {
  readonly record: DataAt<"get", "/api/verify/{requestId}">;
  readonly asked: DataAt<"get", "/api/verify/{requestId}/attempts">;
  readonly deliveries: DataAt<"get", "/api/verify/{requestId}/deliveries">;
}

interface State {
  /** While a delivery is being begun again. */
  readonly isRedelivering: boolean;
}

export type RequestContext = ViewContext<RequestTexts, RequestStory | undefined, State>;

/** More than a request has unless it is sent again and again. */
const DELIVERIES = 100;
/** Deliveries have no stream: those under way are looked at again. */
const LOOK_AGAIN_MS = 2_000;
const DUE_SOON_MS = 60_000;

export const requestPage = definePage({
  name: "request",
  path: "/requests/:requestId",
  within: "requests",
  texts: requestTexts,
  start: (): State => ({ isRedelivering: false }),
  load,
  heading: ({ texts, params }) => html`${texts.title} <code>${params["requestId"] ?? ""}</code>`,
  actions: ({ app, data }) =>
    html`${data === undefined || hasHeadline(data.record) ? "" : stateBadge(data.record, app)}`,
  view: (context) => {
    const { app, texts, data } = context;
    if (data === undefined) {
      return emptyState(
        texts.unknown,
        texts.unknownTodo,
        html`<a class="button" href=${addressOfPage("/requests")}>${texts.toRequests}</a>`,
      );
    }
    const { result } = data.record;
    return html`${result === null ? "" : headlineOf(result, app)}
      <div class="columns own-height">
        <section class="card" aria-labelledby="story">
          <h2 id="story">${texts.story}</h2>
          ${storyView(context, data)}
        </section>
        ${
          result === null
            ? ""
            : html`<section class="card" aria-labelledby="verdict">
                <h2 id="verdict">${texts.ended}</h2>
                ${resultView(result, app)}
              </section>`
        }
      </div>
      <details class="card">
        <summary>${texts.json}</summary>
        ${codeBlock(app, jsonText(data.record), texts.json)}
      </details>`;
  },
  live: ({ data, reload }) => (data === undefined ? undefined : follow(data, () => void reload())),
});

function hasHeadline({ result }: RequestStory["record"]): boolean {
  return result !== null && result.failureReason === null && result.decision !== null;
}

async function load({ app, params, signal }: LoadContext): Promise<RequestStory | undefined> {
  const options = { params: { requestId: params["requestId"] ?? "" }, signal };
  try {
    const [record, asked, deliveries] = await Promise.all([
      app.api.get("/api/verify/{requestId}", options),
      app.api.get("/api/verify/{requestId}/attempts", options),
      app.api.get("/api/verify/{requestId}/deliveries", { ...options, query: { limit: DELIVERIES } }),
    ]);
    return { record: record.data, asked: asked.data, deliveries: deliveries.data };
  } catch (error) {
    if (error instanceof ApiFault && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Until it has ended, each change of it; then what becomes of its webhooks. */
function follow({ record, deliveries }: RequestStory, changed: () => void): (() => void) | undefined {
  if (record.result === null) {
    return followStatus(record.requestId, {
      status: ({ processingStatus }) => {
        if (processingStatus !== record.processingStatus) changed();
      },
      done: changed,
    });
  }
  const isDue = deliveries.some(
    ({ state, nextAttemptAt }) =>
      state === "pending" && (nextAttemptAt === null || Date.parse(nextAttemptAt) - Date.now() < DUE_SOON_MS),
  );
  if (!isDue) return undefined;
  const timer = setTimeout(changed, LOOK_AGAIN_MS);
  return () => clearTimeout(timer);
}
