import { html, nothing, type TemplateResult } from "lit-html";
import type { ResponseAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { withQuery } from "../../app/routes.ts";
import { emptyList } from "../../elements/filtered-list.ts";
import { filterForm } from "../../elements/form.ts";
import { pageOf, pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { jsonText } from "../../format/json-text.ts";
import { time } from "../../format/time.ts";
import { auditActions, auditTexts } from "./audit-texts.ts";

const PATH = "/audit";

type Entry = ResponseAt<"get", "/api/audit">["data"][number];
type Context = ViewContext<typeof auditTexts, ResponseAt<"get", "/api/audit">, object>;

export const auditPage = definePage({
  name: "audit",
  path: PATH,
  nav: { group: "account", icon: "shield" },
  texts: auditTexts,
  start: () => ({}),
  load: ({ app, query, signal }: LoadContext) =>
    app.api.get("/api/audit", { query: { ...pageOf(query), action: actionOf(query) }, signal }),
  view: (context) =>
    html`<p>${context.texts.intro}</p>
      ${filterView(context)}
      <div class="list stack">${listView(context)}</div>`,
});

/** The action of the address, if it exists. */
function actionOf(query: URLSearchParams): string | undefined {
  return auditActions.find((action) => action === query.get("action"));
}

function filterView({ app, texts, query }: Context): TemplateResult {
  return filterForm({
    app,
    label: app.shared.filter,
    className: "card",
    pathOf: (entered) => withQuery(PATH, entered),
    body: ({ select }) =>
      html`<div class="filters">
        ${select({
          name: "action",
          label: texts.action,
          value: actionOf(query) ?? "",
          options: [["", texts.all], ...Object.entries(texts.actions)],
        })}
        <button type="submit" class="button">${app.shared.filter}</button>
      </div>`,
  });
}

function listView(context: Context): TemplateResult {
  const { app, texts, data, query } = context;
  const { shared, language } = app;
  const { data: rows, meta } = data;
  if (meta.total === 0) {
    const clear = { path: PATH, title: texts.clear };
    return emptyList({ texts, isFiltered: actionOf(query) !== undefined, clear });
  }
  return html`${table({
    caption: texts.title,
    rows,
    columns: [
      { title: shared.time, cell: ({ at }) => time(at, language, "second") },
      {
        title: texts.action,
        cell: (entry) => withId(html`<strong>${actionText(context, entry)}</strong>`, entry.subject),
      },
      {
        title: texts.who,
        cell: ({ actor }) => withId(html`${texts.actors[actor.kind]}`, actor.id),
      },
      { title: texts.from, cell: ({ address }) => (address === null ? "–" : html`<code>${address}</code>`) },
      { title: texts.change, cell: (entry) => changeView(context, entry) },
    ],
  })}
  ${pager({ meta, path: PATH, query, shared })}`;
}

function withId(said: TemplateResult, id: string | null): TemplateResult {
  return id === null ? said : html`${said}<br /><code class="soft">${id}</code>`;
}

function actionText({ texts }: Context, { action }: Entry): string {
  const known = auditActions.find((each) => each === action);
  return known === undefined ? action : texts.actions[known];
}

/** The values as logged: without secrets, and with masked account numbers. */
function changeView({ texts }: Context, { before, after }: Entry): TemplateResult | typeof nothing {
  const parts = [
    [texts.before, before],
    [texts.after, after],
  ] as const;
  const shown = parts.filter(([, value]) => value !== null);
  if (shown.length === 0) return nothing;
  return html`<details>
    <summary>${texts.change}</summary>
    ${shown.map(
      ([title, value]) =>
        html`<p class="soft">${title}</p>
          <pre class="values" tabindex="0" role="region" aria-label=${title}><code>${jsonText(value)}</code></pre>`,
    )}
  </details>`;
}
