import { html, type TemplateResult } from "lit-html";
import { shownOnce } from "../../api/shown-once.ts";
import { badge } from "../../elements/badge.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { confirmation, dialogOf, endDialog, formDialog } from "../../elements/dialog.ts";
import { requireEntered } from "../../elements/form.ts";
import { secretDialog } from "../../elements/secret-dialog.ts";
import { isolated } from "../../format/isolated.ts";
import { timeText } from "../../format/time.ts";
import { branchField, branchIn } from "../../places/branches.ts";
import type { CreatedTill, Till, TillsContext } from "./tills-state.ts";

export function createDialog(context: TillsContext): TemplateResult {
  const { app, texts, data, change, reload } = context;
  return formDialog({
    ...dialogOf(context),
    title: texts.create,
    send: async (values) => {
      const body = { name: values.text("name"), branchId: branchIn(values) };
      const { data: created } = await app.api.post("/api/tills", body);
      // The policy of the page allows pictures of our own only.
      const picture = URL.createObjectURL(new Blob([shownOnce(created.qrCode)], { type: "image/svg+xml" }));
      change({ dialog: { kind: "code", created, picture } });
      await reload();
    },
    body: (parts) =>
      html`${parts.field({ name: "name", label: texts.name, hint: texts.nameHint })}
        ${branchField(app, data.branches, parts, undefined, texts.branchHint)} ${parts.submit(texts.create)}`,
  });
}

interface Shown {
  readonly created: CreatedTill;
  readonly picture: string;
}

/** The code in its three forms, until the device is set up. */
export function codeDialog(context: TillsContext, { created, picture }: Shown): TemplateResult {
  const { app, texts, data, change } = context;
  const { till, code, url } = created;
  const isSetUp = data.tills.some(({ id, enrolledAt }) => id === till.id && enrolledAt !== null);
  return secretDialog({
    app,
    title: texts.codeTitle(isolated(till.name)),
    secret: shownOnce(code),
    what: texts.code,
    warning: texts.codeWarning(timeText(till.codeExpiresAt ?? "", app.language)),
    next: html`<div class="stack">
      <p>${texts.scan}</p>
      <img class="qr-code" width="240" height="240" alt=${texts.qrCode} src=${picture} @load=${() => URL.revokeObjectURL(picture)} />
      ${codeBlock(app, shownOnce(url), texts.link)}
      <p role="status">${isSetUp ? badge("good", texts.isSetUp) : ""}</p>
    </div>`,
    done: texts.done,
    onClose: () => change({ dialog: undefined }),
  });
}

export function renameDialog(context: TillsContext, { id, name }: Till): TemplateResult {
  const { app, texts } = context;
  return formDialog({
    ...dialogOf(context),
    title: texts.rename,
    send: async (values) => {
      requireEntered(values, ["name"]);
      await app.api.patch("/api/tills/{id}", { name: values.text("name") }, { params: { id } });
      void endDialog(context, texts.renamed);
    },
    body: ({ field, submit }) =>
      html`${field({ name: "name", label: texts.name, value: name })} ${submit(app.shared.save)}`,
  });
}

export function revokeDialog(context: TillsContext, { id, name }: Till): TemplateResult {
  const { app, texts } = context;
  return confirmation({
    ...dialogOf(context),
    title: texts.revokeTitle(isolated(name)),
    effect: texts.revokeEffect,
    action: texts.revoke,
    send: async () => {
      await app.api.remove("/api/tills/{id}", { params: { id } });
      void endDialog(context, texts.revoked);
    },
  });
}
