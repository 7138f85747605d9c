import { html, nothing, type TemplateResult } from "lit-html";
import type { ResponseAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { withQuery } from "../../app/routes.ts";
import { downloadLinks } from "../../elements/download-links.ts";
import {
  chosenIn,
  emptyList,
  type Filtered,
  filterState,
  loadFiltered,
} from "../../elements/filtered-list.ts";
import { filterForm } from "../../elements/form.ts";
import { pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { jsonText } from "../../format/json-text.ts";
import { time } from "../../format/time.ts";
import { auditPlace, AUDIT_PATH as PATH } from "./audit-place.ts";
import { auditActions, auditTexts } from "./audit-texts.ts";

type Answer = ResponseAt<"get", "/api/audit">;
type Entry = Answer["data"][number];

interface Loaded {
  readonly entries: Filtered<Answer>;
  readonly members: ResponseAt<"get", "/api/members">["data"];
}

type Context = ViewContext<typeof auditTexts, Loaded, object>;

/** As in the API and in the address. */
const filters = ["action", "member", "startDate", "endDate"] as const;

export const auditPage = definePage({
  ...auditPlace,
  texts: auditTexts,
  start: () => ({}),
  load: async ({ app, query, signal }: LoadContext): Promise<Loaded> => {
    const { timeZone } = (await app.whenSignedIn()).user;
    const [entries, members] = await Promise.all([
      loadFiltered(query, filters, (chosen) =>
        app.api.get("/api/audit", { query: { ...chosen, timeZone }, signal }),
      ),
      app.api.get("/api/members", { query: { limit: 100 }, signal }),
    ]);
    return { entries, members: members.data };
  },
  view: (context) =>
    html`<p>${context.texts.intro}</p>
      ${filterView(context)}
      <div class="list stack">${listView(context)}</div>`,
});

function filterView({ app, texts, query, data }: Context): TemplateResult {
  const { shared } = app;
  const chosen = (name: (typeof filters)[number]) => query.get(name) ?? "";
  const exported = { ...Object.fromEntries(chosenIn(query, filters)), timeZone: app.session?.user.timeZone };
  return filterForm({
    app,
    form: filterState(data.entries),
    label: shared.filter,
    className: "card",
    pathOf: (entered) => withQuery(PATH, entered),
    body: ({ select, field }) =>
      html`<div class="filters">
        ${select({
          name: "action",
          label: texts.action,
          value: chosen("action"),
          options: [["", texts.all], ...Object.entries(texts.actions)],
        })}
        ${select({
          name: "member",
          label: texts.member,
          value: chosen("member"),
          options: [["", texts.anyone], ...data.members.map(({ id, name }) => [id, name] as const)],
        })}
        ${field({ name: "startDate", label: texts.firstDay, type: "date", value: chosen("startDate"), isOptional: "unsaid" })}
        ${field({ name: "endDate", label: texts.lastDay, type: "date", value: chosen("endDate"), isOptional: "unsaid" })}
        <button type="submit" class="button">${shared.filter}</button>
        ${downloadLinks(shared.download, "/api/audit/export", { query: exported }, app)}
      </div>`,
  });
}

function listView(context: Context): TemplateResult {
  const { app, texts, data, query } = context;
  const { shared, language } = app;
  if (data.entries.kind === "refused") return html``;
  const { data: rows, meta } = data.entries.answer;
  if (meta.total === 0) {
    const clear = { path: PATH, title: texts.clear };
    return emptyList({ texts, isFiltered: chosenIn(query, filters).length > 0, clear });
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
        cell: ({ actor }) =>
          actor.name === null || actor.role === null
            ? withId(html`${texts.actors[actor.kind]}`, actor.id)
            : html`<strong>${actor.name}</strong><br />${shared.roles[actor.role]}`,
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
