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

/** The texts of a page, in each language. */
export type PageTexts = Texts<{ readonly title: string }>;

export interface ViewContext<T extends PageTexts, Data, State> extends LoadContext {
  readonly data: Data;
  readonly state: State;
  readonly texts: T[Language];
  readonly change: (patch: Partial<State> | ((now: State) => Partial<State>)) => void;
  /** Fetches again and shows what there is until then. A failure is told in passing. */
  readonly reload: () => Promise<void>;
}

/** What the shell knows of a page. */
interface PagePlace {
  /** Of its folder. */
  readonly name: string;
  /** Below `/dashboard`; `:name` is a parameter. */
  readonly path: string;
  /** Its place in the navigation; without one it is reached from other pages. */
  readonly nav?: { readonly group: NavGroup; readonly icon: IconName };
  /** The page in the navigation that it belongs to. */
  readonly within?: string;
}

export interface PageSettings<T extends PageTexts, Data, State extends object> extends PagePlace {
  /** Who may see it: whoever has signed in, unless told. */
  readonly access?: "anyone";
  readonly texts: T;
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

export interface Page extends PagePlace {
  readonly access: "anyone" | "session";
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

export function definePage<T extends PageTexts, Data, State extends object>(
  settings: PageSettings<T, Data, State>,
): Page {
  return {
    ...settings,
    access: settings.access ?? "session",
    title: (language) => settings.texts[language].title,
    open: (place) => openPage(settings, place),
  };
}
