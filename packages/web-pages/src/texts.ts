/** Languages of the pages. A text that lacks one of them does not compile. */
export const pageLanguages = ["en", "am"] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** A text per language. A missing one is a type error. */
export type Texts<T> = Readonly<Record<PageLanguage, T>>;

/** A text in both languages. The English one determines the type. */
export function both<T>(en: T, am: NoInfer<T>): Texts<T> {
  return { en, am };
}

/** Each name in its own language, for readers who know no other. */
export const languageNames = both("English", "አማርኛ");

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

function tableIn(language: PageLanguage, tree: TextTree): object {
  const entries = Object.entries(tree).map(([name, inner]) => [
    name,
    isText(inner) ? inner[language] : tableIn(language, inner),
  ]);
  return Object.fromEntries(entries);
}

function isText(inner: Texts<unknown> | TextTree): inner is Texts<unknown> {
  return pageLanguages.every((language) => language in inner);
}

/** An English count: `1 day`, `2 days`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Drops the prefix የ of a name that follows another Amharic prefix: በ and የኢትዮጵያ ንግድ ባንክ give በኢትዮጵያ ንግድ ባንክ. */
export function afterPrefix(name: string): string {
  return name.replace(/^የ/, "");
}
