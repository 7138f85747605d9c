import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { idleForm } from "../../elements/form.ts";
import { table } from "../../elements/table.ts";
import { time } from "../../format/time.ts";
import { branchTexts } from "../../places/branch-texts.ts";
import { type Branch, loadBranches } from "../../places/branches.ts";
import { archiveDialog, nameDialog } from "./branch-dialogs.ts";
import type { BranchesContext, State } from "./branches-state.ts";
import { branchesTexts } from "./branches-texts.ts";

export const branchesPage = definePage({
  name: "branches",
  path: "/branches",
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "shop" },
  texts: branchesTexts,
  start: (): State => ({ form: idleForm, dialog: undefined }),
  load: loadBranches,
  actions: ({ texts, change }) =>
    button(texts.add, () => change({ dialog: { kind: "name", branch: undefined }, form: idleForm })),
  view: (context) => {
    const { texts, data, state } = context;
    return html`<p>${texts.intro} <a class="link" href="/docs/at-the-counter">${texts.docs}</a></p>
      <div class="list stack">
        ${data.length === 0 ? emptyState(texts.none, texts.noneTodo) : branchTable(context)}
      </div>
      ${dialogOf(context, state.dialog)}`;
  },
});

function dialogOf(context: BranchesContext, dialog: State["dialog"]): TemplateResult | typeof nothing {
  if (dialog === undefined) return nothing;
  return dialog.kind === "name" ? nameDialog(context, dialog.branch) : archiveDialog(context, dialog.branch);
}

function branchTable(context: BranchesContext): TemplateResult {
  const { app, texts, data } = context;
  const { language, shared } = app;
  return table({
    caption: texts.title,
    // Open ones first, each in the order of the API.
    rows: data.toSorted((one, other) => Number(one.archivedAt !== null) - Number(other.archivedAt !== null)),
    columns: [
      { title: texts.name, cell: ({ name }) => html`<strong>${name}</strong>` },
      {
        title: shared.status,
        cell: ({ archivedAt }) =>
          archivedAt === null
            ? badge("good", texts.open)
            : html`${badge("plain", branchTexts[language].archived)}
                <span class="soft below-badge">${time(archivedAt, language, "day")}</span>`,
      },
      { title: texts.since, cell: ({ createdAt }) => time(createdAt, language, "day") },
      { title: shared.actions, cell: (branch) => actionsView(context, branch) },
    ],
  });
}

function actionsView({ app, texts, change, reload }: BranchesContext, branch: Branch): TemplateResult {
  const { id, name, archivedAt } = branch;
  const open = (kind: "name" | "archive") => () => change({ dialog: { kind, branch }, form: idleForm });
  const reopen = () =>
    app.attempt(async () => {
      await app.api.patch("/api/branches/{id}", { archived: false }, { params: { id } });
      app.announce(texts.reopened);
      await reload();
    });
  return html`<div class="actions">
    ${button(texts.rename, open("name"), { look: "quiet", of: name })}
    ${
      archivedAt === null
        ? button(texts.archive, open("archive"), { look: "danger", of: name })
        : button(texts.reopen, () => void reopen(), { look: "quiet", of: name })
    }
  </div>`;
}
