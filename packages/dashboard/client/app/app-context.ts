import type { Api } from "../api/api-client.ts";
import type { DataAt } from "../api/api-routes.ts";
import type { Language } from "../language/language.ts";
import type { SharedTexts } from "../language/shared-texts.ts";

export type Session = DataAt<"get", "/api/auth/session">;

/** What every page has from the shell. */
export interface App {
  readonly api: Api;
  readonly language: Language;
  /** The words that more than one page says. */
  readonly shared: SharedTexts;
  /** Undefined while it is not known yet, or nobody is signed in. */
  readonly session: Session | undefined;
  readonly setSession: (session: Session | undefined) => void;
  /** To a page: a path below `/dashboard`, with its query. */
  readonly go: (path: string, options?: { readonly replace?: boolean }) => void;
  /** Shown for a moment, and read out. */
  readonly announce: (text: string) => void;
  /** Runs an action of a person; says so when it failed. True when it did not. */
  readonly attempt: (run: () => Promise<unknown>) => Promise<boolean>;
}
