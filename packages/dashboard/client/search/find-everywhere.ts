import { ApiFault } from "../api/api-fault.ts";
import type { DataAt } from "../api/api-routes.ts";
import type { App } from "../app/app-context.ts";
import type { Page } from "../app/page.ts";
import { mayOpen } from "../app/page-roles.ts";
import { matchPage } from "../app/routes.ts";

/** Matches of each list. A link leads to the list with all of them. */
export const MOST_SHOWN = 5;

export interface Matches {
  readonly text: string;
  /** The text is too short for a list. */
  readonly isRefused: boolean;
  readonly payments: Readonly<DataAt<"get", "/api/payments">>;
  readonly deposits: Readonly<DataAt<"get", "/api/deposits">>;
}

/** Asks the lists that this person may open. */
export async function findInLists(
  app: App,
  pages: readonly Page[],
  text: string,
  signal: AbortSignal,
): Promise<Matches> {
  const { api } = app;
  const limit = MOST_SHOWN;
  let isRefused = false;
  const asked = async <Answer>(path: string, ask: () => Promise<{ readonly data: readonly Answer[] }>) => {
    if (!isOpen(path, app, pages)) return [];
    try {
      return (await ask()).data;
    } catch (error) {
      if (!(error instanceof ApiFault) || error.code !== "invalid_payload") throw error;
      isRefused = true;
      return [];
    }
  };
  const [payments, deposits] = await Promise.all([
    asked("/payments", () => api.get("/api/payments", { query: { search: text, limit }, signal })),
    asked("/deposits", () => api.get("/api/deposits", { query: { q: text, limit }, signal })),
  ]);
  return { text, isRefused, payments, deposits };
}

function isOpen(path: string, { session }: Pick<App, "session">, pages: readonly Page[]): boolean {
  const page = matchPage(pages, path)?.page;
  const role = session?.member.role;
  return page !== undefined && role !== undefined && mayOpen(page, role);
}

/** Pages of the menu whose titles have all words, in any language. */
export function pagesWith(
  text: string,
  { session, language }: Pick<App, "session" | "language">,
  pages: readonly Page[],
) {
  const words = text.toLowerCase().split(/\s+/);
  const role = session?.member.role;
  return pages
    .filter((page) => page.nav !== undefined && role !== undefined && mayOpen(page, role))
    .filter((page) => {
      const titles = `${page.title("en")} ${page.title("am")}`.toLowerCase();
      return words.every((word) => titles.includes(word));
    })
    .map((page) => ({ path: page.path, title: page.title(language) }));
}

const ID = /^(ver|dep|bat|rcn|whd)_[0-9a-z]{26}$/;
const pathsOfIds: Readonly<Record<string, string>> = {
  ver: "/requests",
  dep: "/deposits",
  bat: "/batches",
  rcn: "/reconciliations",
  whd: "/webhooks/deliveries",
};

/** The page of an id, as logs, webhooks and mails have it, if this person may open it. */
export function pathOfId(
  text: string,
  app: Pick<App, "session">,
  pages: readonly Page[],
): string | undefined {
  const kind = ID.exec(text)?.[1];
  if (kind === undefined) return undefined;
  const path = `${pathsOfIds[kind]}/${text}`;
  return isOpen(path, app, pages) ? path : undefined;
}
