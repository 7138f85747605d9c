import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { addressOfPage, withQuery } from "../../app/routes.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { downloadLinks } from "../../elements/download-links.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { filterForm, idleForm } from "../../elements/form.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { dateText, lastDays } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { loadBranches } from "../../places/branches.ts";
import { closeDialog, closeView } from "./close-view.ts";
import { takingsPlace } from "./takings-place.ts";
import { type Loaded, reportQuery, type State, type Takings, type TakingsContext } from "./takings-state.ts";
import { takingsTexts } from "./takings-texts.ts";

export const takingsPage = definePage({
  ...takingsPlace,
  texts: takingsTexts,
  start: (): State => ({ form: idleForm, isClosing: false }),
  load,
  actions: (context) => {
    const { texts, change } = context;
    return openDay(context) === undefined
      ? html``
      : button(texts.close, () => change({ isClosing: true, form: idleForm }));
  },
  view: (context) => {
    const { texts, data, state } = context;
    const { report } = data;
    const [day, ...others] = report.days;
    const closing = openDay(context);
    return html`<p>${texts.intro} <a class="link" href="/docs/at-the-counter">${texts.docs}</a></p>
      ${chooserView(context)} ${totalView(context)}
      ${day !== undefined && others.length === 0 ? closeView(context, day) : nothing}
      ${others.length === 0 ? nothing : daysView(context)} ${groupsView(context)}
      ${state.isClosing && closing !== undefined ? closeDialog(context, closing) : nothing}`;
  },
});

async function load({ app, query, signal }: LoadContext): Promise<Loaded> {
  const { timeZone } = (await app.whenSignedIn()).user;
  const [report, branches, accounts] = await Promise.all([
    app.api.get("/api/reports/takings", { query: reportQuery(query), signal }),
    loadBranches({ app, signal }),
    app.api.get("/api/bank-accounts", { query: { limit: 100 }, signal }),
  ]);
  const ownBanks = [...new Set(accounts.data.map(({ bank }) => bank))];
  return { report: report.data, branches, ownBanks, today: lastDays(1, new Date(), timeZone)[0] ?? "" };
}

/** The only day that is shown, while it can be closed. */
function openDay({ data: { report, today } }: TakingsContext): string | undefined {
  const [day, ...others] = report.days;
  return day !== undefined && others.length === 0 && day.close === null && day.date <= today
    ? day.date
    : undefined;
}

function chooserView({ app, texts, data, query }: TakingsContext): TemplateResult {
  const { shared } = app;
  const { days } = data.report;
  return filterForm({
    app,
    label: shared.period,
    className: "filters",
    pathOf: (entered) => withQuery(takingsPlace.path, entered),
    body: ({ field, select }) =>
      html`${field({ name: "startDate", label: shared.fromDay, type: "date", value: days[0]?.date, isOptional: "unsaid" })}
      ${field({ name: "endDate", label: shared.toDay, type: "date", value: days.at(-1)?.date, isOptional: "unsaid" })}
      ${
        data.branches.length === 0
          ? nothing
          : select({
              name: "branchId",
              label: texts.byBranch,
              value: reportQuery(query).branchId ?? "",
              options: [
                ["", texts.wholeAccount],
                ...data.branches.map(({ id, name }) => [id, name] as const),
              ],
            })
      }
      <button type="submit" class="button quiet">${shared.show}</button>`,
  });
}

type Sum = Takings["total"];

const birr = ({ app }: TakingsContext, { amount }: Pick<Sum, "amount">) =>
  money(Number(amount), "ETB", app.language);

function totalView(context: TakingsContext): TemplateResult {
  const { app, texts, data, query } = context;
  const { total, before, days } = data.report;
  const [day, ...others] = days;
  const earlier = others.length === 0 ? day?.fromEarlierDays : undefined;
  return html`<section class="card" aria-labelledby="taken">
    <div class="section-head">
      <h2 id="taken">${texts.total}</h2>
      ${downloadLinks(app.shared.download, "/api/reports/takings", { query: reportQuery(query) }, app)}
    </div>
    <dl class="figures money">
      <div>
        <dt>${others.length === 0 ? dateText(day?.date ?? "", app.language) : app.shared.period}</dt>
        <dd>${birr(context, total)}</dd>
        <dd class="soft">${texts.receipts(total.payments)}</dd>
        <dd class="soft">${texts.before(birr(context, before))}</dd>
      </div>
    </dl>
    ${
      earlier !== undefined && earlier.payments > 0
        ? html`<p>${texts.fromEarlierDays(birr(context, earlier), texts.receipts(earlier.payments))}</p>`
        : nothing
    }
    ${
      total.payments === 0
        ? emptyState(
            texts.none,
            texts.noneTodo,
            html`<a class="button" href=${addressOfPage("/")}>${texts.verify}</a>`,
          )
        : nothing
    }
  </section>`;
}

function daysView(context: TakingsContext): TemplateResult {
  const { app, texts, data, query } = context;
  const { branchId } = reportQuery(query);
  const addressOf = (date: string) =>
    addressOfPage(
      withQuery(
        takingsPlace.path,
        new URLSearchParams({ startDate: date, endDate: date, ...(branchId !== undefined && { branchId }) }),
      ),
    );
  return html`<section class="card" aria-labelledby="days">
    <h2 id="days">${texts.byDay}</h2>
    ${table({
      caption: texts.byDay,
      rows: data.report.days,
      columns: [
        {
          title: app.shared.day,
          cell: ({ date }) =>
            html`<a class="link" href=${addressOf(date)}>${dateText(date, app.language)}</a>`,
        },
        { title: texts.total, isNumber: true, cell: (day) => sumCell(context, day) },
        {
          title: texts.state,
          cell: ({ close }) => (close === null ? badge("plain", texts.open) : badge("good", texts.closed)),
        },
      ],
    })}
  </section>`;
}

interface Group extends Sum {
  readonly title: string;
  readonly isUnnamed: boolean;
  readonly before: Sum;
}

function groupsView(context: TakingsContext): TemplateResult {
  const { app, texts, data } = context;
  const { banks, members, tills, branches } = data.report;
  const named = (groups: Takings["members"], without: string): Group[] =>
    groups.map(({ id, name, ...sums }) => ({
      ...sums,
      isUnnamed: id === null,
      title: id === null ? without : (name ?? texts.erased),
    }));
  const ofBanks = banks.map(({ bank, ...sums }) => ({
    ...sums,
    isUnnamed: false,
    title: bankName(bank, app.language),
  }));
  return html`${groupTable(context, "banks", app.shared.byBank, ofBanks)}
  ${groupTable(context, "members", texts.byMember, named(members, texts.noPerson))}
  ${groupTable(context, "tills", texts.byTill, named(tills, texts.noTill))}
  ${groupTable(context, "branches", texts.byBranch, named(branches, texts.noBranch))}`;
}

/** Absent where nothing is told apart: an account without tills has one group, which has no till. */
function groupTable(
  context: TakingsContext,
  id: string,
  title: string,
  groups: readonly Group[],
): TemplateResult | typeof nothing {
  const { texts } = context;
  if (groups.length === 0 || groups.every(({ isUnnamed }) => isUnnamed)) return nothing;
  return html`<section class="card" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${table({
      caption: title,
      rows: groups,
      columns: [
        { title, cell: (group) => html`<strong>${group.title}</strong>` },
        { title: texts.total, isNumber: true, cell: (group) => sumCell(context, group) },
        { title: texts.beforeTitle, isNumber: true, cell: ({ before }) => birr(context, before) },
      ],
    })}
  </section>`;
}

const sumCell = (context: TakingsContext, sum: Sum) =>
  html`${birr(context, sum)}<br /><span class="soft">${context.texts.receipts(sum.payments)}</span>`;
