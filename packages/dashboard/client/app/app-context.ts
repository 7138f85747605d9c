import type { PageLanguage } from "@receipts/web-pages/texts";
import type { Api } from "../api/api-client.ts";
import type { DataAt } from "../api/api-routes.ts";
import type { SharedTexts } from "../language/shared-texts.ts";

export type Session = DataAt<"get", "/api/auth/session">;

/** The part of the shell that every page can use. */
export interface App {
  readonly api: Api;
  readonly language: PageLanguage;
  /** Texts that several pages share. */
  readonly shared: SharedTexts;
  /** Undefined while unknown and when signed out. */
  readonly session: Session | undefined;
  readonly setSession: (session: Session | undefined) => void;
  /** The session as soon as it is known, for pages that ask for the account's days. */
  readonly whenSignedIn: () => Promise<Session>;
  /** Opens a page: a path below `/dashboard`, with its query. */
  readonly go: (path: string, options?: { readonly replace?: boolean }) => void;
  /** Shows a text for a moment and lets screen readers announce it. */
  readonly announce: (text: string) => void;
  /** Counts again what waits for a decision, for the navigation. */
  readonly countReviews: () => void;
  /** Runs an action and announces its failure. Returns true on success. */
  readonly attempt: (run: () => Promise<unknown>) => Promise<boolean>;
}
