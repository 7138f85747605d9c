/** Isolates stored text within one of our sentences: bidirectional control characters do not reorder the rest. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
