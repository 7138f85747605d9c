/** More than the texts of one call. */
const MOST_TEXTS = 16;

/** The function with its last results: every bank's reader asks the same of a call's texts. */
export function rememberLast<Result>(read: (text: string) => Result): (text: string) => Result {
  const last = new Map<string, Result>();
  return (text) => {
    const known = last.get(text);
    if (known !== undefined) return known;
    const result = read(text);
    const [oldest] = last.keys();
    if (oldest !== undefined && last.size >= MOST_TEXTS) last.delete(oldest);
    last.set(text, result);
    return result;
  };
}
