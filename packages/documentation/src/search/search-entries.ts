import { addressOf } from "../page-list.ts";
import { sectionsOf } from "./page-sections.ts";
import { searchWords } from "./search-words.ts";

/** One section, as the browser gets it. */
export interface SearchEntry {
  /** Address with the anchor: `/docs/webhooks#signatures`. */
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** Words of `searchWords`; the operation's id in the reference. */
  readonly words: string;
  readonly isGuide: boolean;
}

export function searchEntriesOf(page: {
  readonly name: string;
  readonly title: string;
  readonly markup: string;
}): readonly SearchEntry[] {
  const address = addressOf(page.name);
  const isGuide = !page.name.startsWith("reference");
  return sectionsOf(page).map(({ anchor, heading, text }) => {
    const hash = anchor === "" ? "" : `#${anchor}`;
    return {
      id: `${address}${hash}`,
      page: page.title,
      heading,
      text,
      words: searchWords[`${page.name}${hash}`] ?? (isGuide || anchor.startsWith("object-") ? "" : anchor),
      isGuide,
    };
  });
}
