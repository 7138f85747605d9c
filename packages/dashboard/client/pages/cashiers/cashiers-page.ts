import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { idleForm } from "../../elements/form.ts";
import { table } from "../../elements/table.ts";
import { time } from "../../format/time.ts";
import { branchColumn, loadBranches } from "../../places/branches.ts";
import { pinDialog, removeDialog, saveDialog } from "./cashier-dialogs.ts";
import type { Cashier, CashiersContext, Loaded, State } from "./cashiers-state.ts";
import { cashiersTexts } from "./cashiers-texts.ts";

export const cashiersPage = definePage({
  name: "cashiers",
  path: "/cashiers",
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "badge" },
  texts: cashiersTexts,
  start: (): State => ({ form: idleForm, dialog: undefined }),
  load: async (context: LoadContext): Promise<Loaded> => {
    const { app, signal } = context;
    const [cashiers, branches] = await Promise.all([
      app.api.get("/api/cashiers", { signal }),
      loadBranches(context),
    ]);
    return { cashiers: cashiers.data, branches };
  },
  actions: ({ texts, change }) =>
    button(texts.add, () => change({ dialog: { kind: "add" }, form: idleForm })),
  view: (context) => {
    const { texts, data, state } = context;
    return html`<p>${texts.intro} <a class="link" href="/docs/at-the-counter">${texts.docs}</a></p>
      <div class="list stack">
        ${data.cashiers.length === 0 ? emptyState(texts.none, texts.noneTodo) : cashierTable(context)}
      </div>
      ${dialogOf(context, state.dialog)}`;
  },
});

function dialogOf(context: CashiersContext, dialog: State["dialog"]): TemplateResult | typeof nothing {
  switch (dialog?.kind) {
    case undefined:
      return nothing;
    case "add":
      return saveDialog(context, undefined);
    case "edit":
      return saveDialog(context, dialog.cashier);
    case "pin":
      return pinDialog(context, dialog.cashier);
    case "remove":
      return removeDialog(context, dialog.cashier);
  }
}

function cashierTable(context: CashiersContext): TemplateResult {
  const { app, texts, data } = context;
  const { language, shared } = app;
  return table({
    caption: texts.title,
    rows: data.cashiers,
    columns: [
      { title: texts.name, cell: ({ name }) => html`<strong>${name}</strong>` },
      ...branchColumn<Cashier>(app, data.branches),
      {
        title: shared.status,
        cell: ({ locked }) => (locked ? badge("warn", texts.locked) : badge("good", texts.active)),
      },
      { title: texts.since, cell: ({ createdAt }) => time(createdAt, language, "day") },
      { title: shared.actions, cell: (cashier) => actionsView(context, cashier) },
    ],
  });
}

function actionsView({ texts, change }: CashiersContext, cashier: Cashier): TemplateResult {
  const { name } = cashier;
  const open = (kind: "edit" | "pin" | "remove") => () =>
    change({ dialog: { kind, cashier }, form: idleForm });
  return html`<div class="actions">
    ${button(texts.edit, open("edit"), { look: "quiet", of: name })}
    ${button(texts.setPin, open("pin"), { look: "quiet", of: name })}
    ${button(texts.remove, open("remove"), { look: "danger", of: name })}
  </div>`;
}
