import type { VerificationResult } from "@receipts/contracts";
import { typedAmount } from "@receipts/web-pages/client/typed-amount";
import { html, nothing, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { addressOfPage } from "../app/routes.ts";
import { focusWhenDrawn } from "../elements/focus-when-drawn.ts";
import { details } from "../elements/table.ts";
import { otherAmountIn } from "../format/amounts-in.ts";
import { money } from "../format/money.ts";
import { bankName } from "../language/banks.ts";
import { decisionHeadline } from "../receipts/decision-view.ts";
import { depositOf } from "../receipts/deposit-of.ts";
import { firstUseLink } from "../receipts/first-use.ts";
import { receiptTexts } from "../receipts/receipt-texts.ts";
import { isCompared, matchView } from "../receipts/result-view.ts";
import type { VerifyContext } from "./verify-state.ts";
import { verifyTexts } from "./verify-texts.ts";

interface AnswerContext extends VerifyContext {
  readonly again: () => void;
  readonly next: () => void;
}

/** The answer in words: whether to deliver, when it was paid, what to do, then by whom and to whom. */
export function answerView(context: AnswerContext): TemplateResult {
  const { app, state } = context;
  const { run } = state;
  const texts = verifyTexts[app.language];
  const result = run?.record?.result ?? undefined;
  return html`<section class="card answer" aria-labelledby="answer" aria-live="polite">
    <h2 id="answer">${texts.answer}</h2>
    ${
      result === undefined
        ? html`<p class="notice">${texts.stages[stageOf(run?.processingStatus)]}</p>`
        : resultView(context, result)
    }
    ${
      run === undefined
        ? nothing
        : html`<p>
            <a class="link" href=${addressOfPage(`/requests/${run.requestId}`)}>${texts.details}</a>
          </p>`
    }
  </section>`;
}

function stageOf(status: string | undefined): "sending" | "queued" | "running" {
  if (status === undefined) return "sending";
  return status === "queued" ? "queued" : "running";
}

function resultView(context: AnswerContext, result: VerificationResult): TemplateResult {
  const { app, state } = context;
  const { language, shared } = app;
  const texts = receiptTexts[language];
  const { amount, senderName, receiverName, receiverAccount, referenceNumber } = result;
  // A person who types the next number already is not interrupted.
  const isNext = state.typed !== state.sent;
  return html`<div class="stack" tabindex="-1" ${isNext ? nothing : ref(focusWhenDrawn)}>
      ${decisionHeadline(result, app)}
      <p>${todoOf(result, context)}</p>
      ${firstUseView(context, result)}
      ${differenceView(context, result)}
    </div>
    ${details([
      amount !== null && [
        shared.amount,
        html`<strong class="amount">${money(amount, result.currency, language)}</strong>`,
      ],
      amount !== null && [verifyTexts[language].expected, expectedView(context, amount)],
      senderName !== null && [texts.from, senderName],
      receiverName !== null && [texts.to, receiverName],
      receiverAccount !== null && [texts.toAccount, html`<code>${receiverAccount}</code>`],
      isCompared(result) && [texts.match, matchView(result, app)],
      [shared.bank, bankName(result.bank, language)],
      referenceNumber !== null && [texts.reference, html`<code>${referenceNumber}</code>`],
    ])}
    <div class="actions">${actionsView(context, result)}</div>`;
}

/** The expected amount, and the difference if there is one. */
function expectedView({ app, state }: AnswerContext, paid: number): string {
  const texts = verifyTexts[app.language];
  const expected = typedAmount(state.sent?.amount ?? "");
  if (expected === undefined) return texts.notCompared;
  const birr = (amount: number) => money(amount, "ETB", app.language);
  const missing = Number(expected) - paid;
  if (missing === 0) return texts.same;
  return `${birr(Number(expected))}, ${missing > 0 ? texts.less(birr(missing)) : texts.more(birr(-missing))}`;
}

/** A message that names other amounts than the bank can be forged around the number of another payment. */
function differenceView(
  { app, state }: AnswerContext,
  { amount }: VerificationResult,
): TemplateResult | typeof nothing {
  if (amount === null) return nothing;
  const other = otherAmountIn(state.sent?.reference ?? "", amount);
  if (other === undefined) return nothing;
  const birr = (value: number) => money(value, "ETB", app.language);
  const text = verifyTexts[app.language].messageDiffers(birr(other), birr(amount));
  return html`<p class="notice warn"><strong>${text}</strong></p>`;
}

/** Often it was the same person, with another amount: that check says what to do. */
function firstUseView({ app, state }: AnswerContext, { decisionReasons }: VerificationResult) {
  const first = state.run?.record?.firstConfirmation;
  if (first == null || !decisionReasons.includes("already_confirmed")) return nothing;
  return html`<p>${firstUseLink(first, app.language)}. ${verifyTexts[app.language].usedByYourself}</p>`;
}

function todoOf({ decision, decisionReasons: [first] }: VerificationResult, { app }: AnswerContext): string {
  const texts = verifyTexts[app.language];
  if (decision === "review" && app.session?.member.role === "developer") return texts.developer;
  const ofReason: Partial<Record<string, string>> = texts.todoOf;
  return (first === undefined ? undefined : ofReason[first]) ?? texts.todo[decision ?? "wait"];
}

function actionsView({ app, state, again, next }: AnswerContext, { decision }: VerificationResult) {
  const texts = verifyTexts[app.language];
  const { run } = state;
  const depositId = run?.record && depositOf(run.record);
  const place =
    depositId === undefined
      ? { path: `/requests/${run?.requestId ?? ""}`, text: texts.decide }
      : { path: `/deposits/${encodeURIComponent(depositId)}`, text: app.shared.openDeposit };
  return html`${
    decision === "review" && app.session?.member.role !== "developer"
      ? html`<a class="button" href=${addressOfPage(place.path)}>${place.text}</a>`
      : nothing
  }${
    decision === "wait"
      ? html`<button type="button" class="button" @click=${again}>${texts.again}</button>`
      : nothing
  }
    <button type="button" class="button quiet" @click=${next}>${texts.next}</button>`;
}
