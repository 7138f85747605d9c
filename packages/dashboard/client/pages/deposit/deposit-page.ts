import type { DepositEventType } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import type { AnswerAt, DataAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { depositBadge, isOpen } from "../../deposits/deposit-status.ts";
import { depositTexts } from "../../deposits/deposit-texts.ts";
import type { Tone } from "../../elements/badge.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { type FormState, idleForm } from "../../elements/form.ts";
import { type IconName, icon } from "../../elements/icon.ts";
import { jsonText } from "../../format/json-text.ts";
import { time } from "../../format/time.ts";
import { aboutView } from "./about-view.ts";
import { byHandView } from "./by-hand-view.ts";
import { depositPageTexts } from "./deposit-texts.ts";
import { reviewView } from "./review-view.ts";

export type Deposit = DataAt<"get", "/api/deposits/{id}">;

interface Loaded {
  readonly deposit: Deposit;
  readonly events: AnswerAt<"get", "/api/deposits/{id}/events">;
}

interface State {
  readonly form: FormState;
  readonly isCanceling: boolean;
}

export type DepositContext = ViewContext<(typeof depositPageTexts)["en"], Loaded | undefined, State>;

/** More than a deposit has: ten receipts, what came of each, and its end. */
const EVENTS = 100;
/** Deposits have no stream for people who have signed in: those that are open are looked at again. */
const LOOK_AGAIN_MS = 3_000;

export const depositPage = definePage({
  name: "deposit",
  path: "/deposits/:depositId",
  within: "deposits",
  texts: depositPageTexts,
  start: (): State => ({ form: idleForm, isCanceling: false }),
  load,
  heading: ({ texts, params }) => html`${texts.title} <code>${params["depositId"] ?? ""}</code>`,
  actions: ({ app, data }) =>
    html`${data === undefined ? "" : depositBadge(data.deposit.status, app.language)}`,
  view: (context) => {
    const { app, texts, data } = context;
    if (data === undefined) {
      const back = html`<a class="button" href=${addressOfPage("/deposits")}>${texts.toDeposits}</a>`;
      return emptyState(texts.unknown, texts.unknownTodo, back);
    }
    const { review } = data.deposit;
    return html`${review === null ? "" : reviewView(context, data.deposit, review)}
      <div class="columns">
        <section class="card" aria-labelledby="story">
          <h2 id="story">${texts.story}</h2>
          ${eventsView(context, data)}
        </section>
        <div class="stack">${aboutView(context, data.deposit)}${byHandView(context, data.deposit)}</div>
      </div>
      <details class="card">
        <summary>${texts.json}</summary>
        ${codeBlock(app, jsonText(data.deposit), texts.json)}
      </details>`;
  },
  live: ({ data, reload }) => {
    if (data === undefined || !isOpen(data.deposit.status)) return undefined;
    const timer = setTimeout(() => void reload(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  },
});

async function load({ app, params, signal }: LoadContext): Promise<Loaded | undefined> {
  const options = { params: { id: params["depositId"] ?? "" }, signal };
  try {
    const [deposit, events] = await Promise.all([
      app.api.get("/api/deposits/{id}", options),
      app.api.get("/api/deposits/{id}/events", { ...options, query: { limit: EVENTS } }),
    ]);
    return { deposit: deposit.data, events };
  } catch (error) {
    if (error instanceof ApiFault && error.code === "not_found") return undefined;
    throw error;
  }
}

interface Look {
  readonly tone: Tone;
  readonly icon: IconName;
}

/** Of a type that came after this page was opened. */
const unknownLook: Look = { tone: "plain", icon: "list" };
const looks: Readonly<Record<DepositEventType, Look>> = {
  "deposit.created": { tone: "plain", icon: "deposit" },
  "deposit.receipt_submitted": { tone: "busy", icon: "send" },
  "deposit.receipt_rejected": { tone: "bad", icon: "cross" },
  "deposit.review_required": { tone: "warn", icon: "warning" },
  "deposit.confirmed": { tone: "good", icon: "check" },
  "deposit.expired": { tone: "bad", icon: "clock" },
  "deposit.canceled": { tone: "plain", icon: "cross" },
  "deposit.late_receipt": { tone: "busy", icon: "warning" },
};

/** In the order in which it happened, each with why. */
export function eventsView(
  { app, texts }: Pick<DepositContext, "app" | "texts">,
  { events }: Pick<Loaded, "events">,
): TemplateResult {
  const words = depositTexts[app.language];
  return html`<ol class="timeline" aria-live="polite">
      ${events.data.map(
        ({ type, createdAt, data }) =>
          html`<li class=${(looks[type] ?? unknownLook).tone}>
            ${icon((looks[type] ?? unknownLook).icon)}
            <h3>${words.events[type] ?? type}</h3>
            <p class="when">${time(createdAt, app.language, "second")}</p>
            ${
              type === "deposit.receipt_rejected" && data.lastError !== null
                ? html`<p>${words.rejections[data.lastError] ?? data.lastError}</p>`
                : ""
            }
          </li>`,
      )}
    </ol>
    ${events.meta.total > events.data.length ? html`<p class="hint">${texts.moreEvents}</p>` : ""}`;
}
