import type { DecisionReason } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import { addressOfPage } from "../../app/routes.ts";
import { mayDecide } from "../../deposits/deposit-status.ts";
import { badge } from "../../elements/badge.ts";
import { card } from "../../elements/card.ts";
import { type FormValues, formOf, formView } from "../../elements/form.ts";
import { icon } from "../../elements/icon.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { decisionTexts } from "../../receipts/decision-texts.ts";
import type { Deposit, DepositContext } from "./deposit-page.ts";

type Review = NonNullable<Deposit["review"]>;

/** Compares the order with the receipt, with buttons to accept or reject it. */
export function reviewView(context: DepositContext, deposit: Deposit, review: Review): TemplateResult {
  const { app, texts } = context;
  const { receipt, paymentOption, expiresAt } = review;
  const bank = bankName(paymentOption?.bank ?? receipt.bank, app.language);
  return card(
    "review",
    texts.review,
    html`${doubtsView(context, review.reasons)}
      <p>${texts.reviewTodo(bank, receipt.referenceNumber ?? "–")}</p>
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
      shown: receipt.timestamp === null ? unknown : time(receipt.timestamp, language),
      fits: receipt.timestamp === null ? undefined : true,
    },
    {
      what: shared.reference,
      wanted: unknown,
      shown: html`<a class="link" href=${request}><code>${receipt.referenceNumber ?? unknown}</code></a>`,
    },
  ];
}

/** The pressed button is the decision. */
function resolveForm(context: DepositContext, review: Review): TemplateResult {
  const { receiverName, paymentOption } = review;
  const { texts, state } = context;
  const busy = state.form.isBusy ? "true" : "false";
  return formView({
    ...formOf(context),
    send: (values, pressed) => resolve(context, review, values, decisionOf(pressed)),
    body: ({ field }) =>
      html`${field({ name: "note", label: texts.note, hint: texts.noteHint, isOptional: true })}
      ${
        receiverName === null || paymentOption === null
          ? ""
          : html`<label class="choice">
              <input type="checkbox" name="rememberName" />
              <span>${texts.rememberName(receiverName)} <span class="hint">${texts.rememberNameHint}</span></span>
            </label>`
      }
      <div class="actions">
        <button type="submit" class="button" name="decision" value="accept" aria-disabled=${busy}>
          ${texts.accept}
        </button>
        <button type="submit" class="button danger" name="decision" value="reject" aria-disabled=${busy}>
          ${texts.reject}
        </button>
      </div>`,
  });
}

type Verdict = "accept" | "reject";

async function resolve(
  { app, texts, params, reload }: DepositContext,
  { receipt: { verificationRequestId } }: Review,
  values: FormValues,
  decision: Verdict,
): Promise<void> {
  const note = values.optional("note");
  const rememberName = decision === "accept" && values.isChecked("rememberName");
  const { data } = await app.api.post(
    "/api/deposits/{id}/resolve",
    // Decides about the receipt shown here, not about a later one.
    {
      decision,
      verificationRequestId,
      ...(note !== undefined && { note }),
      ...(rememberName && { rememberName }),
    },
    { params: { id: params["depositId"] ?? "" } },
  );
  const isCounted = decision === "accept" && data.status !== "confirmed";
  const missing = money(Number(data.amountRemaining), data.currency, app.language);
  app.announce(isCounted ? texts.counted(missing) : texts.resolved[decision]);
  await reload();
}

function decisionOf(pressed: HTMLElement | null): Verdict {
  return pressed instanceof HTMLButtonElement && pressed.value === "reject" ? "reject" : "accept";
}
