/**
 * Reads printed values of a real document without the parsers. The values themselves are not in the repository.
 * `2,100.00 ETB`, `ETB 5.00`, `3.00 Birr` or `100 ETB`, in santim.
 */
export function printedSantim(text = ""): bigint {
  const [birr = "", cents = ""] = text.replace(/[^\d.]/g, "").split(".");
  return BigInt(birr + cents.padEnd(2, "0"));
}

/** A date and time in `Date`'s format, month before day, in Addis Ababa. */
export function printedInAddis(text = ""): Date {
  return new Date(`${text} GMT+0300`);
}
