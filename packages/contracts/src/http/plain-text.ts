import { z } from "zod";

const MAX_METADATA = 20;

/** One line of text. Refuses control characters and lone surrogates, which PostgreSQL cannot store. */
export function plainText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must not contain control characters");
}

/** Name-value pairs of the caller. */
export const metadataSchema = z
  .record(plainText(40), plainText(500))
  .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA, `must have at most ${MAX_METADATA} pairs`);

/** Blank text counts as an absent field. */
export const blankAsNull = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? null : value;

/** Why a person decided so. */
export const noteField = z.preprocess(blankAsNull, z.string().max(500).pipe(plainText(500)).nullish());

/**
 * Whether the search index has keys for a text: they are three characters each, as PostgreSQL counts them. Two emoji have
 * a length of four here, and a search without keys would read the whole index.
 */
export const isSearchable = (text: string): boolean => [...text].length >= 3;
