import { html } from "lit-html";
import { definePage } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { count } from "../../format/money.ts";
import { requestTable } from "../../receipts/request-table.ts";
import { homeTexts } from "./home-texts.ts";
import { startTrying } from "./try-it.ts";
import { tryItView } from "./try-it-view.ts";

const RECENT = 5;

export const homePage = definePage({
  name: "home",
  path: "/",
  nav: { group: "work", icon: "home" },
  texts: homeTexts,
  start: () => startTrying,
  load: async ({ app, signal }) => {
    const [examples, recent, balance] = await Promise.all([
      app.api.get("/api/examples", { signal }),
      app.api.get("/api/verify/history", { query: { limit: RECENT }, signal }),
      app.api.get("/api/credits/balance", { signal }),
    ]);
    return { examples: examples.data, recent: recent.data, balance: balance.data.balance };
  },
  actions: ({ texts, data }) =>
    html`<p><span class="soft">${texts.balance}</span> <strong class="number">${count(data.balance)}</strong></p>`,
  view: (context) => {
    const { app, texts, data } = context;
    return html`${tryItView({ ...context, examples: data.examples })}
      <section aria-labelledby="recent" class="stack">
        <h2 id="recent">${texts.recent}</h2>
        ${
          data.recent.length === 0
            ? emptyState(texts.noRequests, texts.noRequestsTodo)
            : html`${requestTable(data.recent, texts.recent, app)}
              <p><a class="link" href=${addressOfPage("/requests")}>${texts.allRequests}</a></p>`
        }
      </section>`;
  },
});
