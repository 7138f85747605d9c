import { languageNames, type PageLanguage, pageLanguages } from "@receipts/web-pages/texts";
import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { icon } from "../elements/icon.ts";
import { isolated } from "../format/isolated.ts";
import { sandboxedBanks } from "../language/banks.ts";
import type { App } from "./app-context.ts";
import type { AppState } from "./app-state.ts";
import { navigationView } from "./navigation-view.ts";
import type { Page } from "./page.ts";
import { proofDialog } from "./proof.ts";
import { addressOfPage } from "./routes.ts";

interface ShellActions {
  readonly chooseLanguage: (language: PageLanguage) => void;
  readonly toggleMenu: () => void;
  readonly openSearch: () => Promise<void>;
  readonly closeToast: () => void;
  readonly switchAccount: (accountId: string) => Promise<void>;
  readonly signOut: (scope: "here" | "everywhere") => Promise<void>;
}

interface Shell extends AppState {
  readonly pages: readonly Page[];
  readonly app: App;
  readonly actions: ShellActions;
}

/** Draws the header, the navigation and the announcements around each page. */
export function shellView(shell: Shell): TemplateResult {
  const isOutside = shell.visit?.page.access === "anyone";
  return html`${isOutside ? outsideView(shell) : insideView(shell)} ${toastView(shell)}
    ${shell.search?.view() ?? nothing} ${shell.proof === undefined ? nothing : proofDialog(shell.app, shell.proof)}`;
}

function insideView(shell: Shell): TemplateResult {
  const { app, actions, pages, visit, isMenuOpen, reviews } = shell;
  const { shared } = app;
  return html`<a class="skip" href="#main" @click=${skipToMain}>${shared.skip}</a>
    <header class="top">
      <button
        type="button"
        class="menu-button"
        aria-controls="navigation"
        aria-expanded=${isMenuOpen ? "true" : "false"}
        @click=${actions.toggleMenu}
      >
        ${icon(isMenuOpen ? "close" : "menu")}<span class="unseen">${shared.menu}</span>
      </button>
      <a class="brand" href=${addressOfPage("/")}>${icon("mark")}<span>${shared.brand}</span></a>
      <button type="button" class="search-button" aria-keyshortcuts="Control+K Meta+K" @click=${actions.openSearch}>
        ${icon("search")}<span>${shared.searchAll}</span><kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      ${languagesView(shell)} ${accountView(shell)}
    </header>
    <div class=${isMenuOpen ? "frame menu-open" : "frame"} @keydown=${closeOnEscape(shell)}>
      ${navigationView({ pages, current: visit?.page, app, reviews })}
      <main id="main" tabindex="-1">
        ${sandboxView(app)} ${visit === undefined ? notFoundView(app) : keyed(visit.number, visit.open.view())}
      </main>
    </div>`;
}

function sandboxView({ shared, language }: App): TemplateResult | typeof nothing {
  const banks = sandboxedBanks(language);
  if (banks === undefined) return nothing;
  return html`<p class="sandbox">${banks === "all" ? shared.sandbox.all : shared.sandbox.some(banks)}</p>`;
}

/** Frame of the sign-in and sign-up pages: nothing in it needs a session. */
function outsideView(shell: Shell): TemplateResult {
  const { app, visit } = shell;
  return html`<header class="top outside">
      <span class="brand">${icon("mark")}<span>${app.shared.brand}</span></span>
      ${languagesView(shell)}
    </header>
    <main id="main" class="outside" tabindex="-1">
      ${sandboxView(app)} ${visit === undefined ? nothing : keyed(visit.number, visit.open.view())}
    </main>`;
}

function languagesView({ app, actions }: Shell): TemplateResult {
  return html`<div class="languages" role="group" aria-label=${app.shared.language}>
    ${pageLanguages.map(
      (language) =>
        html`<button
          type="button"
          lang=${language}
          aria-pressed=${language === app.language ? "true" : "false"}
          @click=${() => actions.chooseLanguage(language)}
        >
          ${languageNames[language]}
        </button>`,
    )}
  </div>`;
}

function accountView({ app, actions, session }: Shell): TemplateResult {
  const { shared } = app;
  const person = session?.user;
  return html`<details class="account" @click=${closeAfterChoice} @keydown=${closeDetailsOnEscape} @focusout=${closeWhenLeft}>
    <summary>
      ${icon("person")}<span class="unseen">${shared.accountMenu}</span
      ><span class="account-name">${session?.account.name ?? ""}</span>
    </summary>
    <div class="account-menu">
      <p><strong>${person?.name ?? ""}</strong><span class="soft">${person?.email ?? ""}</span></p>
      ${switcherView({ app, actions, session })}
      <a href=${addressOfPage("/security")}>${shared.security}</a>
      <a href=${addressOfPage("/password")}>${shared.changePassword}</a>
      <a href=${addressOfPage("/sessions")}>${shared.sessions}</a>
      <button type="button" @click=${() => actions.signOut("everywhere")}>${shared.signOutEverywhere}</button>
      <button type="button" @click=${() => actions.signOut("here")}>${shared.signOut}</button>
    </div>
  </details>`;
}

/** The other accounts of the person. */
function switcherView({
  app,
  actions,
  session,
}: Pick<Shell, "app" | "actions" | "session">): TemplateResult | typeof nothing {
  const others = (session?.accounts ?? []).filter(({ id }) => id !== session?.account.id);
  if (others.length === 0) return nothing;
  return html`<p class="soft">${app.shared.switchAccount}</p>
    ${others.map(
      ({ id, name }) =>
        html`<button type="button" @click=${() => actions.switchAccount(id)}>${isolated(name)}</button>`,
    )}`;
}

function notFoundView({ shared }: App): TemplateResult {
  return html`<header class="page-head"><h1 tabindex="-1">${shared.notFound.title}</h1></header>
    <p>${shared.notFound.todo}</p>
    <p><a class="button" href=${addressOfPage("/")}>${shared.notFound.home}</a></p>`;
}

function toastView({ toast, app, actions }: Shell): TemplateResult {
  return html`<div class="toast-place" role="status">
    ${
      toast === ""
        ? nothing
        : html`<div class="toast">
          <span>${toast}</span>
          <button type="button" class="quiet" @click=${actions.closeToast}>
            ${icon("close")}<span class="unseen">${app.shared.close}</span>
          </button>
        </div>`
    }
  </div>`;
}

function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function closeOnEscape({ isMenuOpen, actions }: Shell): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key === "Escape" && isMenuOpen) actions.toggleMenu();
  };
}

function closeDetailsOnEscape(event: KeyboardEvent): void {
  const details = event.currentTarget;
  if (event.key !== "Escape" || !(details instanceof HTMLDetailsElement)) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

function closeAfterChoice(event: MouseEvent): void {
  const isChoice = event.target instanceof Element && event.target.closest("a, button") !== null;
  if (isChoice && event.currentTarget instanceof HTMLDetailsElement) event.currentTarget.open = false;
}

function closeWhenLeft(event: FocusEvent): void {
  const details = event.currentTarget;
  if (!(details instanceof HTMLDetailsElement) || !(event.relatedTarget instanceof Node)) return;
  if (!details.contains(event.relatedTarget)) details.open = false;
}
