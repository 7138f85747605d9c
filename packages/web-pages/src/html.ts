const text = Symbol("html");

/** Markup that may be sent as it is. Only this file makes it, so that nothing else gets past the escaping. */
export interface Html {
  readonly [text]: string;
}

type Inserted = Html | string | number | false | null | undefined | readonly Inserted[];

/**
 * A template whose values are escaped, for text and quoted attributes; markup made by it is taken as it is, and nothing
 * is shown for `false`, `null` and `undefined`. Not for values inside a script or style.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Inserted[]): Html {
  const parts = strings.map((fixed, index) => fixed + (index < values.length ? shown(values[index]) : ""));
  return { [text]: parts.join("") };
}

/** For a file of this service, and never for anything that came from outside: it is not escaped. */
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
