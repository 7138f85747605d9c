import type { SampleOutcome } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import type { ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { field, selectField } from "../../elements/field.ts";
import { formFault, submitButton, submitForm } from "../../elements/form.ts";
import { bankName } from "../../language/banks.ts";
import { decidedResultView } from "../../receipts/result-view.ts";
import { codeSample, sampleLanguages } from "./code-samples.ts";
import type { HomeTexts } from "./home-texts.ts";
import {
  type Attempt,
  type BankExample,
  bodyOf,
  firstAttempt,
  sampleOf,
  type TryState,
  verify,
} from "./try-it.ts";

/** What the view needs of the page that it is on. */
export type TryContext = Pick<
  ViewContext<HomeTexts, unknown, TryState>,
  "app" | "texts" | "state" | "change" | "reload" | "signal"
> & { readonly examples: readonly BankExample[] };

/** The form, what came of it, and the same call for programs. */
export function tryItView(context: TryContext): TemplateResult {
  const attempt = context.state.attempt ?? firstAttempt(context.examples);
  if (attempt === undefined) return html``;
  return html`<div class="columns">
      <section class="card" aria-labelledby="try-it">
        <h2 id="try-it">${context.texts.tryIt}</h2>
        <p class="soft">${hasSandbox(context.examples) ? context.texts.tryItHint : context.texts.tryItForRealHint}</p>
        ${formView(context, attempt)}
      </section>
      <section class="card" aria-labelledby="result" aria-live="polite">
        <h2 id="result">${context.texts.result}</h2>
        ${runView(context)}
      </section>
    </div>
    ${callView(context, attempt)}`;
}

const hasSandbox = (examples: readonly BankExample[]) => examples.some(({ sandbox }) => sandbox.length > 0);

function formView(context: TryContext, attempt: Attempt): TemplateResult {
  const { app, texts, state, examples, change } = context;
  const { form } = state;
  const { shared, language } = app;
  const set = (patch: Partial<Attempt>) => change({ attempt: { ...attempt, ...patch } });
  const choose = (bank: string, outcome: SampleOutcome) => {
    const example = examples.find((each) => each.bank === bank);
    if (example !== undefined)
      change({ attempt: sampleOf(example, outcome), form: { ...form, fault: undefined } });
  };
  const { sandbox = [] } = examples.find(({ bank }) => bank === attempt.bank) ?? {};
  const outcomeOf = (value: string) => sandbox.find(({ outcome }) => outcome === value)?.outcome ?? "success";
  const identifier = (name: "reference" | "suffix" | "phone", value: string) =>
    field({ name, label: texts[name], value, shared, form, changed: (typed) => set({ [name]: typed }) });
  return html`<form class="stack" @submit=${submit(context, attempt)} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
    ${formFault(form, shared, ["bank", "reference", "suffix", "phone"])}
    ${selectField({
      name: "bank",
      label: shared.bank,
      value: attempt.bank,
      options: examples.map(({ bank }) => ({ value: bank, label: bankName(bank, language) })),
      shared,
      form,
      changed: (bank) => choose(bank, attempt.outcome),
    })}
    ${
      sandbox.length > 0
        ? selectField({
            name: "outcome",
            label: texts.outcome,
            value: attempt.outcome,
            options: sandbox.map(({ outcome }) => ({ value: outcome, label: texts.outcomes[outcome] })),
            shared,
            form,
            changed: (outcome) => choose(attempt.bank, outcomeOf(outcome)),
          })
        : ""
    }
    ${identifier("reference", attempt.reference)}
    ${attempt.suffix === undefined ? "" : identifier("suffix", attempt.suffix)}
    ${attempt.phone === undefined ? "" : identifier("phone", attempt.phone)}
    ${submitButton(texts.submit, form)}
  </form>`;
}

function submit(context: TryContext, attempt: Attempt): (event: SubmitEvent) => Promise<void> {
  const { change, reload } = context;
  return (event) =>
    submitForm(event, {
      set: (form) => change({ form }),
      send: async () => {
        change({ run: undefined });
        await verify(context, attempt, (run) => change({ run }));
        await reload();
      },
    });
}

function runView({ app, texts, state }: TryContext): TemplateResult {
  const { run, form } = state;
  if (run === undefined) {
    return html`<p class="soft">${form.isBusy ? texts.stages.sending : texts.resultHint}</p>`;
  }
  const story = html`<p>
    <a class="link" href=${addressOfPage(`/requests/${run.requestId}`)}>${texts.wholeStory}</a>
  </p>`;
  const result = run.record?.result ?? undefined;
  if (result !== undefined) return html`${decidedResultView(result, app)}${story}`;
  const stage = run.processingStatus === "queued" ? texts.stages.queued : texts.stages.running;
  return html`<p class="notice">${stage}</p>
    ${story}`;
}

function callView({ app, texts, state, examples, change }: TryContext, attempt: Attempt): TemplateResult {
  const url = `${examples[0]?.request.url ?? ""}?waitMs=15000`;
  return html`<section class="card" aria-labelledby="same-call">
    <h2 id="same-call">${texts.sameCall}</h2>
    <p class="soft">${texts.sameCallHint}</p>
    <div class="tabs" role="group" aria-labelledby="same-call">
      ${sampleLanguages.map(
        (each) =>
          html`<button
            type="button"
            aria-pressed=${each === state.language ? "true" : "false"}
            @click=${() => change({ language: each })}
          >
            ${each}
          </button>`,
      )}
    </div>
    ${codeBlock(app, codeSample(state.language, { url, body: bodyOf(attempt) }), texts.copyCode)}
  </section>`;
}
