const text = Symbol("html");

/** Escaped markup. Only this file can create it, so unescaped text cannot become markup elsewhere. */
export interface Html {
  readonly [text]: string;
}

type Inserted = Html | string | number | false | null | undefined | readonly Inserted[];

/**
 * Template tag that escapes values, for text and quoted attributes. Markup of this file is inserted unescaped; `false`, `null`
 * and `undefined` insert nothing. Not safe for values inside a script or style.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Inserted[]): Html {
  const parts = strings.map((fixed, index) => fixed + (index < values.length ? shown(values[index]) : ""));
  return { [text]: parts.join("") };
}

/** Marks a file of this service as markup, without escaping. Never use it for text from outside. */
export function ownMarkup(fixed: string): Html {
  return { [text]: fixed };
}

export function htmlText(markup: Html): string {
  return markup[text];
}

function shown(value: Inserted): string {
  if (value === false || value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escaped(String(value));
  return text in value ? value[text] : value.map(shown).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
