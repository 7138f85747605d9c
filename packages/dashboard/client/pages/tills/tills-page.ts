import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { badge, type Tone } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { idleForm } from "../../elements/form.ts";
import { table } from "../../elements/table.ts";
import { time, timeText } from "../../format/time.ts";
import { branchColumn, loadBranches } from "../../places/branches.ts";
import { codeDialog, createDialog, renameDialog, revokeDialog } from "./till-dialogs.ts";
import { isWaiting, stateOf, type TillState } from "./till-state.ts";
import type { Loaded, State, Till, TillsContext } from "./tills-state.ts";
import { tillsTexts } from "./tills-texts.ts";

/** Between looks at a till whose device is being set up. */
const LOOK_MS = 3_000;

export const tillsPage = definePage({
  name: "tills",
  path: "/tills",
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "till" },
  texts: tillsTexts,
  start: (): State => ({ form: idleForm, dialog: undefined }),
  load: async (context: LoadContext): Promise<Loaded> => {
    const { app, signal } = context;
    const [tills, branches] = await Promise.all([
      app.api.get("/api/tills", { signal }),
      loadBranches(context),
    ]);
    return { tills: tills.data, branches };
  },
  actions: ({ texts, change }) =>
    button(texts.create, () => change({ dialog: { kind: "create" }, form: idleForm })),
  view: (context) => {
    const { texts, data, state } = context;
    // Not a `list`, which fades while it loads: this page loads again every few seconds.
    return html`<p>${texts.intro} <a class="link" href="/docs/at-the-counter">${texts.docs}</a></p>
      <div class="stack">
        ${data.tills.length === 0 ? emptyState(texts.none, texts.noneTodo) : tillTable(context)}
      </div>
      ${dialogOf(context, state.dialog)}`;
  },
  live: ({ data, reload }) => {
    if (!isWaiting(data.tills)) return undefined;
    const timer = setTimeout(() => void reload(), LOOK_MS);
    return () => clearTimeout(timer);
  },
});

function dialogOf(context: TillsContext, dialog: State["dialog"]): TemplateResult | typeof nothing {
  switch (dialog?.kind) {
    case undefined:
      return nothing;
    case "create":
      return createDialog(context);
    case "code":
      return codeDialog(context, dialog);
    case "rename":
      return renameDialog(context, dialog.till);
    case "revoke":
      return revokeDialog(context, dialog.till);
  }
}

const tones: Readonly<Record<TillState, Tone>> = {
  waiting: "busy",
  expired: "warn",
  enrolled: "good",
  revoked: "plain",
};

function tillTable(context: TillsContext): TemplateResult {
  const { app, texts, data } = context;
  const { language, shared } = app;
  return table({
    caption: texts.title,
    // Revoked ones last, each in the order of the API.
    rows: data.tills.toSorted(
      (one, other) => Number(one.revokedAt !== null) - Number(other.revokedAt !== null),
    ),
    columns: [
      { title: texts.name, cell: ({ name }) => html`<strong>${name}</strong>` },
      ...branchColumn<Till>(app, data.branches),
      { title: shared.status, cell: (till) => stateView(context, till) },
      {
        title: texts.lastSeen,
        cell: ({ lastSeenAt }) => (lastSeenAt === null ? texts.never : time(lastSeenAt, language)),
      },
      {
        title: shared.actions,
        cell: (till) => (till.revokedAt === null ? actionsView(context, till) : nothing),
      },
    ],
  });
}

function stateView({ app, texts }: TillsContext, till: Till): TemplateResult {
  const state = stateOf(till);
  const { codeExpiresAt, enrolledAt, revokedAt } = till;
  const at = revokedAt ?? enrolledAt;
  const more =
    state === "expired"
      ? texts.expiredTodo
      : at !== null
        ? time(at, app.language)
        : texts.codeUntil(timeText(codeExpiresAt ?? "", app.language));
  return html`${badge(tones[state], texts.states[state])} <span class="soft below-badge">${more}</span>`;
}

function actionsView({ texts, change }: TillsContext, till: Till): TemplateResult {
  const open = (kind: "rename" | "revoke") => () => change({ dialog: { kind, till }, form: idleForm });
  return html`<div class="actions">
    ${button(texts.rename, open("rename"), { look: "quiet", of: till.name })}
    ${button(texts.revoke, open("revoke"), { look: "danger", of: till.name })}
  </div>`;
}
