const PLAIN = /^(\d{1,12})(?:\.(\d{0,2}))?$/;
const GROUPED = /^([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3})+)(?:\.(\d{0,2}))?$/;

/** `1250.00` for what a person typed; undefined if it has no meaning, or more than one, such as `12,50`. */
export function typedAmount(text: string): string | undefined {
  const [, birr, cents = ""] = PLAIN.exec(text.trim()) ?? GROUPED.exec(text.trim()) ?? [];
  const digits = birr?.replaceAll(/\D/g, "");
  return digits === undefined || digits.length > 12 ? undefined : `${BigInt(digits)}.${cents.padEnd(2, "0")}`;
}

/** `12.50` for `12,50`, to ask whether that is meant. */
export function maybeMeant(text: string): string | undefined {
  const [, birr, cents = ""] = /^(\d{1,12}),(\d{1,2})$/.exec(text.trim()) ?? [];
  return birr === undefined ? undefined : `${BigInt(birr)}.${cents.padEnd(2, "0")}`;
}
