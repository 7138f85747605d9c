import type { PageLanguage } from "@receipts/web-pages/texts";
import type { OpenSearch } from "../search/search-dialog.ts";
import type { Session } from "./app-context.ts";
import type { OpenPage, Page } from "./page.ts";
import type { Proof } from "./proof.ts";

export interface Visit {
  readonly page: Page;
  readonly open: OpenPage;
  /** Key of the page's elements: no input carries over to another page. */
  readonly number: number;
}

export interface AppState {
  readonly language: PageLanguage;
  readonly session: Session | undefined;
  readonly visit: Visit | undefined;
  readonly isMenuOpen: boolean;
  readonly toast: string;
  /** Number of receipts that wait for a decision; undefined for a developer, who decides none. */
  readonly reviews: number | undefined;
  /** The search of everything, above the page. */
  readonly search: OpenSearch | undefined;
  /** The question for the password, above the page. */
  readonly proof: Proof | undefined;
}
