import { html, type TemplateResult } from "lit-html";
import { confirmation, dialogOf, endDialog, formDialog } from "../elements/dialog.ts";
import { offsetOf } from "../elements/pager.ts";
import { secretDialog } from "../elements/secret-dialog.ts";
import { branchField, branchIn } from "../places/branches.ts";
import { type KeyRow, replacementOf } from "./key-row.ts";
import { keyTexts } from "./key-texts.ts";
import type { KeyDialog, KeysContext } from "./keys-state.ts";

/** Preselected expiry in days: a key without expiry is an explicit choice. */
const DEFAULT_EXPIRY = "365";
const expiries = ["30", "90", "365", ""] as const;

export function keyDialog(context: KeysContext, shown: KeyDialog): TemplateResult {
  switch (shown.kind) {
    case "make":
      return createDialog(context);
    case "rotate":
      return rotateDialog(context, shown.key);
    case "revoke":
      return revokeDialog(context, shown.key);
    case "takeOver":
      return takeOverDialog(context, shown.key);
    case "secret":
      return newKeyDialog(context, shown);
  }
}

/** A new key is first in the list. */
function showNewest({ app, query, kind, reload }: KeysContext): void {
  if (offsetOf(query) > 0) app.go(kind.path);
  else void reload();
}

function createDialog(context: KeysContext): TemplateResult {
  const { app, texts, data, kind, change } = context;
  const words = keyTexts[app.language];
  return formDialog({
    ...dialogOf(context),
    title: words.create,
    send: async (values) => {
      const days = values.optional("expiresInDays");
      const { secret } = await kind.create(app.api, {
        name: values.text("name"),
        grants: values.all(kind.grantsField),
        metadata: {},
        branchId: branchIn(values),
        ...(days !== undefined && { expiresInDays: Number(days) }),
      });
      change({ dialog: { kind: "secret", secret, isReplacement: false } });
      showNewest(context);
    },
    body: (parts) => {
      const { field, choices, select, submit } = parts;
      const isManagement = app.session?.member.role !== "developer";
      return html`${field({ name: "name", label: words.name, hint: words.nameHint })}
      ${branchField(app, data.branches, parts, undefined, words.branchHint)}
      ${choices({
        name: kind.grantsField,
        label: texts.grants,
        hint: words.grantsHint,
        choices: Object.entries(texts.grantNames)
          .filter(([value]) => isManagement || !kind.managementGrants.includes(value))
          .map(([value, label]) => ({ value, label, isChosen: kind.preselected.includes(value) })),
      })}
      ${select({
        name: "expiresInDays",
        label: words.expiry,
        value: DEFAULT_EXPIRY,
        options: expiries.map((value) => [value, words.expiries[value]]),
      })}
      ${submit(words.create)}`;
    },
  });
}

function newKeyDialog(context: KeysContext, shown: KeyDialog & { readonly kind: "secret" }): TemplateResult {
  const words = keyTexts[context.app.language];
  return secretDialog({
    title: words.newKey,
    secret: shown.secret,
    what: words.theKey,
    warning: words.warning,
    next: shown.isReplacement ? words.rotateNext : "",
    done: context.app.shared.secretSaved,
    app: context.app,
    onClose: dialogOf(context).onClose,
  });
}

function rotateDialog(context: KeysContext, key: KeyRow): TemplateResult {
  const { app, kind, change } = context;
  const words = keyTexts[app.language];
  return confirmation({
    ...dialogOf(context),
    title: words.rotateTitle(key.name),
    effect: html`<ol class="steps">
      ${words.rotateSteps.map((step) => html`<li>${step}</li>`)}
    </ol>`,
    action: words.rotateAction,
    isDangerous: false,
    send: async () => {
      const { id, secret } = await kind.create(app.api, replacementOf(key));
      change({ dialog: { kind: "secret", secret, isReplacement: true }, rotation: { old: key, newId: id } });
      showNewest(context);
    },
  });
}

function takeOverDialog(context: KeysContext, key: KeyRow): TemplateResult {
  const { app, kind } = context;
  const words = keyTexts[app.language];
  return confirmation({
    ...dialogOf(context),
    title: words.takeOverTitle(key.name),
    effect: words.takeOverEffect,
    action: words.takeOver,
    isDangerous: false,
    send: async () => {
      await kind.takeOver(app.api, key.id);
      void endDialog(context, words.takenOver);
    },
  });
}

function revokeDialog(context: KeysContext, key: KeyRow): TemplateResult {
  const { app, kind, change } = context;
  const words = keyTexts[app.language];
  return confirmation({
    ...dialogOf(context),
    title: words.revokeTitle(key.name),
    effect: html`<p>${words.revokeEffect}</p>
      <p><code>${key.fingerprint}</code></p>`,
    action: words.revoke,
    send: async () => {
      await kind.revoke(app.api, key.id);
      await endDialog(context, words.revoked);
      // After the list knows: otherwise the page takes it for an abandoned rotation.
      change(({ rotation }) => ({
        rotation: rotation?.old.id === key.id || rotation?.newId === key.id ? undefined : rotation,
      }));
    },
  });
}
