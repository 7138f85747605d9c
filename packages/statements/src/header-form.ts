/** Case, spaces and punctuation of a header do not count: `Receipt No.`, `RECEIPT_NO`. */
export function headerForm(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\((?:etb|birr)\)/g, " ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
