/** Small letters and digits only: recognition loses spaces, and confuses punctuation. */
export function compact(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** One letter in so many may be wrong, missing or superfluous. */
const lettersPerError = 7;

/** Where the name ends up starting in the text, with few errors; undefined if it does not occur. Both are compact. */
export function findName(text: string, name: string): number | undefined {
  const exact = text.indexOf(name);
  if (exact >= 0) return exact;
  const allowed = Math.floor(name.length / lettersPerError);
  // Sellers' algorithm: the errors of the best match of each prefix that ends here.
  let errors = Array.from({ length: name.length + 1 }, (_, length) => length);
  for (let end = 0; end < text.length; end += 1) {
    const next = [0];
    for (let length = 1; length <= name.length; length += 1) {
      const same = text[end] === name[length - 1] ? 0 : 1;
      next.push(
        Math.min((errors[length - 1] ?? 0) + same, (errors[length] ?? 0) + 1, (next[length - 1] ?? 0) + 1),
      );
    }
    errors = next;
    if ((errors[name.length] ?? 0) <= allowed) return Math.max(0, end + 1 - name.length);
  }
  return undefined;
}
