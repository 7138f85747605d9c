/** Every text with its path in the file; functions are called with the values for their path. */
export function textsIn(
  value: unknown,
  place: string,
  given: (place: string) => readonly unknown[],
): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  if (typeof value === "function") return [[place, value(...given(place))]];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    textsIn(inner, `${place}.${name}`, given),
  );
}

/** A missing or untranslated text is one that its reader cannot read. */
export function itIsWhole(
  texts: Readonly<Record<"en" | "am", unknown>>,
  given: (place: string) => readonly unknown[],
): void {
  it.each(["en", "am"] as const)("lacks nothing in %s, and is in that language", (language) => {
    const found = textsIn(texts[language], "", given);
    for (const [place, text] of found) {
      expect([place, text.trim()]).not.toEqual([place, ""]);
      expect([place, text]).toEqual([place, expect.not.stringMatching(/undefined|NaN|\[object/)]);
      expect([place, /\p{Script=Ethiopic}/u.test(text)]).toEqual([place, language === "am"]);
    }
    expect(found.map(([place]) => place)).toEqual(textsIn(texts.en, "", given).map(([place]) => place));
  });
}
