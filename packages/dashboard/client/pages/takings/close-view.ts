import { html, nothing, type TemplateResult } from "lit-html";
import { formDialog } from "../../elements/dialog.ts";
import { formOf } from "../../elements/form.ts";
import { table } from "../../elements/table.ts";
import { isolated } from "../../format/isolated.ts";
import { money } from "../../format/money.ts";
import { dateText, time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { reportQuery, type Takings, type TakingsContext } from "./takings-state.ts";

type Close = NonNullable<Takings["days"][number]["close"]>;

/** How a day was closed, and what came after. */
export function closeView(
  { app, texts }: TakingsContext,
  { close, afterClose }: Takings["days"][number],
): TemplateResult | typeof nothing {
  if (close === null) return nothing;
  const { language } = app;
  const birr = (amount: string) => money(Number(amount), "ETB", language);
  return html`<section class="card" aria-labelledby="close">
    <h2 id="close">${texts.state}</h2>
    <p>
      ${close.closedBy === null ? texts.closedByErased : texts.closedBy(isolated(close.closedBy))}${time(close.closedAt, language)}
    </p>
    ${close.note !== null && html`<p class="quote">${close.note}</p>`}
    ${closedBanks(close).length > 0 ? closeTable({ app, texts }, close, birr) : nothing}
    ${
      afterClose !== null && (afterClose.payments !== 0 || Number(afterClose.amount) !== 0)
        ? html`<p class="notice">${texts.afterClose(birr(afterClose.amount), texts.receipts(afterClose.payments))}</p>`
        : nothing
    }
  </section>`;
}

/** Banks that were taken or counted. */
const closedBanks = ({ banks, counted }: Close) => [
  ...new Set([...banks.map(({ bank }) => bank), ...counted.map(({ bank }) => bank)]),
];

function closeTable(
  { app, texts }: Pick<TakingsContext, "app" | "texts">,
  close: Close,
  birr: (amount: string) => string,
): TemplateResult {
  const { shared, language } = app;
  const countOf = (bank: string) => close.counted.find((each) => each.bank === bank);
  return table({
    caption: texts.state,
    rows: closedBanks(close),
    columns: [
      { title: shared.bank, cell: (bank) => bankName(bank, language) },
      {
        title: texts.total,
        isNumber: true,
        cell: (bank) => birr(close.banks.find((each) => each.bank === bank)?.amount ?? "0"),
      },
      {
        title: texts.counted,
        isNumber: true,
        cell: (bank) => {
          const counted = countOf(bank);
          return counted === undefined ? texts.notCounted : birr(counted.amount);
        },
      },
      {
        title: texts.difference,
        isNumber: true,
        cell: (bank) => {
          const counted = countOf(bank);
          return counted === undefined ? "" : birr(counted.difference);
        },
      },
    ],
  });
}

/** Asks for what was counted, bank by bank. */
export function closeDialog(context: TakingsContext, date: string): TemplateResult {
  const { app, texts, data, change, query, reload } = context;
  const { language } = app;
  const taken = new Map(data.report.banks.map(({ bank, amount }) => [bank, amount]));
  const banks = [...new Set([...taken.keys(), ...data.ownBanks])];
  return formDialog({
    ...formOf(context),
    title: texts.closeTitle(dateText(date, language)),
    onClose: () => change({ isClosing: false }),
    send: async (values) => {
      const counted = banks.flatMap((bank) => {
        const amount = values.optional(`counted-${bank}`);
        return amount === undefined ? [] : [{ bank, amount }];
      });
      const { branchId = null } = reportQuery(query);
      await app.api.post("/api/day-closes", {
        date,
        branchId,
        counted,
        note: values.optional("note") ?? null,
      });
      change({ isClosing: false });
      app.announce(texts.closedNow);
      await reload();
    },
    body: ({ field, submit }) =>
      html`<p>${texts.closeHow}</p>
        ${date === data.today ? html`<p class="hint">${texts.closeSoFar}</p>` : nothing}
        ${banks.map((bank) =>
          field({
            name: `counted-${bank}`,
            label: texts.countedAt(
              bankName(bank, language),
              money(Number(taken.get(bank) ?? 0), "ETB", language),
            ),
            isOptional: true,
          }),
        )}
        ${field({ name: "note", label: texts.note, isOptional: true })} ${submit(texts.close)}`,
  });
}
