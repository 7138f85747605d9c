import type { SampleOutcome } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { type Sent, sentOnce } from "../../api/sent-once.ts";
import { definePage } from "../../app/define-page.ts";
import type { ViewContext } from "../../app/page.ts";
import { card } from "../../elements/card.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { type FormState, formOf, formView, idleForm } from "../../elements/form.ts";
import { bankName } from "../../language/banks.ts";
import { decidedResultView } from "../../receipts/result-view.ts";
import { ofAnyAge, type Run, verify } from "../../verify/verify-request.ts";
import { verifyTexts } from "../../verify/verify-texts.ts";
import { codeSample, type SampleLanguage, sampleLanguages } from "./code-samples.ts";
import { codeSamplesPlace } from "./code-samples-place.ts";
import { codeSamplesTexts } from "./code-samples-texts.ts";
import { type BankExample, bodyOf, firstInput, type SampleInput, sampleOf } from "./sample-call.ts";

interface State {
  readonly form: FormState;
  readonly input: SampleInput | undefined;
  readonly run: Run | undefined;
  /** The call whose response was lost: the same one continues it. */
  readonly sent: Sent | undefined;
  readonly language: SampleLanguage;
}

type Context = ViewContext<typeof codeSamplesTexts, readonly BankExample[], State>;

/** One call of the API, to send from here or to copy as code. */
export const codeSamplesPage = definePage({
  ...codeSamplesPlace,
  texts: codeSamplesTexts,
  start: (): State => ({
    form: idleForm,
    input: undefined,
    run: undefined,
    sent: undefined,
    language: "curl",
  }),
  load: async ({ app, signal }) => (await app.api.get("/api/examples", { signal })).data,
  view: (context) => {
    const { texts, state, data } = context;
    const input = state.input ?? firstInput(data);
    if (input === undefined) return html``;
    return html`<div class="columns">
        ${card("call", texts.call, callForm(context, input))}
        <section class="card" aria-labelledby="result" aria-live="polite">
          <h2 id="result">${texts.result}</h2>
          ${runView(context)}
        </section>
      </div>
      ${codeView(context, input)}`;
  },
});

function callForm(context: Context, input: SampleInput): TemplateResult {
  const { app, texts, state, data: examples, change } = context;
  const set = (patch: Partial<SampleInput>) => change({ input: { ...input, ...patch } });
  const choose = (bank: string, outcome: SampleOutcome) => {
    const example = examples.find((each) => each.bank === bank);
    if (example !== undefined)
      change({ input: sampleOf(example, outcome), form: { ...state.form, fault: undefined } });
  };
  const sandbox = sandboxOf(examples, input);
  return html`<p class="soft">${sandbox.length > 0 ? texts.sandboxHint : texts.realHint}</p>
    ${formView({
      ...formOf(context),
      send: async () => {
        change({ run: undefined });
        const body = sentBody(input, sandbox);
        const sent = sentOnce(state.sent, JSON.stringify(body));
        change({ sent });
        await verify(context, { body, key: sent.key }, (run) => change({ run }));
        change({ sent: undefined });
      },
      body: ({ field, select, submit }) => {
        const identifier = (name: "reference" | "suffix" | "phone", label: string) =>
          input[name] === undefined
            ? nothing
            : field({ name, label, value: input[name], changed: (typed) => set({ [name]: typed }) });
        const { suffix, phone } = verifyTexts[app.language];
        return html`${select({
          name: "bank",
          label: app.shared.bank,
          value: input.bank,
          options: examples.map(({ bank }) => [bank, bankName(bank, app.language)] as const),
          changed: (bank) => choose(bank, input.outcome),
        })}
        ${
          sandbox.length === 0
            ? nothing
            : select({
                name: "outcome",
                label: texts.outcome,
                value: input.outcome,
                options: sandbox.map(({ outcome }) => [outcome, texts.outcomes[outcome]]),
                changed: (value) =>
                  choose(input.bank, sandbox.find(({ outcome }) => outcome === value)?.outcome ?? "success"),
              })
        }
        ${identifier("reference", texts.reference)} ${identifier("suffix", suffix)}
        ${identifier("phone", phone)} ${submit(texts.submit)}`;
      },
    })}`;
}

/** A sample of the sandbox can be old. */
function sentBody(input: SampleInput, sandbox: BankExample["sandbox"]) {
  const isSample = sandbox.some(({ body }) => body.reference === input.reference);
  return { ...bodyOf(input), ...(isSample ? { expect: ofAnyAge } : {}) };
}

const sandboxOf = (examples: readonly BankExample[], input: SampleInput) =>
  examples.find(({ bank }) => bank === input.bank)?.sandbox ?? [];

function runView({ app, texts, state }: Context): TemplateResult {
  const { run, form } = state;
  const { stages } = verifyTexts[app.language];
  if (run === undefined) return html`<p class="soft">${form.isBusy ? stages.sending : texts.resultHint}</p>`;
  const result = run.record?.result ?? undefined;
  return result === undefined
    ? html`<p class="notice">${run.processingStatus === "queued" ? stages.queued : stages.running}</p>`
    : decidedResultView(result, app);
}

function codeView({ app, texts, state, data, change }: Context, input: SampleInput): TemplateResult {
  const body = sentBody(input, sandboxOf(data, input));
  const url = `${data[0]?.request.url ?? ""}?waitMs=15000`;
  return card(
    "in-code",
    texts.inCode,
    html`<p class="soft">${texts.inCodeHint}</p>
      <div class="tabs" role="group" aria-labelledby="in-code">
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
      ${codeBlock(app, codeSample(state.language, { url, body }), texts.copied)}`,
  );
}
