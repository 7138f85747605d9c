import type { TemplateResult } from "lit-html";
import type { IconName } from "../elements/icon.ts";
import type { Language, Texts } from "../language/language.ts";
import type { App } from "./app-context.ts";
import { openPage } from "./open-page.ts";

export type NavGroup = "work" | "money" | "developers" | "account";

/** What a page is given to fetch what it shows. */
export interface LoadContext {
  readonly app: App;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Aborted when the page is left. */
  readonly signal: AbortSignal;
}

export interface ViewContext<T, Data, State> extends LoadContext {
  readonly data: Data;
  readonly state: State;
  readonly texts: T;
  /** True while what is shown is being fetched again. */
  readonly isRefreshing: boolean;
  readonly change: (patch: Partial<State> | ((now: State) => Partial<State>)) => void;
  /** Fetches again and shows what there is until then. A failure is told in passing. */
  readonly reload: () => Promise<void>;
}

export interface PageSettings<T extends { readonly title: string }, Data, State extends object> {
  /** Of its folder. */
  readonly name: string;
  /** Below `/dashboard`; `:name` is a parameter. */
  readonly path: string;
  /** Who may see it: whoever has signed in, unless told. */
  readonly access?: "anyone";
  /** Its place in the navigation; without one it is reached from other pages. */
  readonly nav?: { readonly group: NavGroup; readonly icon: IconName };
  /** The page in the navigation that it belongs to. */
  readonly within?: string;
  readonly texts: Texts<T>;
  readonly start: () => State;
  readonly load: (context: LoadContext) => Promise<Data>;
  /** Over the page in place of its title: the name of the one thing that it shows. */
  readonly heading?: (context: ViewContext<T, Data, State>) => TemplateResult | string;
  /** Beside the heading: what people come for. */
  readonly actions?: (context: ViewContext<T, Data, State>) => TemplateResult;
  /** What is below the heading. */
  readonly view: (context: ViewContext<T, Data, State>) => TemplateResult;
  /** After each load, while the page is open: follows something; returns how to stop. */
  readonly live?: (context: ViewContext<T, Data, State>) => (() => void) | undefined;
}

/** A page as the shell sees it. */
export interface Page {
  readonly name: string;
  readonly path: string;
  readonly access: "anyone" | "session";
  readonly nav: { readonly group: NavGroup; readonly icon: IconName } | undefined;
  readonly within: string | undefined;
  readonly title: (language: Language) => string;
  readonly open: (place: Place) => OpenPage;
}

export interface Place {
  /** Asked for each time: language and session may change while the page is open. */
  readonly app: () => App;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly draw: () => void;
  /** A page that failed is tried once more: the shell asks for what it lacks as well. */
  readonly again: () => void;
}

export interface OpenPage {
  view(): TemplateResult;
  /** The same page with another query: what is shown stays until the new is there. */
  revisit(query: URLSearchParams): void;
  close(): void;
}

export function definePage<T extends { readonly title: string }, Data, State extends object>(
  settings: PageSettings<T, Data, State>,
): Page {
  return {
    name: settings.name,
    path: settings.path,
    access: settings.access ?? "session",
    nav: settings.nav,
    within: settings.within,
    title: (language) => settings.texts[language].title,
    open: (place) => openPage(settings, place),
  };
}
