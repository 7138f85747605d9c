import { html, nothing, type TemplateResult } from "lit-html";
import type { ViewContext } from "../app/page.ts";
import { badge, type Tone } from "../elements/badge.ts";
import { emptyState } from "../elements/empty-state.ts";
import { type FormState, idleForm } from "../elements/form.ts";
import { pager } from "../elements/pager.ts";
import { table } from "../elements/table.ts";
import { count } from "../format/money.ts";
import { time, timeText } from "../format/time.ts";
import { keyDialog } from "./key-dialogs.ts";
import { type KeyDraft, type KeyRow, type KeyState, unusedReplacement } from "./key-row.ts";
import { keyTexts } from "./key-texts.ts";

export type KeyDialog =
  | { readonly kind: "make" }
  | { readonly kind: "rotate" | "revoke"; readonly key: KeyRow }
  /** Held here and nowhere else; closing the dialog forgets it. */
  | { readonly kind: "secret"; readonly secret: string; readonly isReplacement: boolean };

export interface KeysState {
  readonly form: FormState;
  readonly dialog: KeyDialog | undefined;
  /** Between the making of the new key and the end of the old one. */
  readonly rotation: { readonly old: KeyRow; readonly newId: string } | undefined;
}

export const startKeys: KeysState = { form: idleForm, dialog: undefined, rotation: undefined };

export interface KeyList {
  readonly rows: readonly KeyRow[];
  readonly meta: { readonly total: number; readonly limit: number; readonly offset: number };
}

/** What pages of keys say differently of their kind. */
export interface KeyPageTexts {
  readonly title: string;
  readonly intro: string;
  readonly none: string;
  readonly noneTodo: string;
  readonly grants: string;
  readonly grantsHint: string;
}

/** One kind of key: how it is made and ended, and what it can be given. */
export interface KeyKind {
  readonly path: string;
  readonly docs: { readonly href: string; readonly title: string };
  /** As the API calls it in `error.details`. */
  readonly grantsField: string;
  readonly grants: readonly { readonly value: string; readonly label: string; readonly isChosen?: boolean }[];
  readonly make: (draft: KeyDraft) => Promise<{ readonly id: string; readonly secret: string }>;
  readonly revoke: (id: string) => Promise<unknown>;
}

export type KeysContext = ViewContext<KeyPageTexts, KeyList, KeysState> & { readonly kind: KeyKind };

export const PAGE_SIZE = 25;

const tones: Readonly<Record<KeyState, Tone>> = { live: "good", expired: "plain", revoked: "bad" };

export function makeKeyButton({ app, change }: Pick<KeysContext, "app" | "change">): TemplateResult {
  return html`<button
    type="button"
    class="button"
    @click=${() => change({ dialog: { kind: "make" }, form: idleForm })}
  >
    ${keyTexts[app.language].make}
  </button>`;
}

/** The list, what is under way, and the dialog that is open. */
export function keysView(context: KeysContext): TemplateResult {
  const { app, texts, data, query, kind } = context;
  const { rows, meta } = data;
  return html`<p>
      ${texts.intro} <a class="link" href=${kind.docs.href}>${kind.docs.title}</a>
    </p>
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
            >`,
      },
      {
        title: words.mayDo,
        cell: ({ grants }) =>
          html`<ul class="plain-list">
            ${grants.map((grant) => html`<li><code>${grant}</code></li>`)}
          </ul>`,
      },
      {
        title: shared.status,
        cell: (key) =>
          html`${badge(tones[key.state], words.states[key.state])}
            <span class="soft below-badge"
              >${
                key.state === "revoked" || key.expiresAt === null
                  ? words.madeAt(timeText(key.createdAt, language, "day"))
                  : words.expires(timeText(key.expiresAt, language, "day"))
              }</span
            >`,
      },
      {
        title: words.lastUsed,
        cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : time(lastUsedAt, language)),
      },
      { title: words.calls, isNumber: true, cell: ({ requestCount }) => count(requestCount) },
      { title: shared.actions, cell: (key) => (key.state === "live" ? actionsView(context, key) : nothing) },
    ],
  });
}

function actionsView({ app, change }: KeysContext, key: KeyRow): TemplateResult {
  const words = keyTexts[app.language];
  const open = (kind: "rotate" | "revoke") => () => change({ dialog: { kind, key }, form: idleForm });
  return html`<div class="actions">
    <button type="button" class="button quiet" @click=${open("rotate")}>
      ${words.rotate}<span class="unseen"> ${key.name}</span>
    </button>
    <button type="button" class="button danger" @click=${open("revoke")}>
      ${words.revoke}<span class="unseen"> ${key.name}</span>
    </button>
  </div>`;
}

/** What is under way by this page, or was when it was left: a reload forgets the new key, never that there is one. */
function rotationView(context: KeysContext): TemplateResult | typeof nothing {
  const { app, data, state } = context;
  const words = keyTexts[app.language];
  const { rotation } = state;
  if (rotation !== undefined) {
    const lastUsedAt = data.rows.find(({ id }) => id === rotation.newId)?.lastUsedAt ?? null;
    const used =
      lastUsedAt === null ? words.rotationUnused : words.rotationUsed(timeText(lastUsedAt, app.language));
    return rotationNotice(context, rotation.old, used, nothing);
  }
  const found = unusedReplacement(data.rows);
  if (found === undefined) return nothing;
  const { old, fresh } = found;
  const todo = html`<p>${words.rotationKept} ${words.rotationLost}</p>`;
  return rotationNotice(
    context,
    old,
    words.rotationUnused,
    todo,
    revokeButton(context, fresh, words.revokeNew),
  );
}

function rotationNotice(
  context: KeysContext,
  old: KeyRow,
  used: string,
  todo: TemplateResult | typeof nothing,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const words = keyTexts[context.app.language];
  return html`<section class="notice" aria-labelledby="rotation">
    <h2 id="rotation">${words.rotation}</h2>
    <p>${words.rotationText(old.name)} ${used}</p>
    ${todo}
    <div class="actions">
      <button type="button" class="button quiet" @click=${() => void context.reload()}>${words.lookAgain}</button>
      ${revokeButton(context, old, words.revokeOld)} ${action}
    </div>
  </section>`;
}

function revokeButton({ change }: KeysContext, key: KeyRow, text: string): TemplateResult {
  const open = () => change({ dialog: { kind: "revoke", key }, form: idleForm });
  return html`<button type="button" class="button danger" @click=${open}>${text}</button>`;
}
