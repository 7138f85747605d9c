import type { PageLanguage as Language } from "@receipts/web-pages";

export type { Language };

/** A text table per language. A missing text is a type error. */
export type Texts<T> = Readonly<Record<Language, T>>;

/** A text in both languages. The English one determines the type. */
export function both<T>(en: T, am: NoInfer<T>): Texts<T> {
  return { en, am };
}

/** Drops the prefix የ of a name that follows another Amharic prefix: በ and የኢትዮጵያ ንግድ ባንክ give በኢትዮጵያ ንግድ ባንክ. */
export function afterPrefix(name: string): string {
  return name.replace(/^የ/, "");
}

interface TextTree {
  readonly [name: string]: Texts<unknown> | TextTree;
}

type TableOf<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Texts<infer Text> ? Text : TableOf<Tree[Name]>;
};

/** Turns a tree of texts into one table per language. */
export function textsOf<Tree extends TextTree>(tree: Tree): Texts<TableOf<Tree>> {
  return both(tableIn("en", tree), tableIn("am", tree)) as Texts<TableOf<Tree>>; // walked by name
}

function tableIn(language: Language, tree: TextTree): object {
  const entries = Object.entries(tree).map(([name, inner]) => [
    name,
    isText(inner) ? inner[language] : tableIn(language, inner),
  ]);
  return Object.fromEntries(entries);
}

function isText(inner: Texts<unknown> | TextTree): inner is Texts<unknown> {
  return languages.every((language) => language in inner);
}

/** Each in its own language, for people who cannot read the others. */
export const languageNames: Texts<string> = { en: "English", am: "አማርኛ" };

export const languages = Object.keys(languageNames) as readonly Language[]; // Object.keys forgets the keys

const STORAGE_KEY = "language";

/** The language of the address (`?lang=`), of the last choice, or of the document, in this order. */
export function startLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang");
  return (
    languageOf(asked) ?? languageOf(storedLanguage()) ?? languageOf(document.documentElement.lang) ?? "en"
  );
}

/** Also as a cookie: the server draws the first frame in it. */
export function storeLanguage(language: Language): void {
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

function languageOf(text: string | null): Language | undefined {
  return languages.find((language) => language === text);
}
