import { html, nothing, type TemplateResult } from "lit-html";
import { addressOfPage, withQuery } from "../../app/routes.ts";
import { button } from "../../elements/button.ts";
import { formDialog } from "../../elements/dialog.ts";
import { chosenIn } from "../../elements/filtered-list.ts";
import { formOf, idleForm } from "../../elements/form.ts";
import { icon } from "../../elements/icon.ts";
import { PAYMENTS_PATH, paymentFilters } from "./payment-filters.ts";
import type { PaymentsContext } from "./payments-state.ts";

/** The saved views as links, and a button that saves what is chosen now. */
export function paymentViewsView(context: PaymentsContext): TemplateResult | typeof nothing {
  const { texts, data, query, state, change } = context;
  const isChosen = chosenIn(query, paymentFilters).length > 0;
  if (data.views.length === 0 && !isChosen) return nothing;
  return html`<nav class="saved-views" aria-label=${texts.views}>
      ${
        data.views.length === 0
          ? nothing
          : html`<ul>${data.views.map((view) => html`<li>${viewLink(context, view)}</li>`)}</ul>`
      }
      ${
        isChosen
          ? button(texts.saveView, () => change({ isNaming: true, form: idleForm }), { look: "quiet" })
          : nothing
      }
    </nav>
    ${state.isNaming ? nameDialog(context) : nothing}`;
}

type View = PaymentsContext["data"]["views"][number];

function viewLink({ app, texts, reload }: PaymentsContext, { id, name, filter }: View): TemplateResult {
  const remove = async () => {
    if (await app.attempt(() => app.api.remove("/api/payment-views/{id}", { params: { id } })))
      await reload();
  };
  return html`<a class="link" href=${addressOfPage(withQuery(PAYMENTS_PATH, new URLSearchParams(filter)))}>${name}</a>
    <button type="button" class="quiet" @click=${remove}>
      ${icon("close")}<span class="unseen">${texts.removeView} ${name}</span>
    </button>`;
}

function nameDialog(context: PaymentsContext): TemplateResult {
  const { app, texts, query, change, reload } = context;
  return formDialog({
    ...formOf(context),
    title: texts.saveView,
    onClose: () => change({ isNaming: false }),
    send: async (values) => {
      const filter = Object.fromEntries(chosenIn(query, paymentFilters));
      await app.api.post("/api/payment-views", { name: values.text("name"), filter });
      change({ isNaming: false });
      app.announce(app.shared.saved);
      await reload();
    },
    body: ({ field, submit }) =>
      html`${field({ name: "name", label: texts.viewName, hint: texts.saveHint })} ${submit(app.shared.save)}`,
  });
}
