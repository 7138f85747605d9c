import { html, nothing } from "lit-html";
import type { App } from "../../app/app-context.ts";
import { definePage } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { isolated } from "../../format/isolated.ts";
import { count } from "../../format/money.ts";
import { bankName, isAlwaysReviewed } from "../../language/banks.ts";
import { requestTable } from "../../receipts/request-table.ts";
import { ALL_ENDPOINTS, disabledNotice } from "../../webhooks/endpoint-view.ts";
import { homeTexts } from "./home-texts.ts";
import { paymentsView } from "./payments-view.ts";
import { startTrying } from "./try-it.ts";
import { tryItView } from "./try-it-view.ts";

const RECENT = 5;
/** As the default of the event `credits.low`. */
const LOW_CREDITS = 50;

interface TroubleContext {
  readonly app: App;
  readonly texts: (typeof homeTexts)["en"];
  readonly data: {
    readonly balance: number | undefined;
    readonly troubled: readonly string[];
    /** Names of accounts that no receipt can prove. */
    readonly reviewed: readonly string[];
  };
}

export const homePage = definePage({
  name: "home",
  path: "/",
  nav: { group: "work", icon: "home" },
  texts: homeTexts,
  start: () => startTrying,
  load: async ({ app, signal }) => {
    const { role } = (await app.whenSignedIn()).member;
    // As the API has it: amounts are not for every role.
    const seesMoney = role === "owner" || role === "manager";
    const [report, uptime, examples, recent, balance, endpoints, accounts] = await Promise.all([
      seesMoney ? app.api.get("/api/reports/payments", { signal }) : undefined,
      app.api.get("/api/uptime", { signal }),
      app.api.get("/api/examples", { signal }),
      app.api.get("/api/verify/history", { query: { limit: RECENT }, signal }),
      seesMoney ? app.api.get("/api/credits/balance", { signal }) : undefined,
      app.api.get("/api/webhook-endpoints", { query: ALL_ENDPOINTS, signal }),
      seesMoney ? app.api.get("/api/bank-accounts", { query: { limit: 100 }, signal }) : undefined,
    ]);
    return {
      report: report?.data,
      troubled: uptime.data.banks.flatMap(({ bank, state }) =>
        state === "down" || state === "degraded" ? [bank] : [],
      ),
      examples: examples.data,
      recent: recent.data,
      balance: balance?.data.balance,
      endpoints: endpoints.data,
      reviewed: (accounts?.data ?? []).filter(isAlwaysReviewed).map(({ accountName }) => accountName),
    };
  },
  actions: ({ texts, data }) =>
    data.balance === undefined
      ? html``
      : html`<p><span class="soft">${texts.balance}</span> <strong class="number">${count(data.balance)}</strong></p>`,
  view: (context) => {
    const { app, texts, data } = context;
    return html`${disabledNotice(data.endpoints, app)} ${troubleView(context)}
      ${data.report === undefined ? nothing : paymentsView({ app, texts, report: data.report })}
      <section aria-labelledby="recent" class="stack">
        <h2 id="recent">${texts.recent}</h2>
        ${
          data.recent.length === 0
            ? emptyState(texts.noRequests, texts.noRequestsTodo)
            : html`${requestTable(data.recent, texts.recent, app)}
              <p><a class="link" href=${addressOfPage("/payments")}>${texts.allRequests}</a></p>`
        }
      </section>
      ${tryItView({ ...context, examples: data.examples })}`;
  },
});

function troubleView({ app, texts, data }: TroubleContext) {
  const { balance, troubled, reviewed } = data;
  const banks = troubled.map((bank) => bankName(bank, app.language)).join(", ");
  return html`${
    balance !== undefined && balance < LOW_CREDITS
      ? html`<p class="notice warn">
          <a class="link" href=${addressOfPage("/credits")}>${texts.lowCredits(count(balance))}</a>
        </p>`
      : nothing
  }
  ${
    reviewed.length > 0
      ? html`<p class="notice warn">
          <a class="link" href=${addressOfPage("/bank-accounts")}
            >${texts.shortNames(reviewed.map((name) => isolated(name)).join(", "))}</a
          >
        </p>`
      : nothing
  }
  ${
    troubled.length > 0
      ? html`<p class="notice warn">
          <a class="link" href=${addressOfPage("/uptime")}>${texts.banksInTrouble(banks)}</a>
        </p>`
      : nothing
  }`;
}
