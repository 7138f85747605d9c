import type { App } from "./app-context.ts";
import type { AppState } from "./app-state.ts";
import { importPage } from "./import-page.ts";
import type { Page } from "./page.ts";
import type { Store } from "./store.ts";

/** Opens the search of everything, also by Ctrl+K, and closes it. */
export function createSearchOpener(deps: {
  readonly app: () => App;
  readonly pages: readonly Page[];
  readonly store: Store<AppState>;
  readonly draw: () => void;
}): { readonly open: () => Promise<void>; readonly close: () => void } {
  const { app, store } = deps;
  const isWanted = () => store.get().session !== undefined && store.get().search === undefined;

  /** Its modules are loaded when it is first opened. */
  const open = async () => {
    await app().attempt(async () => {
      const { openSearch } = await importPage(() => import("../search/search-dialog.ts"), isWanted);
      if (isWanted()) store.change({ search: openSearch({ ...deps, onClose: close }) });
    });
  };

  const close = () => {
    const { search } = store.get();
    if (search === undefined) return;
    search.close();
    store.change({ search: undefined });
  };

  window.addEventListener("keydown", (event) => {
    // The key's place: on an Amharic keyboard it has another letter.
    const isCalled = event.code === "KeyK" && (event.ctrlKey || event.metaKey);
    if (!isCalled || event.altKey || event.shiftKey || !isWanted()) return;
    if (document.querySelector("dialog[open]") !== null) return;
    event.preventDefault();
    void open();
  });
  return { open, close };
}
