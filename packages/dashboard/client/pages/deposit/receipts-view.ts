import { html, nothing, type TemplateResult } from "lit-html";
import type { DataAt } from "../../api/api-routes.ts";
import { addressOfPage } from "../../app/routes.ts";
import { depositTexts } from "../../deposits/deposit-texts.ts";
import { badge, type Tone } from "../../elements/badge.ts";
import { details } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { paymentTime, time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { resolutionText } from "../../receipts/decision-view.ts";
import type { Deposit, DepositContext } from "./deposit-state.ts";
import { doubtsView } from "./review-view.ts";

export type DepositReceipts = DataAt<"get", "/api/deposits/{id}/receipts">;
type SubmittedReceipt = DepositReceipts["receipts"][number];
type Resolution = NonNullable<SubmittedReceipt["resolution"]>;

const tones: Readonly<Record<SubmittedReceipt["outcome"], Tone>> = {
  checking: "busy",
  accepted: "good",
  in_review: "warn",
  late: "warn",
  rejected: "bad",
};

/** Every receipt that was sent, refused ones too: what was paid, by whom, and why it counts or not. */
export function receiptsView(
  context: DepositContext,
  deposit: Deposit,
  { receipts }: DepositReceipts,
): TemplateResult {
  const { texts } = context;
  return html`${receipts.map((receipt, index) =>
    receiptCard(
      context,
      deposit,
      receipt,
      receipts.length === 1 ? texts.receipt : texts.receiptNumber(String(index + 1)),
    ),
  )}`;
}

function receiptCard(
  context: DepositContext,
  deposit: Deposit,
  receipt: SubmittedReceipt,
  title: string,
): TemplateResult {
  const { app, texts } = context;
  const { shared, language } = app;
  const { outcome, amount, bank, senderName, timestamp, receiverName, receiverAccount, resolution } = receipt;
  const request = addressOfPage(`/requests/${encodeURIComponent(receipt.verificationRequestId)}`);
  const receiver = [receiverName, receiverAccount].filter((text) => text !== null).join(", ");
  return html`<section class="card" aria-label=${title}>
    <h2>${title} ${badge(tones[outcome] ?? "plain", texts.outcomes[outcome] ?? outcome)}</h2>
    ${reasonView(context, receipt)} ${outcome === "late" ? lateView(context, deposit) : nothing}
    ${details([
      [
        shared.amount,
        amount === null ? "–" : html`<strong>${money(Number(amount), deposit.currency, language)}</strong>`,
      ],
      [texts.payer, senderName ?? "–"],
      [
        shared.reference,
        html`<a class="link" href=${request}><code>${receipt.referenceNumber ?? receipt.verificationRequestId}</code></a>`,
      ],
      [shared.bank, bankName(bank, language)],
      receiver !== "" && [texts.receiver, receiver],
      [shared.paidAt, timestamp === null ? "–" : paymentTime(timestamp, language)],
      [texts.submitted, time(receipt.submittedAt, language)],
      resolution !== null && [texts.resolution, decisionView(context, resolution)],
    ])}
  </section>`;
}

/** Why it does not count. */
function reasonView(
  { app }: DepositContext,
  { rejection }: SubmittedReceipt,
): TemplateResult | typeof nothing {
  if (rejection === null) return nothing;
  return html`<p>${depositTexts[app.language].rejections[rejection] ?? rejection}</p>`;
}

function lateView(context: DepositContext, { lateReceipt }: Deposit): TemplateResult {
  return html`<p class="notice">${context.texts.lateReceiptHint}</p>
    ${doubtsView(context, lateReceipt?.reasons ?? [])}`;
}

/** The person who decided, when, and why. */
export function decisionView({ app }: Pick<DepositContext, "app">, resolution: Resolution): TemplateResult {
  const { note } = resolution;
  return html`${resolutionText(resolution, app)}${note === null ? "" : html`<br />${note}`}`;
}

/** The last decision of a person. */
export function lastDecision({ receipts, paidByHand }: DepositReceipts): Resolution | undefined {
  return [...receipts.map(({ resolution }) => resolution), paidByHand]
    .filter((resolution) => resolution !== null)
    .sort((one, other) => one.at.localeCompare(other.at))
    .at(-1);
}
