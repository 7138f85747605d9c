import type { DepositEventType } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { depositBadge, isOpen } from "../../deposits/deposit-status.ts";
import { depositTexts } from "../../deposits/deposit-texts.ts";
import { card } from "../../elements/card.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { type Step, timeline } from "../../elements/timeline.ts";
import { jsonText } from "../../format/json-text.ts";
import { followDeliveries } from "../../webhooks/follow-deliveries.ts";
import { subjectDeliveries } from "../../webhooks/subject-deliveries.ts";
import { aboutView } from "./about-view.ts";
import { byHandView } from "./by-hand-view.ts";
import { type DepositContext, type Loaded, load, start } from "./deposit-state.ts";
import { depositPageTexts } from "./deposit-texts.ts";
import { payerView } from "./payer-view.ts";
import { reviewView } from "./review-view.ts";

/** Poll interval for open deposits: sessions have no deposit stream. */
const POLL_MS = 3_000;

export const depositPage = definePage({
  name: "deposit",
  path: "/deposits/:depositId",
  within: "deposits",
  texts: depositPageTexts,
  start,
  load,
  heading: ({ texts, params }) => html`${texts.title} <code>${params["depositId"] ?? ""}</code>`,
  actions: ({ app, data }) =>
    html`${data === undefined ? "" : depositBadge(data.deposit.status, app.language)}`,
  view: (context) => {
    const { app, texts, data } = context;
    if (data === undefined) {
      const back = html`<a class="button" href=${addressOfPage("/deposits")}>${texts.toDeposits}</a>`;
      return emptyState(texts.unknown, app.shared.notYours, back);
    }
    const { review } = data.deposit;
    return html`${review === null ? "" : reviewView(context, data.deposit, review)}
      <div class="columns">
        ${card("story", app.shared.timeline, eventsView(context, data))}
        <div class="stack">
          ${aboutView(context, data.deposit, data.receipts)}${byHandView(context, data.deposit)}${webhooksView(context, data)}
        </div>
      </div>
      ${payerView(context, data.deposit)}
      <details class="card">
        <summary>${app.shared.json}</summary>
        ${codeBlock(app, jsonText(data.deposit), app.shared.json)}
      </details>`;
  },
  live: ({ data, reload }) => {
    if (data === undefined) return undefined;
    if (!isOpen(data.deposit.status)) return followDeliveries(data.deliveries, () => void reload());
    const timer = setTimeout(() => void reload(), POLL_MS);
    return () => clearTimeout(timer);
  },
});

function webhooksView(context: DepositContext, { deposit, deliveries }: Loaded): TemplateResult {
  const { texts } = context;
  const body =
    deliveries.length === 0
      ? html`<p class="soft">${texts.noWebhooks}</p>`
      : subjectDeliveries(context, deposit.id, deliveries);
  return card("webhooks", texts.webhooks, body);
}

type Look = Pick<Step, "tone" | "icon">;

/** For event types that are newer than this page. */
const unknownLook: Look = { tone: "plain", icon: "list" };
const looks: Readonly<Record<DepositEventType, Look>> = {
  "deposit.created": { tone: "plain", icon: "deposit" },
  "deposit.receipt_submitted": { tone: "busy", icon: "send" },
  "deposit.receipt_rejected": { tone: "bad", icon: "cross" },
  "deposit.review_required": { tone: "warn", icon: "warning" },
  "deposit.partially_paid": { tone: "busy", icon: "check" },
  "deposit.confirmed": { tone: "good", icon: "check" },
  "deposit.expired": { tone: "bad", icon: "clock" },
  "deposit.canceled": { tone: "plain", icon: "cross" },
  "deposit.late_receipt": { tone: "busy", icon: "warning" },
};

/** Events in order of time, each with its reason. */
export function eventsView(
  { app, texts }: Pick<DepositContext, "app" | "texts">,
  { events }: Pick<Loaded, "events">,
): TemplateResult {
  const words = depositTexts[app.language];
  const steps = events.data.map(({ type, createdAt, data }) => ({
    ...(looks[type] ?? unknownLook),
    title: words.events[type] ?? type,
    at: createdAt,
    body:
      type === "deposit.receipt_rejected" && data.lastError !== null
        ? html`<p>${words.rejections[data.lastError] ?? data.lastError}</p>`
        : "",
  }));
  return html`${timeline(steps, app.language)}
    ${events.meta.total > events.data.length ? html`<p class="hint">${texts.moreEvents}</p>` : ""}`;
}
