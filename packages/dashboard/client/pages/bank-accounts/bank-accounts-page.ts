import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { confirmation, dialogOf } from "../../elements/dialog.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { idleForm } from "../../elements/form.ts";
import { pageOf, pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { grouped } from "../../format/grouped.ts";
import { time } from "../../format/time.ts";
import { bankName, isAlwaysReviewed } from "../../language/banks.ts";
import { branchColumn, loadBranches } from "../../places/branches.ts";
import { accountDialog } from "./account-dialog.ts";
import type { AccountsContext, Loaded, SavedAccount, State } from "./bank-accounts-state.ts";
import { bankAccountsTexts } from "./bank-accounts-texts.ts";

const PATH = "/bank-accounts";

export const bankAccountsPage = definePage({
  name: "bank-accounts",
  path: PATH,
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "bank" },
  texts: bankAccountsTexts,
  start: (): State => ({ form: idleForm, dialog: undefined }),
  load: async (context: LoadContext): Promise<Loaded> => {
    const { app, query, signal } = context;
    const [accounts, profile, branches] = await Promise.all([
      app.api.get("/api/bank-accounts", { query: pageOf(query), signal }),
      app.api.get("/api/profile", { signal }),
      loadBranches(context),
    ]);
    return { accounts, hasBusiness: profile.data.businessName !== null, branches };
  },
  actions: (context) => addButton(context),
  view: (context) => {
    const { app, texts, data, state, query } = context;
    const { accounts } = data;
    return html`<p>${texts.intro} <a class="link" href="/docs/settlement-match">${texts.docs}</a></p>
      <div class="list stack">
        ${
          accounts.meta.total === 0
            ? emptyState(texts.none, texts.noneTodo)
            : html`${accountTable(context)}
            ${pager({ meta: accounts.meta, path: PATH, query, shared: app.shared })}`
        }
      </div>
      ${
        state.dialog === undefined
          ? nothing
          : state.dialog.kind === "save"
            ? accountDialog(context, state.dialog)
            : removeDialog(context, state.dialog.account)
      }`;
  },
});

function addButton({ texts, change }: AccountsContext): TemplateResult {
  const open = () => change({ dialog: { kind: "save", account: undefined, bank: "" }, form: idleForm });
  return button(texts.add, open);
}

function accountTable(context: AccountsContext): TemplateResult {
  const { app, texts, data } = context;
  const { shared, language } = app;
  return table({
    caption: texts.title,
    rows: data.accounts.data,
    columns: [
      { title: shared.bank, cell: ({ bank }) => bankName(bank, language) },
      {
        title: texts.account,
        cell: (account) =>
          html`<strong class="mono">${grouped(account.accountNumber)}</strong><br />${account.accountName}
            ${account.numberFault === null ? "" : html`<br />${badge("warn", texts.oddNumber)}`}
            ${isAlwaysReviewed(account) ? html`<br /><span class="soft">${texts.alwaysReviewed}</span>` : ""}`,
      },
      { title: texts.label, cell: ({ label }) => label ?? "–" },
      ...branchColumn<SavedAccount>(app, data.branches),
      { title: texts.owner, cell: ({ owner }) => badge("plain", texts.owners[owner]) },
      { title: texts.saved, cell: ({ updatedAt }) => time(updatedAt, language, "day") },
      { title: shared.actions, cell: (account) => actionsView(context, account) },
    ],
  });
}

function actionsView({ texts, change }: AccountsContext, account: SavedAccount): TemplateResult {
  const edit = () => change({ dialog: { kind: "save", account, bank: account.bank }, form: idleForm });
  const remove = () => change({ dialog: { kind: "remove", account }, form: idleForm });
  return html`<div class="actions">
    ${button(texts.edit, edit, { look: "quiet", of: account.accountNumber })}
    ${button(texts.remove, remove, { look: "danger", of: account.accountNumber })}
  </div>`;
}

function removeDialog(context: AccountsContext, account: SavedAccount): TemplateResult {
  const { app, texts, change, reload } = context;
  return confirmation({
    ...dialogOf(context),
    title: texts.removeTitle(`${bankName(account.bank, app.language)} ${account.accountNumber}`),
    effect: texts.removeEffect,
    action: texts.remove,
    send: async () => {
      const params = { id: account.id };
      await app.api.remove("/api/bank-accounts/{id}", { params });
      change({ dialog: undefined });
      app.announce(texts.removed);
      void reload();
    },
  });
}
