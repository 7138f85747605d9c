import { ApiFault } from "../api/api-fault.ts";
import type { DataAt } from "../api/api-routes.ts";
import type { App } from "../app/app-context.ts";
import type { Page } from "../app/page.ts";
import { mayOpen } from "../app/page-roles.ts";
import { matchPage } from "../app/routes.ts";

/** Of each list. The list itself has the others. */
export const MOST_SHOWN = 5;

export interface Matches {
  readonly text: string;
  readonly payments: Readonly<DataAt<"get", "/api/payments">>;
  readonly deposits: Readonly<DataAt<"get", "/api/deposits">>;
}

/** Asks the lists that this person may open. A text that is too short for them has no matches. */
export async function findInLists(
  { api, session }: App,
  pages: readonly Page[],
  text: string,
  signal: AbortSignal,
): Promise<Matches> {
  const role = session?.member.role;
  const isOpen = (path: string) => {
    const page = matchPage(pages, path)?.page;
    return page !== undefined && role !== undefined && mayOpen(page, role);
  };
  const asked = async <Answer>(path: string, ask: () => Promise<{ readonly data: readonly Answer[] }>) =>
    isOpen(path) ? await ask().then(({ data }) => data, noneIfRefused) : [];
  const limit = MOST_SHOWN;
  const [payments, deposits] = await Promise.all([
    asked("/payments", () => api.get("/api/payments", { query: { search: text, limit }, signal })),
    asked("/deposits", () => api.get("/api/deposits", { query: { q: text, limit }, signal })),
  ]);
  return { text, payments, deposits };
}

function noneIfRefused(error: unknown): [] {
  if (error instanceof ApiFault && error.code === "invalid_payload") return [];
  throw error;
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

/** The page of an id, as logs, webhooks and mails have it. */
export function pathOfId(text: string): string | undefined {
  const kind = ID.exec(text)?.[1];
  return kind === undefined ? undefined : `${pathsOfIds[kind]}/${text}`;
}
