import { z } from "zod";

const MAX_METADATA = 20;

/** One line for people to read: no control characters, no half of a surrogate pair, which PostgreSQL would not store. */
export function plainText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must not hold control characters");
}

/** Pairs of the caller's own. */
export const metadataSchema = z
  .record(plainText(40), plainText(500))
  .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA, `must have ${MAX_METADATA} pairs at most`);

/** A blank text is a field that is left out. */
export const blankAsNull = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? null : value;
