/** JSON for people: invisible and bidirectional characters are written as `\u` escapes. */
export function jsonText(value: unknown): string {
  return withoutInvisible(JSON.stringify(value, null, 2));
}

/** The same for JSON as it was sent: numbers and strings keep their spelling. */
export function indentedJson(json: string): string {
  let depth = 0;
  const lineAt = (next: number) => {
    depth = Math.max(0, next);
    return `\n${"  ".repeat(depth)}`;
  };
  const tokens = json.match(/"(?:[^"\\]|\\.)*"?|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const lines = tokens.map((token) => {
    if (token === "{" || token === "[") return token + lineAt(depth + 1);
    if (token === "}" || token === "]") return lineAt(depth - 1) + token;
    if (token === ",") return token + lineAt(depth);
    return token === ":" ? ": " : token;
  });
  return withoutInvisible(lines.join(""));
}

function withoutInvisible(json: string): string {
  return json.replaceAll(/\p{Cf}/gu, (sign) =>
    sign
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
