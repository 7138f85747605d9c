import { html, nothing, type TemplateResult } from "lit-html";
import type { ResponseAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { ViewContext } from "../../app/page.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { confirmation } from "../../elements/dialog.ts";
import { type FormState, formOf, idleForm } from "../../elements/form.ts";
import { pageOf, pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { time, timeText } from "../../format/time.ts";
import { sessionsTexts } from "./sessions-texts.ts";

const PATH = "/sessions";

type Loaded = ResponseAt<"get", "/api/sessions">;
type Row = Loaded["data"][number];

interface State {
  readonly form: FormState;
  /** Asked about before it ends. */
  readonly ending: Row | undefined;
}

type Context = ViewContext<typeof sessionsTexts, Loaded, State>;

export const sessionsPage = definePage({
  name: "sessions",
  path: PATH,
  texts: sessionsTexts,
  start: (): State => ({ form: idleForm, ending: undefined }),
  load: ({ app, query, signal }) => app.api.get("/api/sessions", { query: pageOf(query), signal }),
  view: (context) =>
    html`<p>${context.texts.intro}</p>
      <div class="list stack">${listView(context)}</div>
      ${context.state.ending === undefined ? nothing : endDialog(context, context.state.ending)}`,
});

function listView(context: Context): TemplateResult {
  const { app, texts, data, query, change } = context;
  const { language, shared } = app;
  return html`${table({
    caption: texts.title,
    rows: data.data,
    columns: [
      { title: texts.signedIn, cell: ({ createdAt }) => time(createdAt, language) },
      {
        title: texts.person,
        cell: ({ person }) => html`<strong>${person.name}</strong><br />${shared.roles[person.role]}`,
      },
      { title: texts.from, cell: ({ address }) => (address === null ? "–" : html`<code>${address}</code>`) },
      { title: texts.expires, cell: ({ expiresAt }) => time(expiresAt, language) },
      {
        title: shared.actions,
        cell: (session) =>
          session.current
            ? badge("good", texts.here)
            : button(texts.end, () => change({ ending: session, form: idleForm }), {
                look: "danger",
                of: timeText(session.createdAt, language),
              }),
      },
    ],
  })}
  ${pager({ meta: data.meta, path: PATH, query, shared })}`;
}

function endDialog(context: Context, { id, address, createdAt }: Row): TemplateResult {
  const { app, texts, change, reload } = context;
  return confirmation({
    ...formOf(context),
    title: texts.endTitle,
    effect: html`<p>${texts.endEffect}</p>
      <p>${timeText(createdAt, app.language)} <code>${address ?? "–"}</code></p>`,
    action: texts.end,
    onClose: () => change({ ending: undefined }),
    send: async () => {
      await app.api.remove("/api/sessions/{id}", { params: { id } });
      change({ ending: undefined });
      app.announce(texts.ended);
      await reload();
    },
  });
}
