/** Removes each part from `open` to the next `close`, both included. Linear in the length of the text. */
export function withoutParts(text: string, open: string, close: string): string {
  const [first = "", ...rest] = text.split(open);
  const kept = rest.map((piece) => {
    const end = piece.indexOf(close);
    return end === -1 ? "" : piece.slice(end + close.length);
  });
  return [first, ...kept].join("");
}
