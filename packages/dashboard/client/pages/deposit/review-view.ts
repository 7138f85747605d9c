import type { DecisionReason } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import { addressOfPage } from "../../app/routes.ts";
import { mayDecide } from "../../deposits/deposit-status.ts";
import { badge } from "../../elements/badge.ts";
import { card } from "../../elements/card.ts";
import { formOf } from "../../elements/form.ts";
import { icon } from "../../elements/icon.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { paymentTime, time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { decisionForm } from "../../receipts/decision-form.ts";
import { decisionFormTexts } from "../../receipts/decision-form-texts.ts";
import { decisionTexts } from "../../receipts/decision-texts.ts";
import type { Deposit, DepositContext } from "./deposit-state.ts";

type Review = NonNullable<Deposit["review"]>;

/** Compares the order with the receipt, with buttons to accept or reject it. */
export function reviewView(context: DepositContext, deposit: Deposit, review: Review): TemplateResult {
  const { app, texts } = context;
  const { receipt, paymentOption, expiresAt } = review;
  const bank = bankName(paymentOption?.bank ?? receipt.bank, app.language);
  return card(
    "review",
    decisionFormTexts[app.language].title,
    html`${doubtsView(context, review.reasons)}
      <p>${decisionFormTexts[app.language].todo(bank, receipt.referenceNumber ?? "–")}</p>
      ${hasTwoReceipts(review) ? html`<p class="notice">${texts.twoReceipts}</p>` : ""}
      ${comparison(context, deposit, review)}
      <p class="soft">${texts.reviewUntil} ${time(expiresAt, app.language)}</p>
      ${mayDecide(context.app) ? resolveForm(context, review) : ""}`,
  );
}

export function doubtsView({ app }: DepositContext, reasons: readonly DecisionReason[]): TemplateResult | "" {
  if (reasons.length === 0) return "";
  const { decisions, reasons: texts } = decisionTexts[app.language];
  return html`<p class="decision warn">
    ${icon("warning")}<span>${decisions.review}: ${reasons.map((reason) => texts[reason] ?? reason).join("; ")}</span>
  </p>`;
}

/** True for money from a wallet to a bank account: the bank has its own receipt too. */
function hasTwoReceipts({ receipt, paymentOption }: Review): boolean {
  return paymentOption !== null && paymentOption.bank !== receipt.bank;
}

interface Compared {
  readonly what: string;
  readonly wanted: TemplateResult | string;
  readonly shown: TemplateResult | string;
  /** Undefined if there is nothing to compare. */
  readonly fits?: boolean | undefined;
}

function comparison(context: DepositContext, deposit: Deposit, review: Review): TemplateResult {
  const { texts } = context;
  return table({
    caption: texts.comparison,
    rows: comparedOf(context, deposit, review),
    columns: [
      { title: texts.field, cell: ({ what }) => html`<strong>${what}</strong>` },
      { title: texts.expected, cell: ({ wanted }) => wanted },
      {
        title: texts.onReceipt,
        cell: ({ shown, fits }) =>
          html`${shown} ${fits === undefined ? "" : badge(fits ? "good" : "warn", fits ? texts.matches : texts.uncertain)}`,
      },
    ],
  });
}

function comparedOf({ app, texts }: DepositContext, deposit: Deposit, review: Review): readonly Compared[] {
  const { language, shared } = app;
  const { amount, receipt, receiverAccount, receiverName, paymentOption, reasons } = review;
  const birr = (text: string) => money(Number(text), deposit.currency, language);
  const unknown = texts.notShown;
  const request = addressOfPage(`/requests/${encodeURIComponent(receipt.verificationRequestId)}`);
  return [
    {
      what: shared.amount,
      wanted: birr(deposit.amountRemaining),
      shown: amount === null ? unknown : birr(amount),
      fits: amount !== null,
    },
    {
      what: texts.account,
      wanted: paymentOption === null ? unknown : html`<code>${paymentOption.accountNumber}</code>`,
      shown: html`<code>${receiverAccount ?? unknown}</code>`,
      fits: paymentOption !== null,
    },
    {
      what: texts.holder,
      wanted: paymentOption?.accountName ?? unknown,
      shown: receiverName ?? unknown,
      fits:
        receiverName === null || hasTwoReceipts(review)
          ? undefined
          : !reasons.includes("receiver_not_proven"),
    },
    { what: texts.payer, wanted: deposit.customer?.name ?? unknown, shown: receipt.senderName ?? unknown },
    {
      what: shared.paidAt,
      wanted: html`${texts.after} ${time(deposit.createdAt, language)}`,
      shown: receipt.timestamp === null ? unknown : paymentTime(receipt.timestamp, language),
      fits: receipt.timestamp === null ? undefined : true,
    },
    {
      what: shared.reference,
      wanted: unknown,
      shown: html`<a class="link" href=${request}><code>${receipt.referenceNumber ?? unknown}</code></a>`,
    },
  ];
}

/** Decides about the receipt shown here, not about a later one. */
function resolveForm(context: DepositContext, review: Review): TemplateResult {
  const { receipt, receiverName, paymentOption } = review;
  const { app, texts, params, reload } = context;
  return decisionForm(formOf(context), {
    receiverName: (paymentOption === null ? null : receiverName) ?? undefined,
    send: async (decided) => {
      const { data } = await app.api.post(
        "/api/deposits/{id}/resolve",
        { ...decided, verificationRequestId: receipt.verificationRequestId },
        { params: { id: params["depositId"] ?? "" } },
      );
      const isCounted = decided.decision === "accept" && data.status !== "confirmed";
      const missing = money(Number(data.amountRemaining), data.currency, app.language);
      app.announce(isCounted ? texts.counted(missing) : texts.resolved[decided.decision]);
      app.countReviews();
      await reload();
    },
  });
}
