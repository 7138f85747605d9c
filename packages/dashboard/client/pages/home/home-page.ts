import type { Review } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { unlessNotFound } from "../../api/api-fault.ts";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { card } from "../../elements/card.ts";
import { isolated } from "../../format/isolated.ts";
import { count, money } from "../../format/money.ts";
import { bankName, isAlwaysReviewed } from "../../language/banks.ts";
import { decisionTexts } from "../../receipts/decision-texts.ts";
import { pathOfReview } from "../../receipts/reviews.ts";
import { verifyView } from "../../verify/verify-form.ts";
import { startVerifying, type VerifyState } from "../../verify/verify-state.ts";
import { ALL_ENDPOINTS, disabledNotice } from "../../webhooks/endpoint-view.ts";
import { type FirstSteps, firstStepsView } from "./first-steps.ts";
import { homeTexts } from "./home-texts.ts";
import { type PaymentReport, paymentsView } from "./payments-view.ts";

/** Reviews that Home names; the queue has all. */
const MOST_REVIEWS = 5;
/** As the default of the event `credits.low`. */
const LOW_CREDITS = 50;

type OldPayments = DataAt<"get", "/api/profile">["oldPayments"];

/** Undefined stands for data that a developer may not see. */
interface Loaded {
  readonly money:
    | {
        readonly report: PaymentReport;
        readonly balance: number;
        readonly reviews: readonly Review[];
        readonly reviewCount: number;
        /** The rule of old payments, which no person of this account has seen yet. */
        readonly newRule: OldPayments | undefined;
        /** Names of accounts that no receipt can prove. */
        readonly reviewed: readonly string[];
      }
    | undefined;
  readonly troubled: readonly string[];
  readonly endpoints: DataAt<"get", "/api/webhook-endpoints">;
  readonly steps: FirstSteps;
}

type Context = ViewContext<typeof homeTexts, Loaded, VerifyState>;

export const homePage = definePage({
  name: "home",
  path: "/",
  nav: { group: "work", icon: "home" },
  texts: homeTexts,
  start: startVerifying,
  lead: verifyView,
  load: async ({ app, signal }): Promise<Loaded> => {
    const { role } = (await app.whenSignedIn()).member;
    // As the API has it: amounts are not for every role.
    const seesMoney = role === "owner" || role === "manager";
    const [uptime, endpoints, steps, money] = await Promise.all([
      app.api.get("/api/uptime", { signal }),
      app.api.get("/api/webhook-endpoints", { query: ALL_ENDPOINTS, signal }),
      // Missing while an older version answers: Home is there all the same.
      unlessNotFound(app.api.get("/api/profile/first-steps", { signal })),
      seesMoney ? loadMoney(app.api, signal) : undefined,
    ]);
    return {
      money,
      troubled: uptime.data.banks.flatMap(({ bank, state }) =>
        state === "down" || state === "degraded" ? [bank] : [],
      ),
      endpoints: endpoints.data,
      steps: steps?.data.isNew === true ? steps.data.steps : [],
    };
  },
  actions: ({ texts, data: { money: seen } }) =>
    seen === undefined
      ? html``
      : html`<p><span class="soft">${texts.balance}</span> <strong class="number">${count(seen.balance)}</strong></p>`,
  view: (context) => {
    const { app, texts, data } = context;
    return html`${firstStepsView(app, texts, data.steps)} ${newRuleView(context)} ${disabledNotice(data.endpoints, app)} ${troubleView(context)} ${reviewsView(context)}
    ${data.money === undefined ? nothing : paymentsView({ app, texts, report: data.money.report })}`;
  },
});

async function loadMoney(api: Context["app"]["api"], signal: AbortSignal): Promise<Loaded["money"]> {
  const [report, balance, reviews, accounts, profile] = await Promise.all([
    api.get("/api/reports/payments", { signal }),
    api.get("/api/credits/balance", { signal }),
    api.get("/api/reviews", { query: { limit: MOST_REVIEWS }, signal }),
    api.get("/api/bank-accounts", { query: { limit: 100 }, signal }),
    api.get("/api/profile", { signal }),
  ]);
  return {
    report: report.data,
    balance: balance.data.balance,
    reviews: reviews.data,
    reviewCount: reviews.meta.total,
    newRule: profile.data.oldPaymentsChosen ? undefined : profile.data.oldPayments,
    reviewed: accounts.data.filter(isAlwaysReviewed).map(({ accountName }) => accountName),
  };
}

/** Told until a person keeps or changes it. */
function newRuleView({ app, texts, data, reload }: Context): TemplateResult | typeof nothing {
  const oldPayments = data.money?.newRule;
  if (oldPayments === undefined) return nothing;
  const keep = () =>
    app.attempt(async () => {
      await app.api.patch("/api/profile", { oldPayments });
      await reload();
    });
  return html`<div class="notice">
    <p><strong>${texts.newRule}</strong></p>
    <p>${texts.newRuleWhy}</p>
    <div class="actions">
      <button type="button" class="button" @click=${keep}>${texts.keepRule}</button>
      <a class="button quiet" href=${addressOfPage("/profile")}>${texts.changeRule}</a>
    </div>
  </div>`;
}

function troubleView({ app, texts, data: { money: seen, troubled } }: Context): TemplateResult {
  const banks = troubled.map((bank) => bankName(bank, app.language)).join(", ");
  const reviewed = seen?.reviewed ?? [];
  return html`${
    seen !== undefined && seen.balance < LOW_CREDITS
      ? warning("/credits", texts.lowCredits(count(seen.balance)))
      : nothing
  }
  ${
    reviewed.length > 0
      ? warning("/bank-accounts", texts.shortNames(reviewed.map((name) => isolated(name)).join(", ")))
      : nothing
  }
  ${troubled.length > 0 ? warning("/uptime", texts.banksInTrouble(banks)) : nothing}`;
}

const warning = (path: string, text: string) =>
  html`<p class="notice warn"><a class="link" href=${addressOfPage(path)}>${text}</a></p>`;

/** Receipts that wait for a decision, the oldest first. */
function reviewsView({ app, texts, data: { money: seen } }: Context): TemplateResult | typeof nothing {
  if (seen === undefined || seen.reviewCount === 0) return nothing;
  const { language } = app;
  const { reasons } = decisionTexts[language];
  return card(
    "to-decide",
    texts.toDecide(count(seen.reviewCount)),
    html`<ul class="to-decide">
        ${seen.reviews.map((review) => {
          const { amount, bank, senderName, decisionReasons } = review;
          return html`<li>
            <a class="link" href=${addressOfPage(pathOfReview(review))}
              ><strong>${amount === null ? bankName(bank, language) : money(Number(amount), "ETB", language)}</strong>${
                senderName === null ? nothing : html` <span>${isolated(senderName)}</span>`
              }</a
            >
            <span class="soft">${decisionReasons.map((reason) => reasons[reason] ?? reason).join("; ")}</span>
          </li>`;
        })}
      </ul>
      <p><a class="button quiet" href=${addressOfPage("/reviews")}>${texts.allToDecide}</a></p>`,
  );
}
