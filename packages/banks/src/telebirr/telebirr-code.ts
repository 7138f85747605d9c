/** The text of a receipt's QR code. A scanner may add a letter. */
const code = /^[A-Za-z0-9+/_-]{24,}={0,2}[A-Za-z]?$/;
const number = /(?<![A-Za-z0-9])[A-Z][A-L][1-9A-V][A-Z0-9]{7}(?![A-Z0-9]{2})/;

/** The transaction number in the text of a code: base64 of a hex text, whose bytes hold it among others. */
export function numberInCode(text: string): string | undefined {
  if (!code.test(text)) return undefined;
  const [hex = ""] = /^(?:[0-9a-f]{2}){10,}/i.exec(Buffer.from(text, "base64").toString("latin1")) ?? [];
  return number.exec(Buffer.from(hex, "hex").toString("latin1"))?.[0];
}

const withLetter = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}[A-Z]$/i;

/** A number to which a scanner added a letter. Undefined for any other text. */
export function withoutScannersLetter(text: string): string | undefined {
  return withLetter.test(text) ? text.slice(0, 10).toUpperCase() : undefined;
}

/** Such numbers in a text that names telebirr. Elsewhere they are CBE Birr's, which has 11 characters too. */
export function numbersWithScannersLetter(prose: string): readonly string[] {
  if (!/telebirr|ቴሌብር/i.test(prose) || /cbe ?birr/i.test(prose)) return [];
  const words = prose.split(/[^A-Za-z0-9]+/).filter((word) => /\d.*\d/.test(word));
  return words.flatMap((word) => withoutScannersLetter(word) ?? []);
}

/** Whether the number was cut from a longer one: CBE Birr's look the same, so it alone says nothing about the bank. */
export function isCutFrom(number: string, text: string): boolean {
  const joined = text.replaceAll(/[^A-Za-z0-9]+/g, "").toUpperCase();
  return !/telebirr/i.test(text) && joined.endsWith(number, joined.length - 1) && /[A-Z]$/.test(joined);
}
