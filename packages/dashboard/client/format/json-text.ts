/** JSON for people: invisible and bidirectional characters are written as `\u` escapes. */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return json.replaceAll(/\p{Cf}/gu, (sign) =>
    sign
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
