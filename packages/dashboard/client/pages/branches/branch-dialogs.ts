import { html, type TemplateResult } from "lit-html";
import { confirmation, formDialog } from "../../elements/dialog.ts";
import { formOf, requireEntered } from "../../elements/form.ts";
import { isolated } from "../../format/isolated.ts";
import type { Branch } from "../../places/branches.ts";
import type { BranchesContext } from "./branches-state.ts";

/** The form for a new branch, or for another name of one. */
export function nameDialog(context: BranchesContext, branch: Branch | undefined): TemplateResult {
  const { app, texts, change, reload } = context;
  return formDialog({
    ...formOf(context),
    title: branch === undefined ? texts.add : texts.rename,
    onClose: () => change({ dialog: undefined }),
    send: async (values) => {
      requireEntered(values, ["name"]);
      const body = { name: values.text("name") };
      await (branch === undefined
        ? app.api.post("/api/branches", body)
        : app.api.patch("/api/branches/{id}", body, { params: { id: branch.id } }));
      change({ dialog: undefined });
      app.announce(texts.saved);
      await reload();
    },
    body: ({ field, submit }) =>
      html`${field({ name: "name", label: texts.name, value: branch?.name })} ${submit(app.shared.save)}`,
  });
}

export function archiveDialog(context: BranchesContext, { id, name }: Branch): TemplateResult {
  const { app, texts, change, reload } = context;
  return confirmation({
    ...formOf(context),
    title: texts.archiveTitle(isolated(name)),
    effect: texts.archiveEffect,
    action: texts.archive,
    isDangerous: false,
    onClose: () => change({ dialog: undefined }),
    send: async () => {
      await app.api.patch("/api/branches/{id}", { archived: true }, { params: { id } });
      change({ dialog: undefined });
      app.announce(texts.archivedNow);
      await reload();
    },
  });
}
