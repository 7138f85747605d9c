import type { Token } from "markdown-it";

/** Headings that begin a tab. Two or more in a row are a group: the same call in several languages. */
const tabTitles: ReadonlySet<string> = new Set([
  "curl",
  "Node.js",
  "Python",
  "PHP",
  "Go",
  "Express",
  "FastAPI",
  "Laravel",
]);

/** A part of a page: a group of tabs, or text without tabs. */
export interface PagePart {
  readonly tokens: readonly Token[];
  readonly tabs: readonly Tab[];
}

export interface Tab {
  readonly title: string;
  readonly tokens: readonly Token[];
}

/** Splits a page into tab groups and the text around them. A tab ends where a heading of its level or above begins. */
export function partsOf(tokens: readonly Token[], textOf: (inline: Token | undefined) => string): PagePart[] {
  const parts: PagePart[] = [];
  let group: Tab[] = [];
  let start = 0;
  const closeGroup = () => {
    if (group.length > 1) parts.push({ tokens: [], tabs: group });
    else parts.push(...group.map((tab) => ({ tokens: tab.tokens, tabs: [] })));
    group = [];
  };
  while (start < tokens.length) {
    const isTab = tokens[start]?.type === "heading_open" && tabTitles.has(textOf(tokens[start + 1]));
    const end = isTab ? endOfTab(tokens, start) : nextTab(tokens, start, textOf);
    if (isTab) group.push({ title: textOf(tokens[start + 1]), tokens: tokens.slice(start, end) });
    else {
      closeGroup();
      parts.push({ tokens: tokens.slice(start, end), tabs: [] });
    }
    start = end;
  }
  closeGroup();
  return parts;
}

function endOfTab(tokens: readonly Token[], start: number): number {
  const level = tokens[start]?.tag ?? "";
  const end = tokens.findIndex(
    ({ type, tag }, index) => index > start && type === "heading_open" && tag <= level,
  );
  return end === -1 ? tokens.length : end;
}

function nextTab(tokens: readonly Token[], start: number, textOf: Parameters<typeof partsOf>[1]): number {
  const next = tokens.findIndex(
    ({ type }, index) => index > start && type === "heading_open" && tabTitles.has(textOf(tokens[index + 1])),
  );
  return next === -1 ? tokens.length : next;
}
