import type { Role } from "@receipts/contracts";
import type { PageLanguage, Texts } from "@receipts/web-pages/texts";
import type { TemplateResult } from "lit-html";
import type { IconName } from "../elements/icon.ts";
import type { App } from "./app-context.ts";

/** Daily work is always shown, the other groups open. */
export type NavGroup = "work" | "settings" | "developers";

/** Passed to a page's `load`. */
export interface LoadContext {
  readonly app: App;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Aborted when the page is left. */
  readonly signal: AbortSignal;
}

export type PageTexts = Texts<{ readonly title: string }>;

export interface ViewContext<T extends PageTexts, Data, State> extends LoadContext {
  readonly data: Data;
  readonly state: State;
  readonly texts: T[PageLanguage];
  readonly change: (patch: Partial<State> | ((now: State) => Partial<State>)) => void;
  /** Loads again and shows the current data meanwhile. Announces a failure. */
  readonly reload: () => Promise<void>;
  /** The same, without a sign of it on the page. */
  readonly refresh: () => Promise<void>;
}

/** A page as the shell sees it. */
export interface PagePlace {
  /** Name of its folder. */
  readonly name: string;
  /** Below `/dashboard`; `:name` is a parameter. */
  readonly path: string;
  /** Place in the navigation. Pages without one are reached from other pages. */
  readonly nav?: {
    readonly group: NavGroup;
    readonly icon: IconName;
    /** Shows how many receipts wait for a decision. */
    readonly hasCount?: true;
  };
  /** Name of the page that the navigation marks instead. */
  readonly within?: string;
  /** Roles that the API lets in. Default: all who sign in with a password. */
  readonly roles?: readonly Role[];
}

export interface PageSettings<T extends PageTexts, Data, State extends object> extends PagePlace {
  /** Default: only signed-in people. */
  readonly access?: "anyone";
  readonly texts: T;
  readonly start: () => State;
  /** Drawn at once, above what `load` brings. */
  readonly lead?: (context: Omit<ViewContext<T, Data, State>, "data">) => TemplateResult;
  readonly load: (context: LoadContext) => Promise<Data>;
  /** Replaces the title above the page, for example with the name of the item shown. */
  readonly heading?: (context: ViewContext<T, Data, State>) => TemplateResult | string;
  /** The main actions, beside the heading. */
  readonly actions?: (context: ViewContext<T, Data, State>) => TemplateResult;
  /** Everything below the heading. */
  readonly view: (context: ViewContext<T, Data, State>) => TemplateResult;
  /** Called after each load while the page is open, to follow changes. Returns a function that stops it. */
  readonly live?: (context: ViewContext<T, Data, State>) => (() => void) | undefined;
}

export interface Page extends PagePlace {
  readonly access: "anyone" | "session";
  readonly title: (language: PageLanguage) => string;
  readonly open: (place: Place) => OpenPage;
}

export interface Place {
  /** A function, since language and session can change while the page is open. */
  readonly app: () => App;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly draw: () => void;
  /** Called before a failed page loads again: the shell retries its own failed loads too. */
  readonly again: () => void;
}

export interface OpenPage {
  view(): TemplateResult;
  /** Changes the query of the same page. The current data stays until the new data is there. */
  revisit(query: URLSearchParams): void;
  close(): void;
}
