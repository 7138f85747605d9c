import type { SampleOutcome } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import type { ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { card } from "../../elements/card.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { formOf, formView } from "../../elements/form.ts";
import { bankName } from "../../language/banks.ts";
import { decidedResultView } from "../../receipts/result-view.ts";
import { codeSample, sampleLanguages } from "./code-samples.ts";
import type { homeTexts } from "./home-texts.ts";
import {
  type BankExample,
  bodyOf,
  firstInput,
  inputOf,
  sampleOf,
  type TryInput,
  type TryState,
  verify,
  ofAnyAge,
} from "./try-it.ts";

/** The part of the page context that the view uses. */
export type TryContext = Pick<
  ViewContext<typeof homeTexts, unknown, TryState>,
  "app" | "texts" | "state" | "change" | "reload" | "signal"
> & { readonly examples: readonly BankExample[] };

/** The form, its result, and the same call in code. */
export function tryItView(context: TryContext): TemplateResult {
  const attempt = context.state.attempt ?? firstInput(context.examples);
  if (attempt === undefined) return html``;
  const { texts, examples } = context;
  return html`<div class="columns">
      ${card(
        "try-it",
        texts.tryIt,
        html`<p class="soft">${hasSandbox(examples) ? texts.tryItHint : texts.tryItForRealHint}</p>
        ${attemptForm(context, attempt)}`,
      )}
      <section class="card" aria-labelledby="result" aria-live="polite">
        <h2 id="result">${texts.result}</h2>
        ${runView(context)}
      </section>
    </div>
    ${callView(context, attempt)}`;
}

const hasSandbox = (examples: readonly BankExample[]) => examples.some(({ sandbox }) => sandbox.length > 0);

function attemptForm(context: TryContext, attempt: TryInput): TemplateResult {
  const { app, texts, state, examples, change, reload } = context;
  const { shared, language } = app;
  const set = (patch: Partial<TryInput>) => change({ attempt: { ...attempt, ...patch } });
  const choose = (bank: string, outcome: SampleOutcome) => {
    const example = examples.find((each) => each.bank === bank);
    if (example === undefined) return;
    const sample = sampleOf(example, outcome);
    // The code stays when its bank is chosen by hand.
    const chosen = attempt.bank === undefined ? { ...sample, reference: attempt.reference } : sample;
    state.file?.stop();
    change({ attempt: chosen, form: { ...state.form, fault: undefined }, file: undefined });
  };
  const { sandbox = [] } = examples.find(({ bank }) => bank === attempt.bank) ?? {};
  const outcomeOf = (value: string) => sandbox.find(({ outcome }) => outcome === value)?.outcome ?? "success";
  return formView({
    ...formOf(context),
    send: async () => {
      state.file?.stop();
      change({ run: undefined });
      const isSample = sandbox.some(({ body }) => body.reference === attempt.reference);
      await verify(context, { ...bodyOf(attempt), ...(isSample ? { expect: ofAnyAge } : {}) }, (run) =>
        change({ run }),
      );
      await reload();
    },
    body: ({ field, select, submit }) => {
      const identifier = (name: "reference" | "suffix" | "phone", value: string) =>
        field({
          name,
          label: texts[name],
          value,
          changed: (typed) => {
            // A later reading does not replace what the person types.
            state.file?.stop();
            set({ [name]: typed });
          },
        });
      return html`${filePicker(context, (file) => void pick(context, attempt, file))}
      ${select({
        name: "bank",
        label: shared.bank,
        value: attempt.bank ?? "",
        options: [
          ...(attempt.bank === undefined ? [["", texts.detectedBank] as const] : []),
          ...examples.map(({ bank }) => [bank, bankName(bank, language)] as const),
        ],
        changed: (bank) => choose(bank, attempt.outcome),
      })}
      ${
        sandbox.length > 0
          ? select({
              name: "outcome",
              label: texts.outcome,
              value: attempt.outcome,
              options: sandbox.map(({ outcome }) => [outcome, texts.outcomes[outcome]]),
              changed: (outcome) => choose(attempt.bank ?? "", outcomeOf(outcome)),
            })
          : ""
      }
      ${identifier("reference", attempt.reference)}
      ${attempt.suffix === undefined ? "" : identifier("suffix", attempt.suffix)}
      ${attempt.phone === undefined ? "" : identifier("phone", attempt.phone)}
      ${submit(texts.submit)}`;
    },
  });
}

function filePicker({ app, texts, state }: TryContext, pick: (file: File) => void): TemplateResult {
  const picked = ({ currentTarget: input }: Event) => {
    const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
    if (file !== undefined) pick(file);
  };
  return html`<div class="field">
      <label for="field-file">${texts.file}</label>
      <p class="hint" id="hint-file">${texts.fileHint}</p>
      <input
        id="field-file"
        type="file"
        accept="image/*,application/pdf"
        aria-describedby="hint-file"
        @click=${forgetPicked}
        @change=${picked}
      />
    </div>
    ${state.file?.view(app) ?? ""}`;
}

/** The same file can be picked again. */
function forgetPicked({ currentTarget: input }: Event): void {
  if (input instanceof HTMLInputElement) input.value = "";
}

/** Loads what reads files with the first one. */
async function pick({ app, examples, signal, change }: TryContext, attempt: TryInput, file: File) {
  await app.attempt(async () => {
    const { readPickedFile } = await import("../../receipts/file-reading.ts");
    const reading = readPickedFile(app, file, {
      changed: () => change({}),
      found: (receipt) => change({ attempt: inputOf(receipt, examples, attempt.outcome) }),
    });
    signal.addEventListener("abort", reading.stop, { once: true });
    change((now) => {
      now.file?.stop();
      return { file: reading };
    });
  });
}

function runView({ app, texts, state }: TryContext): TemplateResult {
  const { run, form } = state;
  if (run === undefined) {
    return html`<p class="soft">${form.isBusy ? texts.stages.sending : texts.resultHint}</p>`;
  }
  const story = html`<p>
    <a class="link" href=${addressOfPage(`/requests/${run.requestId}`)}>${texts.requestDetails}</a>
  </p>`;
  const result = run.record?.result ?? undefined;
  if (result !== undefined) return html`${decidedResultView(result, app)}${story}`;
  const stage = run.processingStatus === "queued" ? texts.stages.queued : texts.stages.running;
  return html`<p class="notice">${stage}</p>
    ${story}`;
}

function callView({ app, texts, state, examples, change }: TryContext, attempt: TryInput): TemplateResult {
  const url = `${examples[0]?.request.url ?? ""}?waitMs=15000`;
  return card(
    "same-call",
    texts.sameCall,
    html`<p class="soft">${texts.sameCallHint}</p>
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
      ${codeBlock(app, codeSample(state.language, { url, body: bodyOf(attempt) }), texts.copyCode)}`,
  );
}
