import type { Page } from "./page.ts";

export const BASE = "/dashboard";

export interface Match {
  readonly page: Page;
  readonly params: Readonly<Record<string, string>>;
}

/** The page of a path below the base; the first that fits. */
export function matchPage(pages: readonly Page[], path: string): Match | undefined {
  for (const page of pages) {
    const params = paramsOf(page.path, path);
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

/** An address that nobody could have built is a page that there is not, never a fault. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a page of ours. */
export function addressOfPage(path: string): string {
  return path === "/" ? BASE : `${BASE}${path}`;
}

/** A path with its query, where it has one. */
export function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

/** What stands behind the base, where the address is one of ours. */
export function pathOfAddress(pathname: string): string | undefined {
  if (pathname === BASE || pathname === `${BASE}/`) return "/";
  return pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : undefined;
}

/** Pages of people who have not signed in yet. */
const OUTSIDE = /^\/(?:sign-|confirm|forgot|reset)/;

/** Where to go after signing in: a page of ours and nothing else, whatever the address says. */
export function pathAfterSignIn(query: URLSearchParams): string {
  const next = query.get("next") ?? "/";
  return next.startsWith("/") && !next.startsWith("//") && !OUTSIDE.test(next) ? next : "/";
}
