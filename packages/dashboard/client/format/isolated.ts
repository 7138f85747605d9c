/** What somebody has written, within a sentence of ours: a sign in it that turns the direction round ends where it ends. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
