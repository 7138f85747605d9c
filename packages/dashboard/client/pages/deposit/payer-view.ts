import { html, nothing, type TemplateResult } from "lit-html";
import { addressOf } from "../../api/api-client.ts";
import { depositBadge, isOpen } from "../../deposits/deposit-status.ts";
import { dialog } from "../../elements/dialog.ts";
import { money } from "../../format/money.ts";
import type { Deposit, DepositContext } from "./deposit-state.ts";

/** Query of the view for a payer at the counter. */
export const SHOWN_TO_PAYER = new URLSearchParams({ show: "payer" });

export const pathOf = ({ id }: Deposit) => `/deposits/${encodeURIComponent(id)}`;

/** What the payer sees on the merchant's screen. It follows the deposit, as the page does. */
export function payerView(context: DepositContext, deposit: Deposit): TemplateResult | typeof nothing {
  const { app, texts, query } = context;
  if (query.get("show") !== SHOWN_TO_PAYER.get("show")) return nothing;
  const { amount, amountRemaining, currency, reference, description, status } = deposit;
  const due = isOpen(status) ? amountRemaining : amount;
  return dialog({
    app,
    title: texts.scanToPay,
    isFull: true,
    onClose: () => app.go(pathOf(deposit), { replace: true }),
    body: html`<div class="for-payer">
      <p class="due">${money(Number(due), currency, app.language)}</p>
      <p><strong>${reference}</strong>${description === null ? nothing : html` <span>${description}</span>`}</p>
      ${isOpen(status) ? html`${qrCode(context, deposit)}<p>${texts.scanHint}</p>` : nothing}
      <p role="status">${depositBadge(status, app.language)}</p>
    </div>`,
  });
}

export function qrCode({ texts }: DepositContext, { id }: Deposit): TemplateResult {
  const address = addressOf("/api/deposits/{id}/qr-code", { params: { id } });
  return html`<img class="qr-code" src=${address} width="240" height="240" alt=${texts.qrCode} />`;
}
