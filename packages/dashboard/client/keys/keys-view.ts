import { html, nothing, type TemplateResult } from "lit-html";
import type { Api } from "../api/api-client.ts";
import type { LazyPlace } from "../app/lazy-page.ts";
import { definePage, type Page, type ViewContext } from "../app/page.ts";
import { badge, type Tone } from "../elements/badge.ts";
import { button } from "../elements/button.ts";
import { emptyState } from "../elements/empty-state.ts";
import { type FormState, idleForm } from "../elements/form.ts";
import { pageOf, pager } from "../elements/pager.ts";
import { table } from "../elements/table.ts";
import { count } from "../format/money.ts";
import { time, timeText } from "../format/time.ts";
import type { Texts } from "../language/language.ts";
import { type Branch, branchColumn } from "../places/branches.ts";
import { keyDialog } from "./key-dialogs.ts";
import { type KeyDraft, type KeyRow, type KeyState, unusedReplacement } from "./key-row.ts";
import { keyTexts } from "./key-texts.ts";

export type KeyDialog =
  | { readonly kind: "make" }
  | { readonly kind: "rotate" | "revoke" | "takeOver"; readonly key: KeyRow }
  /** Held only here; closing the dialog drops it. */
  | { readonly kind: "secret"; readonly secret: string; readonly isReplacement: boolean };

interface KeysState {
  readonly form: FormState;
  readonly dialog: KeyDialog | undefined;
  /** Set from the creation of the new key until one of the two is revoked. */
  readonly rotation: { readonly old: KeyRow; readonly newId: string } | undefined;
}

const startKeys: KeysState = { form: idleForm, dialog: undefined, rotation: undefined };

interface KeyList {
  readonly rows: readonly KeyRow[];
  /** To choose from; none for keys that belong to no branch. */
  readonly branches: readonly Branch[];
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number };
}

/** Texts that differ between the kinds of keys. */
interface KeyPageTexts {
  readonly title: string;
  readonly intro: string;
  readonly docs: string;
  readonly none: string;
  readonly noneTodo: string;
  readonly grants: string;
  /** By grant, in the order of the form. */
  readonly grantNames: Readonly<Record<string, string>>;
}

/** Operations and choices of one kind of key. */
interface KeyKind extends LazyPlace {
  /** Address of its documentation page. */
  readonly docs: string;
  /** As in `error.details` of the API. */
  readonly grantsField: string;
  /** Grants that only owners and managers give, as in `rolesThatGive` of the contracts. */
  readonly managementGrants: readonly string[];
  /** Preselected grants. */
  readonly preselected: readonly string[];
  readonly list: (
    api: Api,
    asked: { readonly query: ReturnType<typeof pageOf>; readonly signal: AbortSignal },
  ) => Promise<KeyList>;
  readonly create: (api: Api, draft: KeyDraft) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly revoke: (api: Api, id: string) => Promise<unknown>;
  readonly takeOver: (api: Api, id: string) => Promise<unknown>;
}

export type KeysContext = ViewContext<Texts<KeyPageTexts>, KeyList, KeysState> & { readonly kind: KeyKind };

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
