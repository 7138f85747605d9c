import { html, nothing, type TemplateResult } from "lit-html";
import { type ApiFault, faultOf } from "../api/api-fault.ts";
import type { App } from "../app/app-context.ts";
import type { Page } from "../app/page.ts";
import { addressOfPage, withQuery } from "../app/routes.ts";
import { depositBadge } from "../deposits/deposit-status.ts";
import { dialog } from "../elements/dialog.ts";
import { badNotice } from "../elements/form.ts";
import { money } from "../format/money.ts";
import { time } from "../format/time.ts";
import { bankName } from "../language/banks.ts";
import { stateBadge } from "../receipts/state-badge.ts";
import { findInLists, type Matches, MOST_SHOWN, pagesWith, pathOfId } from "./find-everywhere.ts";
import { searchTexts } from "./search-texts.ts";

/** A person types several letters a second. */
const AFTER_TYPING_MS = 250;

export interface OpenSearch {
  readonly view: () => TemplateResult;
  readonly close: () => void;
}

interface Deps {
  readonly app: () => App;
  readonly pages: readonly Page[];
  readonly draw: () => void;
  readonly onClose: () => void;
}

/** The search of everything, as a dialog above any page. */
export function openSearch({ app, pages, draw, onClose }: Deps): OpenSearch {
  let typed = "";
  let matches: Matches | undefined;
  let fault: ApiFault | undefined;
  let timer: number | undefined;
  /** Enter was pressed before the answer came. */
  let opensFirst = false;
  let asking = new AbortController();

  function type(text: string): void {
    typed = text.trim();
    clearTimeout(timer);
    asking.abort();
    fault = undefined;
    opensFirst = false;
    if (typed !== "") timer = window.setTimeout(ask, AFTER_TYPING_MS);
    draw();
  }

  async function ask(): Promise<void> {
    asking = new AbortController();
    const { signal } = asking;
    try {
      const found = await findInLists(app(), pages, typed, signal);
      if (signal.aborted) return;
      matches = found;
    } catch (error) {
      if (signal.aborted) return;
      fault = faultOf(error);
    }
    draw();
    if (opensFirst) queueMicrotask(clickFirst);
  }

  const isAnswered = () => typed !== "" && matches?.text === typed && fault === undefined;

  function enter(): void {
    if (isAnswered()) clickFirst();
    else opensFirst = typed !== "";
  }

  function view(): TemplateResult {
    const now = app();
    const texts = searchTexts[now.language];
    const found = matches?.text === typed ? matches : undefined;
    const groups = groupsOf(now, pages, typed, found);
    const count = groups.reduce(
      (sum, { links }) => sum + links.filter(({ isWhole }) => isWhole !== true).length,
      0,
    );
    const none = found?.isRefused === true ? texts.tooShort : texts.none;
    const status = count === 0 ? none : texts.found(count);
    const body = html`<div class="search-all stack" @keydown=${(event: KeyboardEvent) => moveByKeys(event, enter)}>
      ${fieldView(texts.hint, type)} ${fault === undefined ? nothing : badNotice(now.shared.faults(fault))}
      <p role="status" class=${count === 0 ? "" : "unseen"}>${isAnswered() ? status : ""}</p>
      ${groups.map(groupView)}
    </div>`;
    return dialog({ app: now, title: texts.title, onClose, headingId: "search-title", body });
  }

  return {
    view,
    close: () => {
      clearTimeout(timer);
      asking.abort();
    },
  };
}

/** Its type is `text`: a field of the type `search` would take the first Escape. */
function fieldView(label: string, type: (text: string) => void): TemplateResult {
  return html`<div class="field">
    <label for="search-all">${label}</label>
    <input
      id="search-all"
      type="text"
      enterkeyhint="search"
      autofocus
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      maxlength="64"
      @input=${({ target }: Event) => type(target instanceof HTMLInputElement ? target.value : "")}
    />
  </div>`;
}

interface Group {
  readonly title: string;
  readonly links: readonly {
    readonly path: string;
    readonly text: TemplateResult | string;
    /** Leads to the list of all matches. */
    readonly isWhole?: boolean;
  }[];
}

function groupsOf(app: App, pages: readonly Page[], typed: string, matches: Matches | undefined): Group[] {
  const texts = searchTexts[app.language];
  const path = pathOfId(typed, app, pages);
  const byId = path === undefined ? [] : [{ path, text: html`<code>${typed}</code>` }];
  return [
    { title: texts.ids, links: byId },
    { title: texts.payments, links: matches === undefined ? [] : paymentLinks(app, matches) },
    { title: texts.deposits, links: matches === undefined ? [] : depositLinks(app, matches) },
    {
      title: texts.pages,
      links: pagesWith(typed, app, pages).map((page) => ({ ...page, text: page.title })),
    },
  ].filter(({ links }) => links.length > 0);
}

function paymentLinks(app: App, { text, payments }: Matches): Group["links"] {
  const { language } = app;
  const links = payments.map((payment) => {
    const { id, amount, currency, senderName, bank, referenceNumber, reference, createdAt } = payment;
    return {
      path: `/requests/${encodeURIComponent(id)}`,
      text: html`<strong>${amount === null ? "–" : money(amount, currency, language)}</strong> <span>${senderName ?? "–"}</span>
        ${stateBadge(payment, app)}
        <span class="soft"><code>${referenceNumber ?? reference ?? id}</code> · ${bankName(bank, language)} · ${time(createdAt, language)}</span>`,
    };
  });
  return withWholeList(links, "/payments", { search: text }, language);
}

function depositLinks({ language }: App, { text, deposits }: Matches): Group["links"] {
  const links = deposits.map(({ id, amount, currency, reference, status, createdAt }) => ({
    path: `/deposits/${encodeURIComponent(id)}`,
    text: html`<strong>${money(Number(amount), currency, language)}</strong> <span>${reference}</span>
      ${depositBadge(status, language)} <span class="soft">${time(createdAt, language)}</span>`,
  }));
  return withWholeList(links, "/deposits", { q: text }, language);
}

function withWholeList(
  links: Group["links"],
  path: string,
  query: Record<string, string>,
  language: App["language"],
): Group["links"] {
  if (links.length < MOST_SHOWN) return links;
  return [
    ...links,
    { path: withQuery(path, new URLSearchParams(query)), text: searchTexts[language].all, isWhole: true },
  ];
}

function groupView({ title, links }: Group): TemplateResult {
  return html`<section>
    <h3>${title}</h3>
    <ul>${links.map(({ path, text }) => html`<li><a href=${addressOfPage(path)}>${text}</a></li>`)}</ul>
  </section>`;
}

/** Down and up walk from the field through the links; Enter in the field opens the first. */
function moveByKeys(event: KeyboardEvent, enter: () => void): void {
  const within = event.currentTarget;
  if (!(within instanceof HTMLElement) || event.isComposing) return;
  const stops = [...within.querySelectorAll<HTMLElement>("input, a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    stops.at(Math.min(Math.max(to, 0), stops.length - 1))?.focus();
  } else if (event.key === "Enter" && at === 0) {
    event.preventDefault();
    enter();
  }
}

const clickFirst = () => document.querySelector<HTMLElement>(".search-all a")?.click();
