import { html, nothing, type TemplateResult } from "lit-html";
import { field } from "../../elements/field.ts";
import { formFault, submitButton, submitForm } from "../../elements/form.ts";
import { details } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import type { WebhooksContext } from "./webhooks-page.ts";

export const WEBHOOKS_PATH = "/webhooks";
const fields = ["since", "until", "host"] as const;

/** All exhausted deliveries of a time once more, and how far that is. */
export function recoveryView(context: WebhooksContext): TemplateResult {
  const { app, texts, state, change } = context;
  const { shared } = app;
  const form = state.recoveryForm;
  const submit = (event: SubmitEvent) =>
    submitForm(event, {
      set: (next) => change({ recoveryForm: next }),
      send: async (values) => {
        const { data } = await app.api.post("/api/webhooks/recover", {
          since: values.text("since"),
          ...chosen("until", values.optional("until")),
          ...chosen("host", values.optional("host")?.trim()),
        });
        app.go(`${WEBHOOKS_PATH}?${new URLSearchParams({ recovery: data.id })}`);
      },
    });
  return html`<section class="card" aria-labelledby="recovery">
    <h2 id="recovery">${texts.recovery}</h2>
    <p class="hint">${texts.recoveryHint}</p>
    ${progressView(context)}
    <form class="stack" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
      ${formFault(form, shared, fields)}
      ${field({ name: "since", label: texts.since, type: "date", shared, form })}
      ${field({
        name: "until",
        label: texts.until,
        hint: texts.untilHint,
        type: "date",
        isOptional: true,
        shared,
        form,
      })}
      ${field({ name: "host", label: texts.host, hint: texts.hostHint, isOptional: true, shared, form })}
      ${submitButton(texts.recover, form)}
    </form>
  </section>`;
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
