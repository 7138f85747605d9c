import type { PageLanguage } from "@receipts/web-pages/texts";
import { render } from "lit-html";
import { createApi } from "../api/api-client.ts";
import { faultOf } from "../api/api-fault.ts";
import { drawKeepingFocus } from "../elements/keep-focus.ts";
import { showDaysOf } from "../format/time.ts";
import { removeAddressLanguage, startLanguage, storeLanguage } from "../language/language.ts";
import { sharedTexts } from "../language/shared-texts.ts";
import type { App, Session } from "./app-context.ts";
import type { AppState } from "./app-state.ts";
import type { Page } from "./page.ts";
import { createProve } from "./proof.ts";
import { addressOfPage, type Match, matchPage, pathOfAddress } from "./routes.ts";
import { createSearchOpener } from "./search-opener.ts";
import { shellView } from "./shell-view.ts";
import { createStore } from "./store.ts";

const TOAST_MS = 6_000;
const REVIEWS_EVERY_MS = 60_000;

/** Draws the dashboard into the page and handles navigation. */
export function startApp(root: HTMLElement, pages: readonly Page[]): void {
  let isDrawing = false;
  const draw = () => {
    if (isDrawing) return;
    isDrawing = true;
    queueMicrotask(() => {
      isDrawing = false;
      drawNow();
    });
  };
  const store = createStore<AppState>(
    {
      language: startLanguage(),
      session: undefined,
      visit: undefined,
      isMenuOpen: false,
      toast: "",
      reviews: undefined,
      search: undefined,
      proof: undefined,
    },
    draw,
  );
  const api = createApi({
    onSignedOut: () => signedOut(),
    onMustEnroll: () => mustEnroll(),
    prove: () => prove(),
  });
  const prove = createProve({
    api,
    set: (proof) => store.change({ proof }),
    now: () => store.get().proof,
  });
  const search = createSearchOpener({ app, pages, store, draw });
  let visits = 0;
  let place: Match | undefined;
  let toastTimer: number | undefined;
  let reviewTimer: number | undefined;
  let asked: Promise<Session> | undefined;
  /** After navigation the heading gets the focus, as after a page load. */
  let focusHeading = false;

  function app(): App {
    const { language, session } = store.get();
    return {
      api,
      language,
      shared: sharedTexts[language],
      session,
      setSession: (next) => store.change({ session: next }),
      whenSignedIn,
      go,
      announce,
      attempt,
      countReviews,
    };
  }

  function drawNow(): void {
    const { language, visit, session } = store.get();
    document.documentElement.lang = language;
    showDaysOf(session?.user);
    const title = visit?.page.title(language) ?? sharedTexts[language].notFound.title;
    document.title = `${title} · ${sharedTexts[language].brand}`;
    const actions = {
      chooseLanguage,
      openSearch: search.open,
      toggleMenu: () => store.change(({ isMenuOpen }) => ({ isMenuOpen: !isMenuOpen })),
      closeToast: () => store.change({ toast: "" }),
      signOut,
      switchAccount,
    };
    drawKeepingFocus(root, () => render(shellView({ ...store.get(), pages, app: app(), actions }), root));
    if (focusHeading) {
      focusHeading = false;
      window.scrollTo(0, 0);
      // After a dialog that closes has given the focus back.
      queueMicrotask(() => root.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true }));
    }
  }

  function arrive(options: { readonly moved: boolean }): void {
    const path = pathOfAddress(location.pathname) ?? "/";
    const query = new URLSearchParams(location.search);
    const match = matchPage(pages, path);
    const { visit } = store.get();
    const isSame =
      visit !== undefined &&
      match?.page === visit.page &&
      JSON.stringify(match.params) === JSON.stringify(place?.params);
    place = match;
    search.close();
    if (match?.page.access !== "anyone") {
      loadSession();
      countReviews();
    }
    if (isSame) {
      store.change({ isMenuOpen: false });
      visit.open.revisit(query);
      return;
    }
    visit?.open.close();
    focusHeading = options.moved;
    visits += 1;
    store.change({
      isMenuOpen: false,
      visit:
        match === undefined
          ? undefined
          : {
              page: match.page,
              number: visits,
              open: match.page.open({ app, params: match.params, query, draw, again: loadSession }),
            },
    });
  }

  function go(path: string, options: { readonly replace?: boolean } = {}): void {
    const address = addressOfPage(path);
    if (options.replace === true) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    arrive({ moved: true });
  }

  /** Remembers the page, so that signing in returns to it. */
  function signedOut(): void {
    store.change({ session: undefined, reviews: undefined });
    search.close();
    clearTimeout(reviewTimer);
    if (place?.page.access === "anyone") return;
    const here = `${pathOfAddress(location.pathname) ?? "/"}${location.search}`;
    go(here === "/" ? "/sign-in" : `/sign-in?${new URLSearchParams({ next: here })}`, { replace: true });
  }

  function mustEnroll(): void {
    if (place?.page.name !== "security") go("/security", { replace: true });
  }

  async function switchAccount(accountId: string): Promise<void> {
    await attempt(async () => {
      const { data } = await api.post("/api/auth/switch-account", { accountId });
      store.change({ session: data });
      go("/");
    });
  }

  async function whenSignedIn(): Promise<Session> {
    const { session } = store.get();
    if (session !== undefined) return session;
    asked ??= api
      .get("/api/auth/session")
      .then(({ data }) => {
        store.change({ session: data });
        return data;
      })
      .finally(() => {
        asked = undefined;
      });
    return await asked;
  }

  /** Loads the session beside the page's own data. A 401 is handled already; the page reports other failures itself. */
  function loadSession(): void {
    whenSignedIn().catch(() => undefined);
  }

  /** Other people decide as well, and receipts come in, so this is asked with each page and each minute. */
  function countReviews(): void {
    clearTimeout(reviewTimer);
    const count = async () => {
      const { member } = await whenSignedIn();
      if (member.role === "developer") return;
      // Also after a call that fails: the count is old then, and the page itself tells of the failure.
      reviewTimer = window.setTimeout(countReviews, REVIEWS_EVERY_MS);
      if (document.visibilityState === "visible") {
        const { meta } = await api.get("/api/reviews", { query: { limit: 1 } });
        store.change({ reviews: meta.total });
      }
    };
    count().catch(() => undefined);
  }

  async function signOut(scope: "here" | "everywhere"): Promise<void> {
    const path = scope === "here" ? "/api/auth/logout" : "/api/auth/logout-everywhere";
    if (!(await attempt(() => api.post(path, undefined)))) return;
    store.change({ session: undefined });
    go("/sign-in");
    announce(sharedTexts[store.get().language].signedOut);
  }

  function announce(text: string): void {
    clearTimeout(toastTimer);
    store.change({ toast: text });
    toastTimer = window.setTimeout(() => store.change({ toast: "" }), TOAST_MS);
  }

  async function attempt(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      announce(app().shared.faults(faultOf(error)));
      return false;
    }
  }

  function chooseLanguage(language: PageLanguage): void {
    storeLanguage(language);
    store.change({ language });
    // Links of the page would carry its query along.
    if (removeAddressLanguage()) arrive({ moved: false });
  }

  root.addEventListener("click", (event) => {
    const path = pathOfClick(event);
    if (path === undefined) return;
    event.preventDefault();
    go(path);
  });
  window.addEventListener("popstate", () => arrive({ moved: true }));

  // The document knows whether there is a session cookie. Without one, the sign-in page opens at once.
  place = matchPage(pages, pathOfAddress(location.pathname) ?? "/");
  if (document.body.dataset["session"] === "none" && place?.page.access !== "anyone") signedOut();
  else arrive({ moved: false });
}

/** Returns the path for a plain click on a link to a dashboard page. The browser handles all other clicks. */
function pathOfClick(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.target !== "" || link.download !== "")
    return undefined;
  const path = pathOfAddress(link.pathname);
  // A link within this page.
  if (path === undefined || link.hash !== "") return undefined;
  return `${path}${link.search}`;
}
