import { html, nothing, type TemplateResult } from "lit-html";
import { mayDecide } from "../../deposits/deposit-status.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { confirmation } from "../../elements/dialog.ts";
import { type FormValues, formOf, formView, idleForm } from "../../elements/form.ts";
import { money } from "../../format/money.ts";
import type { Deposit, DepositContext } from "./deposit-state.ts";

/** Owner's actions without a receipt: mark as paid, or cancel. */
export function byHandView(context: DepositContext, deposit: Deposit): TemplateResult | typeof nothing {
  const { status } = deposit;
  if (!mayDecide(context.app) || (status !== "awaiting_payment" && status !== "expired")) return nothing;
  const { texts, state, change } = context;
  const openCancel = () => change({ isCanceling: true, form: idleForm });
  const form = formView({
    ...formOf(context),
    send: (values) => markPaid(context, values),
    body: ({ field, submit }) =>
      html`${field({ name: "note", label: texts.paidNote, hint: texts.paidNoteHint })}
      <div class="actions">
        ${submit(texts.markPaid)}
        ${status === "awaiting_payment" ? button(texts.cancel, openCancel, { look: "danger" }) : nothing}
      </div>`,
  });
  return html`${card("by-hand", texts.byHand, form)} ${state.isCanceling ? cancelDialog(context, deposit) : nothing}`;
}

async function markPaid({ app, texts, params, reload }: DepositContext, values: FormValues): Promise<void> {
  const note = values.optional("note");
  await app.api.post(
    "/api/deposits/{id}/resolve",
    { decision: "accept", verificationRequestId: null, ...(note !== undefined && { note }) },
    { params: { id: params["depositId"] ?? "" } },
  );
  app.announce(texts.resolved.accept);
  await reload();
}

function cancelDialog(context: DepositContext, { amountPaid, currency }: Deposit): TemplateResult {
  const { app, texts, params, change, reload } = context;
  const paid =
    Number(amountPaid) > 0 ? ` ${texts.cancelPart(money(Number(amountPaid), currency, app.language))}` : "";
  return confirmation({
    ...formOf(context),
    title: texts.cancelTitle,
    effect: `${texts.cancelEffect}${paid}`,
    action: texts.cancel,
    onClose: () => change({ isCanceling: false }),
    send: async () => {
      await app.api.post("/api/deposits/{id}/cancel", undefined, {
        params: { id: params["depositId"] ?? "" },
      });
      change({ isCanceling: false });
      app.announce(texts.canceled);
      void reload();
    },
  });
}
