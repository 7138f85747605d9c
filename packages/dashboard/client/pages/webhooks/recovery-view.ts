import { html, nothing, type TemplateResult } from "lit-html";
import { card } from "../../elements/card.ts";
import { formView } from "../../elements/form.ts";
import { details } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import type { WebhooksContext } from "./webhooks-page.ts";

export const WEBHOOKS_PATH = "/webhooks";

/** Resends all exhausted deliveries of a period and shows the progress. */
export function recoveryView(context: WebhooksContext): TemplateResult {
  const { app, texts, state, change } = context;
  const form = formView({
    app,
    form: state.recoveryForm,
    set: (recoveryForm) => change({ recoveryForm }),
    send: async (values) => {
      const { data } = await app.api.post("/api/webhooks/recover", {
        since: values.text("since"),
        ...chosen("until", values.optional("until")),
        ...chosen("host", values.optional("host")?.trim()),
      });
      app.go(`${WEBHOOKS_PATH}?${new URLSearchParams({ recovery: data.id })}`);
    },
    body: ({ field, submit }) =>
      html`${field({ name: "since", label: app.shared.fromDay, type: "date" })}
      ${field({ name: "until", label: app.shared.toDay, hint: texts.untilHint, type: "date", isOptional: true })}
      ${field({ name: "host", label: texts.host, hint: texts.hostHint, isOptional: true })}
      ${submit(texts.recover)}`,
  });
  return card(
    "recovery",
    texts.recovery,
    html`<p class="hint">${texts.recoveryHint}</p>
      ${progressView(context)} ${form}`,
  );
}

function chosen<Name extends string>(name: Name, value: string | undefined): Partial<Record<Name, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>); // one property of that name
}

function progressView({ texts, data }: WebhooksContext): TemplateResult | typeof nothing {
  const { recovery } = data;
  if (recovery === undefined) return nothing;
  const { state, matched, requeued, delivered, failed, pending } = recovery;
  const isDone = state === "finished" && pending === 0;
  return html`<div class=${isDone ? "notice good" : "notice"} role="status">
    <p><strong>${isDone ? texts.recoveryDone : texts.recoveryRuns}</strong></p>
    ${
      state === "finished" && matched === 0
        ? html`<p>${texts.nothingToRecover}</p>`
        : html`<label class="progress"
            ><span>${texts.progress(count(requeued), count(matched))}</span
            ><progress max=${Math.max(1, matched)} .value=${requeued}></progress
          ></label>
          ${details([
            [texts.matched, count(matched)],
            [texts.requeued, count(requeued)],
            [texts.deliveredCount, count(delivered)],
            [texts.failed, count(failed)],
            [texts.pending, count(pending)],
          ])}`
    }
  </div>`;
}
