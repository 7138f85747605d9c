/**
 * What a real document prints, read by other means than the parsers': nothing of it stands in the repository.
 * `2,100.00 ETB`, `ETB 5.00`, `3.00 Birr` or `100 ETB`, in santim.
 */
export function printedSantim(text = ""): bigint {
  const [birr = "", cents = ""] = text.replace(/[^\d.]/g, "").split(".");
  return BigInt(birr + cents.padEnd(2, "0"));
}

/** A date and time as `Date` reads them, month before day, of Addis Ababa. */
export function printedInAddis(text = ""): Date {
  return new Date(`${text} GMT+0300`);
}
