const delimiters = ["\t", ";", "|", ","] as const;
const LINES = 40;
const CHARACTERS = 40_000;

export interface Delimited {
  readonly delimiter: string;
  /** The text without the line that names the delimiter. */
  readonly rest: string;
  readonly rowsBefore: 0 | 1;
}

/** The separator that most of the first lines have equally often. Excel may name it in a first line `sep=;`. */
export function delimiterOf(text: string): Delimited {
  const [line, named] = /^sep=([,;|\t])\r?\n/i.exec(text) ?? [];
  if (line !== undefined && named !== undefined)
    return { delimiter: named, rest: text.slice(line.length), rowsBefore: 1 };
  const lines = text
    .slice(0, CHARACTERS)
    .split(/\r\n|\r|\n/, LINES)
    .map((each) => each.replaceAll(/"[^"]*"/g, ""));
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const counts = lines.map((each) => each.split(delimiter).length - 1).filter((count) => count > 0);
    const score = Math.max(
      0,
      ...[...Map.groupBy(counts, (count) => count)].map(([n, same]) => n * same.length),
    );
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, rest: text, rowsBefore: 0 };
}
