import { html, nothing, type TemplateResult } from "lit-html";
import { confirmation } from "../../elements/confirmation.ts";
import { field } from "../../elements/field.ts";
import { formFault, idleForm, submitButton, submitForm } from "../../elements/form.ts";
import type { Deposit, DepositContext } from "./deposit-page.ts";

/** What an owner does without a receipt: marks the deposit as paid, or cancels it. */
export function byHandView(context: DepositContext, { status }: Deposit): TemplateResult | typeof nothing {
  if (status !== "awaiting_payment" && status !== "expired") return nothing;
  const { app, texts, state, change } = context;
  const { form } = state;
  const openCancel = () => change({ isCanceling: true, form: idleForm });
  return html`<section class="card" aria-labelledby="by-hand">
      <h2 id="by-hand">${texts.byHand}</h2>
      <form
        class="stack"
        @submit=${marking(context)}
        aria-busy=${form.isBusy ? "true" : "false"}
        novalidate
      >
        ${formFault(form, app.shared, ["note"])}
        ${field({ name: "note", label: texts.paidNote, hint: texts.paidNoteHint, shared: app.shared, form })}
        <div class="actions">
          ${submitButton(texts.markPaid, form)}
          ${
            status === "awaiting_payment"
              ? html`<button type="button" class="button danger" @click=${openCancel}>${texts.cancel}</button>`
              : nothing
          }
        </div>
      </form>
    </section>
    ${state.isCanceling ? cancelDialog(context) : nothing}`;
}

function marking({ app, texts, params, change, reload }: DepositContext): (event: SubmitEvent) => void {
  return (event) =>
    void submitForm(event, {
      set: (form) => change({ form }),
      send: async (values) => {
        const note = values.optional("note");
        await app.api.post(
          "/api/deposits/{id}/resolve",
          { decision: "accept", verificationRequestId: null, ...(note !== undefined && { note }) },
          { params: { id: params["depositId"] ?? "" } },
        );
        app.announce(texts.resolved.accept);
        await reload();
      },
    });
}

function cancelDialog({ app, texts, state, params, change, reload }: DepositContext): TemplateResult {
  return confirmation({
    title: texts.cancelTitle,
    effect: texts.cancelEffect,
    action: texts.cancel,
    shared: app.shared,
    form: state.form,
    set: (form) => change({ form }),
    closed: () => change({ isCanceling: false }),
    act: async () => {
      await app.api.post("/api/deposits/{id}/cancel", undefined, {
        params: { id: params["depositId"] ?? "" },
      });
      change({ isCanceling: false });
      app.announce(texts.canceled);
      void reload();
    },
  });
}
