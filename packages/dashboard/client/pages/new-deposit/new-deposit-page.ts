import { html } from "lit-html";
import { type Sent, sentOnce } from "../../api/sent-once.ts";
import { definePage } from "../../app/define-page.ts";
import type { ViewContext } from "../../app/page.ts";
import { depositTexts } from "../../deposits/deposit-texts.ts";
import { type FormState, type FormValues, formOf, formView, idleForm } from "../../elements/form.ts";
import { enteredAmount } from "../../format/entered-amount.ts";
import { newDepositTexts } from "./new-deposit-texts.ts";

interface State {
  readonly form: FormState;
  readonly sent: Sent | undefined;
}

type Context = ViewContext<typeof newDepositTexts, undefined, State>;

export const newDepositPage = definePage({
  name: "new-deposit",
  path: "/deposits/new",
  within: "deposits",
  roles: ["owner", "manager"],
  texts: newDepositTexts,
  start: (): State => ({ form: idleForm, sent: undefined }),
  load: async () => undefined,
  view: (context) => {
    const { app, texts } = context;
    return html`<p>${texts.intro}</p>
      <section class="card">
        ${formView({
          ...formOf(context),
          send: (values) => create(context, values),
          body: ({ field, submit }) =>
            html`${field({ name: "amount", label: texts.amount, placeholder: "1250.00" })}
            ${field({ name: "reference", label: depositTexts[app.language].orderReference })}
            ${field({
              name: "description",
              label: texts.description,
              hint: texts.descriptionHint,
              isOptional: true,
            })}
            ${field({ name: "customer.name", label: texts.customer, isOptional: true })}
            ${field({ name: "customer.phone", label: texts.phone, type: "tel", isOptional: true })}
            <label class="choice">
              <input type="checkbox" name="allowPartial" />
              <span>${texts.allowPartial} <span class="hint">${texts.allowPartialHint}</span></span>
            </label>
            <p class="hint">${texts.privacy}</p>
            <div class="actions">${submit(texts.create)}</div>`,
        })}
      </section>`;
  },
});

async function create({ app, state, change }: Context, values: FormValues): Promise<void> {
  const [description, name, phone] = ["description", "customer.name", "customer.phone"].map(values.optional);
  const body = {
    amount: enteredAmount("amount", values.text("amount"), app.shared),
    currency: "ETB" as const,
    reference: values.text("reference"),
    expiresInMinutes: 60,
    ...(values.isChecked("allowPartial") && { allowPartial: true }),
    ...(description !== undefined && { description }),
    ...((name ?? phone) !== undefined && {
      customer: { ...(name !== undefined && { name }), ...(phone !== undefined && { phone }) },
    }),
  };
  const sent = sentOnce(state.sent, JSON.stringify(body));
  change({ sent });
  const { data } = await app.api.post("/api/deposits", body, { headers: { "idempotency-key": sent.key } });
  app.go(`/deposits/${encodeURIComponent(data.id)}?show=payer`, { replace: true });
}
