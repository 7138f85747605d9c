import type { Payment } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../app/app-context.ts";
import { addressOfPage } from "../../app/routes.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { firstUseText } from "../../receipts/first-use.ts";
import { stateBadge } from "../../receipts/state-badge.ts";
import type { PaymentsContext } from "./payments-state.ts";

/** Payments with links to their requests. */
export function paymentTable(
  rows: readonly Payment[],
  texts: PaymentsContext["texts"],
  app: App,
): TemplateResult {
  const { shared, language } = app;
  const story = (id: string) => addressOfPage(`/requests/${encodeURIComponent(id)}`);
  return table({
    caption: texts.title,
    rows,
    keyOf: ({ id }) => id,
    columns: [
      {
        title: shared.amount,
        isNumber: true,
        cell: ({ amount, currency }) =>
          amount === null ? "–" : html`<strong class="sum">${money(amount, currency, language)}</strong>`,
      },
      {
        title: texts.payer,
        cell: ({ senderName, orderReference }) =>
          html`${senderName ?? "–"}${
            orderReference === null
              ? nothing
              : html`<br /><span class="soft">${texts.order}: ${orderReference}</span>`
          }`,
      },
      {
        title: texts.decision,
        cell: (row) =>
          html`${stateBadge(row, app)}${
            row.firstConfirmation == null
              ? nothing
              : html`<br /><span class="soft">${firstUseText(row.firstConfirmation, language)}</span>`
          }`,
      },
      {
        title: shared.reference,
        cell: ({ id, bank, reference, referenceNumber }) =>
          html`<a href=${story(id)}><code>${referenceNumber ?? reference ?? id}</code></a><br /><span class="soft"
              >${bankName(bank, language)}</span
            >`,
      },
      { title: shared.paidAt, cell: ({ paidAt }) => (paidAt === null ? "–" : time(paidAt, language)) },
      {
        title: texts.verified,
        cell: (row) =>
          html`${time(row.verifiedAt ?? row.createdAt, language)}<br /><span class="soft">${placeOf(row)}</span>`,
      },
    ],
  });
}

/** Branch and person, as far as they are known. */
const placeOf = ({ branch, member }: Payment) =>
  [branch?.name, member?.name].filter((name) => (name ?? "") !== "").join(" · ");
