import type { VerificationResult } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import { addressOfPage } from "../../app/routes.ts";
import { mayDecide } from "../../deposits/deposit-status.ts";
import { card } from "../../elements/card.ts";
import { formOf } from "../../elements/form.ts";
import { money } from "../../format/money.ts";
import { bankName } from "../../language/banks.ts";
import { decisionForm } from "../../receipts/decision-form.ts";
import { decisionFormTexts } from "../../receipts/decision-form-texts.ts";
import { depositOf } from "../../receipts/deposit-of.ts";
import { receiptTexts } from "../../receipts/receipt-texts.ts";
import type { RequestContext, RequestStory } from "./request-state.ts";

/** Asks the person to look into the account, and has buttons to accept or reject the receipt. */
export function reviewView(
  context: RequestContext,
  record: RequestStory["record"],
  result: VerificationResult,
): TemplateResult | "" {
  const { app, texts, params, reload } = context;
  if (result.decision !== "review" || !mayDecide(app)) return "";
  if (record.source === "checkout" || result.decisionReasons.includes("held_for_deposit"))
    return depositView(context, record);
  const words = decisionFormTexts[app.language];
  const { matchedSettlementAccount, bank } = result.settlementAccountMatch;
  const isSaved =
    matchedSettlementAccount !== undefined && result.settlementAccountMatch.source === "account_registry";
  const isNameInDoubt = result.decisionReasons.includes("receiver_not_proven");
  const todo = words.todo(bankName(result.receiverBank ?? bank, app.language), result.referenceNumber ?? "–");
  return card(
    "review",
    words.title,
    html`<p>
        ${result.amount === null ? "" : html`<strong>${money(result.amount, result.currency, app.language)}</strong>`}
        ${result.senderName === null ? "" : html`${receiptTexts[app.language].from}: <strong>${result.senderName}</strong>`}
      </p>
      ${receiverView(context, result)}
      <p>${todo}</p>
      ${decisionForm(formOf(context), {
        receiverName: (isSaved && isNameInDoubt ? result.receiverName : null) ?? undefined,
        send: async (decided) => {
          await app.api.post("/api/verify/{requestId}/resolve", decided, {
            params: { requestId: params["requestId"] ?? "" },
          });
          app.announce(texts.resolved[decided.decision]);
          app.countReviews();
          await reload();
        },
      })}`,
  );
}

/** As the receipt names the receiver: what a person compares with the own account. */
function receiverView(
  { app }: RequestContext,
  { receiverName, receiverAccount }: VerificationResult,
): TemplateResult | "" {
  if (receiverName === null && receiverAccount === null) return "";
  return html`<p>
    ${receiptTexts[app.language].to}: <strong>${receiverName ?? ""}</strong> <code>${receiverAccount ?? ""}</code>
  </p>`;
}

/** A link to the deposit with which the receipt is decided. */
function depositView({ app, texts }: RequestContext, record: RequestStory["record"]): TemplateResult | "" {
  const depositId = depositOf(record);
  if (depositId === undefined) return "";
  const page = addressOfPage(`/deposits/${encodeURIComponent(depositId)}`);
  return card(
    "review",
    texts.ofDeposit,
    html`<p>${texts.ofDepositTodo}</p>
      <p><a class="button" href=${page}>${app.shared.openDeposit}</a></p>`,
  );
}
