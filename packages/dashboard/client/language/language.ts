import { type PageLanguage, pageLanguages } from "@receipts/web-pages/texts";

const STORAGE_KEY = "language";

/** The language of the address (`?lang=`), of the last choice, or of the document, in this order. */
export function startLanguage(): PageLanguage {
  const asked = new URLSearchParams(location.search).get("lang");
  return (
    languageOf(asked) ?? languageOf(storedLanguage()) ?? languageOf(document.documentElement.lang) ?? "en"
  );
}

/** Also as a cookie: the server draws the first frame in it. */
export function storeLanguage(language: PageLanguage): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in many browsers.
    document.cookie = `${STORAGE_KEY}=${language}; path=/; max-age=31536000; samesite=lax`;
  } catch {
    // A browser without storage forgets the choice.
  }
}

/** Removes the language from the address, where it would override a later choice. Returns true if there was one. */
export function removeAddressLanguage(): boolean {
  const address = new URL(location.href);
  if (!address.searchParams.has("lang")) return false;
  address.searchParams.delete("lang");
  history.replaceState(history.state, "", address);
  return true;
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function languageOf(text: string | null): PageLanguage | undefined {
  return pageLanguages.find((language) => language === text);
}
