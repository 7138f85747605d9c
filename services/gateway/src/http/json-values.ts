const [QUOTE, BACKSLASH, COMMA, ARRAY, OBJECT] = [...'"\\,[{'].map((text) => text.charCodeAt(0));

/**
 * Whether JSON has more than `most` values, without parsing it: a body of `{}` twenty thousand times becomes a megabyte of
 * objects, and an error for each. Counts commas and opening brackets: no body has more of them than bytes.
 */
export function hasMoreValues(json: Buffer, most: number): boolean {
  if (json.length <= most) return false;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === ARRAY || byte === OBJECT) values += 1;
    if (values > most) return true;
  }
  return false;
}
