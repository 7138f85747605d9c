import { html, type TemplateResult } from "lit-html";
import { confirmation, dialogOf, endDialog, formDialog } from "../../elements/dialog.ts";
import { requireEntered } from "../../elements/form.ts";
import { isolated } from "../../format/isolated.ts";
import type { Branch } from "../../places/branches.ts";
import type { BranchesContext } from "./branches-state.ts";

/** The form for a new branch, or for another name of one. */
export function nameDialog(context: BranchesContext, branch: Branch | undefined): TemplateResult {
  const { app, texts } = context;
  return formDialog({
    ...dialogOf(context),
    title: branch === undefined ? texts.add : texts.rename,
    send: async (values) => {
      requireEntered(values, ["name"]);
      const body = { name: values.text("name") };
      await (branch === undefined
        ? app.api.post("/api/branches", body)
        : app.api.patch("/api/branches/{id}", body, { params: { id: branch.id } }));
      void endDialog(context, texts.saved);
    },
    body: ({ field, submit }) =>
      html`${field({ name: "name", label: texts.name, value: branch?.name })} ${submit(app.shared.save)}`,
  });
}

export function archiveDialog(context: BranchesContext, { id, name }: Branch): TemplateResult {
  const { app, texts } = context;
  return confirmation({
    ...dialogOf(context),
    title: texts.archiveTitle(isolated(name)),
    effect: texts.archiveEffect,
    action: texts.archive,
    isDangerous: false,
    send: async () => {
      await app.api.patch("/api/branches/{id}", { archived: true }, { params: { id } });
      void endDialog(context, texts.archivedNow);
    },
  });
}
