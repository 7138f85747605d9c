import { html, nothing, type TemplateResult } from "lit-html";
import { confirmation, dialogOf, endDialog, formDialog } from "../../elements/dialog.ts";
import { type FormParts, requireEntered } from "../../elements/form.ts";
import { isolated } from "../../format/isolated.ts";
import { branchField, branchIn } from "../../places/branches.ts";
import type { Cashier, CashiersContext } from "./cashiers-state.ts";

/** A new cashier with a PIN, or another name or branch of one. */
export function saveDialog(context: CashiersContext, cashier: Cashier | undefined): TemplateResult {
  const { app, texts, data } = context;
  return formDialog({
    ...dialogOf(context),
    title: cashier === undefined ? texts.add : texts.edit,
    send: async (values) => {
      requireEntered(values, ["name"]);
      const body = { name: values.text("name"), branchId: branchIn(values) };
      await (cashier === undefined
        ? app.api.post("/api/cashiers", { ...body, pin: values.text("pin") })
        : app.api.patch("/api/cashiers/{id}", body, { params: { id: cashier.id } }));
      void endDialog(context, texts.saved);
    },
    body: (parts) =>
      html`${parts.field({ name: "name", label: texts.name, hint: texts.nameHint, value: cashier?.name })}
        ${branchField(app, data.branches, parts, cashier?.branchId, texts.branchHint)}
        ${cashier === undefined ? pinField(context, parts) : nothing} ${parts.submit(app.shared.save)}`,
  });
}

export function pinDialog(context: CashiersContext, { id, name }: Cashier): TemplateResult {
  const { app, texts } = context;
  return formDialog({
    ...dialogOf(context),
    title: texts.pinTitle(isolated(name)),
    send: async (values) => {
      await app.api.patch("/api/cashiers/{id}", { pin: values.text("pin") }, { params: { id } });
      void endDialog(context, texts.pinSet);
    },
    body: (parts) =>
      html`<p>${texts.pinEffect}</p>
        ${pinField(context, parts)} ${parts.submit(texts.setPin)}`,
  });
}

/** `tel` brings up the digits on a phone. Shown as typed: a wrong one locks the cashier out. */
const pinField = ({ texts }: CashiersContext, { field }: FormParts) =>
  field({ name: "pin", label: texts.pin, hint: texts.pinHint, type: "tel" });

export function removeDialog(context: CashiersContext, { id, name }: Cashier): TemplateResult {
  const { app, texts } = context;
  return confirmation({
    ...dialogOf(context),
    title: texts.removeTitle(isolated(name)),
    effect: texts.removeEffect,
    action: texts.remove,
    send: async () => {
      await app.api.remove("/api/cashiers/{id}", { params: { id } });
      void endDialog(context, texts.removed);
    },
  });
}
