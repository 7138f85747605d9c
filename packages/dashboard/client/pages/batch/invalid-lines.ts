import type { BatchItem } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import type { ResponseAt } from "../../api/api-routes.ts";
import type { App } from "../../app/app-context.ts";
import { card } from "../../elements/card.ts";
import { table } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import type { BatchContext } from "./batch-state.ts";
import { lineOf } from "./item-table.ts";

type Texts = BatchContext["texts"];

/** The lines that were not verified, each with its text and the reason. */
export function invalidLines(
  { data, meta }: ResponseAt<"get", "/api/batches/{id}/items">,
  texts: Texts,
  app: App,
): TemplateResult {
  const more = meta.total - data.length;
  return card(
    "invalid-lines",
    texts.invalidLines,
    html`<p>${texts.invalidTodo}${more > 0 ? ` ${texts.more(count(more))}` : nothing}</p>
      ${table({
        caption: texts.invalidLines,
        rows: data,
        columns: [
          { title: texts.line, isNumber: true, cell: (item) => String(lineOf(item)) },
          { title: texts.text, cell: textOf },
          { title: texts.reason, cell: (item) => reasonOf(item, texts, app) },
        ],
      })}`,
  );
}

const textOf = ({ reference, label }: BatchItem) =>
  html`${reference ?? "–"}${label === null ? nothing : html`<br /><span class="soft">${label}</span>`}`;

function reasonOf({ error, sameAs }: BatchItem, texts: Texts, { shared }: App): TemplateResult | string {
  if (sameAs !== null) return texts.differs(lineOf(sameAs));
  if (error === null) return "–";
  const { code, message, details = [], askFor } = error;
  if (code === "invalid_payload" && details.length > 0)
    return html`${details.map((detail) => html`<div>${texts.wrongField(fieldName(detail.field, texts), detail.message)}</div>`)}`;
  if (code === "bank_not_detected") return texts.bankNotClear;
  return shared.faults(new ApiFault({ status: 422, code, message, details, ...(askFor && { askFor }) }));
}

const fieldKeys: Readonly<Record<string, keyof Texts["fields"]>> = {
  referenceNumber: "number",
  reference: "number",
  transactionNumber: "number",
  receiptNumber: "number",
  accountSuffix: "digits",
  suffix: "digits",
  phone: "phone",
  phoneNumber: "phone",
  bank: "bank",
  "expect.amount": "amount",
  settlementAccount: "account",
};

/** In the words of people; the API's name if there are none. */
function fieldName(field: string, { fields, line }: Texts): string {
  if (field === "") return line;
  const key = fieldKeys[field];
  return key === undefined ? field : fields[key];
}
