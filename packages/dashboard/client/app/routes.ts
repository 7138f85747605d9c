import type { Page } from "./page.ts";

export const BASE = "/dashboard";

export interface Match {
  readonly page: Page;
  readonly params: Readonly<Record<string, string>>;
}

/** Former addresses, which links and bookmarks have. */
const moved: Readonly<Record<string, string>> = { "/requests": "/payments" };

/** Returns the first page that matches a path below the base. */
export function matchPage(pages: readonly Page[], path: string): Match | undefined {
  const current = moved[`/${partsOf(path).join("/")}`] ?? path;
  for (const page of pages) {
    const params = paramsOf(page.path, current);
    if (params !== undefined) return { page, params };
  }
  return undefined;
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [partsOf(pattern), partsOf(path)];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = unescaped(value);
    else if (part !== value) return undefined;
  }
  return params;
}

const partsOf = (path: string) => path.split("/").filter((part) => part !== "");

/** An invalid escape gives a page that is not found, not an exception. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function addressOfPage(path: string): string {
  return path === "/" ? BASE : `${BASE}${path}`;
}

/** Appends the query unless it is empty. */
export function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Returns the path below the base; undefined for addresses outside the dashboard. */
export function pathOfAddress(pathname: string): string | undefined {
  if (pathname === BASE || pathname === `${BASE}/`) return "/";
  return pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : undefined;
}

/** Pages for people who are not signed in. */
const OUTSIDE = /^\/(?:sign-|confirm|forgot|reset)/;

/** Returns the path to open after sign-in: always a dashboard page, for any value of `next`. */
export function pathAfterSignIn(query: URLSearchParams): string {
  const next = query.get("next") ?? "/";
  return next.startsWith("/") && !next.startsWith("//") && !OUTSIDE.test(next) ? next : "/";
}
