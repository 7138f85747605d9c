import type { PageLanguage as Language } from "@receipts/web-pages";

export type { Language };

/** One table of texts for each language: what one of them lacks is a fault of types. */
export type Texts<T> = Readonly<Record<Language, T>>;

/** The tables of one page: the English one says which texts there are, and of what they are made. */
export function textsOf<T>(tables: { readonly en: T; readonly am: NoInfer<T> }): Texts<T> {
  return tables;
}

/** Each in its own words: whoever looks for his language cannot read the others. */
export const languageNames: Texts<string> = { en: "English", am: "አማርኛ" };

export const languages = Object.keys(languageNames) as readonly Language[]; // Object.keys forgets the keys

const KEPT = "language";

/** The language of the address (`?lang=`), else the one that was chosen before, else the document's. */
export function startLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return languageOf(asked) ?? languageOf(kept()) ?? languageOf(document.documentElement.lang) ?? "en";
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // A browser that stores nothing forgets it.
  }
}

/** Takes the language out of the address, where it would win over the one chosen since. True when there was one. */
export function forgetAskedLanguage(): boolean {
  const address = new URL(location.href);
  if (!address.searchParams.has("lang")) return false;
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
  return true;
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function languageOf(text: string | null): Language | undefined {
  return languages.find((language) => language === text);
}
