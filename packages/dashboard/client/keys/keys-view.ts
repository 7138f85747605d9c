import type { Texts } from "@receipts/web-pages/texts";
import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../app/define-page.ts";
import type { Page } from "../app/page.ts";
import { badge, type Tone } from "../elements/badge.ts";
import { button } from "../elements/button.ts";
import { emptyState } from "../elements/empty-state.ts";
import { idleForm } from "../elements/form.ts";
import { pageOf, pager } from "../elements/pager.ts";
import { table } from "../elements/table.ts";
import { count } from "../format/money.ts";
import { time, timeText } from "../format/time.ts";
import { branchColumn } from "../places/branches.ts";
import { keyDialog } from "./key-dialogs.ts";
import { type KeyRow, type KeyState, unusedReplacement } from "./key-row.ts";
import { keyTexts } from "./key-texts.ts";
import { type KeyKind, type KeyPageTexts, type KeysContext, startKeys } from "./keys-state.ts";

const tones: Readonly<Record<KeyState, Tone>> = {
  active: "good",
  expired: "plain",
  revoked: "bad",
  left: "warn",
};

/** Defines the page for one kind of key. */
export function defineKeysPage(texts: Texts<KeyPageTexts>, kind: KeyKind): Page {
  return definePage({
    ...kind,
    texts,
    start: () => startKeys,
    load: ({ app, query, signal }) => kind.list(app.api, { query: pageOf(query), signal }),
    actions: ({ app, change }) =>
      button(keyTexts[app.language].create, () => change({ dialog: { kind: "make" }, form: idleForm })),
    view: (context) => keysView({ ...context, kind }),
  });
}

function keysView(context: KeysContext): TemplateResult {
  const { app, texts, data, query, kind } = context;
  const { rows, meta } = data;
  return html`<p>${texts.intro} <a class="link" href=${kind.docs}>${texts.docs}</a></p>
    ${rotationView(context)}
    <div class="list stack">
      ${
        rows.length === 0 && meta.total === 0
          ? emptyState(texts.none, texts.noneTodo)
          : html`${keyTable(context)} ${pager({ meta, path: kind.path, query, shared: app.shared })}`
      }
    </div>
    ${context.state.dialog === undefined ? nothing : keyDialog(context, context.state.dialog)}`;
}

function keyTable(context: KeysContext): TemplateResult {
  const { app, texts, data } = context;
  const { language, shared } = app;
  const words = keyTexts[language];
  return table({
    caption: texts.title,
    rows: data.rows,
    columns: [
      {
        title: words.key,
        cell: (key) =>
          html`<strong>${key.name}</strong><br /><code class="soft">${key.fingerprint}</code><br /><code class="soft"
              >${key.id}</code
            >${
              key.madeBy === null
                ? nothing
                : html`<br /><span class="soft">${words.madeBy(key.madeBy.name, key.madeBy.hasLeft)}</span>`
            }`,
      },
      {
        title: words.permissions,
        cell: ({ grants }) =>
          html`<ul class="plain-list">
            ${grants.map((grant) => html`<li><code>${grant}</code></li>`)}
          </ul>`,
      },
      ...branchColumn<KeyRow>(app, data.branches),
      {
        title: shared.status,
        cell: (key) =>
          html`${badge(tones[key.state], words.states[key.state])}
            <span class="soft below-badge"
              >${
                key.state === "revoked" || key.expiresAt === null
                  ? words.createdAt(timeText(key.createdAt, language, "day"))
                  : words.expires(timeText(key.expiresAt, language, "day"))
              }</span
            >`,
      },
      {
        title: words.lastUsed,
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : time(lastUsedAt, language)),
      },
      { title: words.calls, isNumber: true, cell: ({ requestCount }) => count(requestCount) },
      {
        title: shared.actions,
        cell: (key) => actionsView(context, key),
      },
    ],
  });
}

function actionsView({ app, change }: KeysContext, key: KeyRow): TemplateResult | typeof nothing {
  const words = keyTexts[app.language];
  const isLeft = key.state === "left";
  if (key.state !== "active" && !isLeft) return nothing;
  const open = (kind: "rotate" | "revoke" | "takeOver") => () =>
    change({ dialog: { kind, key }, form: idleForm });
  const isOwner = app.session?.member.role === "owner";
  const first = isLeft ? (isOwner ? "takeOver" : undefined) : "rotate";
  return html`<div class="actions">
    ${first === undefined ? nothing : button(words[first], open(first), { look: "quiet", of: key.name })}
    ${button(words.revoke, open("revoke"), { look: "danger", of: key.name })}
  </div>`;
}

/**
 * The rotation in progress, or one that was left: a reload loses the new key's secret, but the list still shows the
 * key.
 */
function rotationView(context: KeysContext): TemplateResult | typeof nothing {
  const { app, data, state } = context;
  const words = keyTexts[app.language];
  const found = state.rotation === undefined ? unusedReplacement(data.rows) : undefined;
  const old = state.rotation?.old ?? found?.old;
  if (old === undefined) return nothing;
  const lastUsedAt = data.rows.find(({ id }) => id === state.rotation?.newId)?.lastUsedAt ?? null;
  return html`<section class="notice" aria-labelledby="rotation">
    <h2 id="rotation">${words.rotation}</h2>
    <p>
      ${words.rotationText(old.name)}
      ${lastUsedAt === null ? words.rotationUnused : words.rotationUsed(timeText(lastUsedAt, app.language))}
    </p>
    ${found === undefined ? nothing : html`<p>${words.rotationKept} ${words.rotationLost}</p>`}
    <div class="actions">
      ${button(words.refresh, context.reload, { look: "quiet" })}
      ${revokeButton(context, old, words.revokeOld)}
      ${found === undefined ? nothing : revokeButton(context, found.fresh, words.revokeNew)}
    </div>
  </section>`;
}

function revokeButton({ change }: KeysContext, key: KeyRow, text: string): TemplateResult {
  const open = () => change({ dialog: { kind: "revoke", key }, form: idleForm });
  return button(text, open, { look: "danger" });
}
