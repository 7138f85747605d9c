/** Text of a CSV file in UTF-8, UTF-16 or, as older Excel saves it, Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode("utf-16le", bytes);
  if (first === 0xfe && second === 0xff) return decode("utf-16be", bytes);
  // Latin letters in UTF-16 have a zero byte each.
  if (first === 0 && second !== 0) return decode("utf-16be", bytes);
  if (first !== 0 && second === 0) return decode("utf-16le", bytes);
  try {
    return decode("utf-8", bytes);
  } catch {
    return decode("windows-1252", bytes);
  }
}

/** Removes the byte order mark too. */
const decode = (encoding: string, bytes: Uint8Array) =>
  new TextDecoder(encoding, { fatal: encoding === "utf-8" }).decode(bytes);
