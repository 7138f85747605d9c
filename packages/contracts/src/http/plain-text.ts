import { z } from "zod";

/** One line for people to read: no control characters, no half of a surrogate pair, which PostgreSQL would not store. */
export function plainText(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(maxLength)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "must not hold control characters");
}
