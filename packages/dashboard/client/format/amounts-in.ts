const AMOUNT =
  /(?:\b(?:ETB|birr)|ብር)\s{0,3}(\d[\d,]{0,15}(?:\.\d{1,2})?)|(?<![\d,.])(\d[\d,]{0,15}(?:\.\d{1,2})?)\s{0,3}(?:ETB\b|birr\b|ብር)/gi;

/** Amounts in birr that a message names, in its order: `ETB 1,250.00`, `50 Birr`, `5.00 ብር`. */
export function amountsIn(message: string): readonly number[] {
  return [...message.matchAll(AMOUNT)].map(([, after, before]) =>
    Number((after ?? before ?? "").replaceAll(",", "")),
  );
}
