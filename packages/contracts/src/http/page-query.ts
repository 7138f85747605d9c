import { z } from "zod";

/** Digits only: no sign, no exponent, no blanks. */
const wholeNumber = (digits: RegExp, message: string) => z.string().regex(digits, message).transform(Number);

/**
 * `limit` and `offset` of a list, as query parameters: text, and never repeated. `wire` is what the document says they are:
 * for whoever calls they are numbers.
 */
export const pageQuery = {
  limit: wholeNumber(/^\d{1,3}$/, "must be a whole number from 1 to 100")
    .pipe(z.int().min(1).max(100))
    .default(20)
    .meta({
      description: "How many at most",
      wire: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    }),
  offset: wholeNumber(/^\d{1,15}$/, "must be a whole number, 0 or more, of 15 digits at most")
    .default(0)
    .meta({ description: "How many to pass over", wire: { type: "integer", minimum: 0, default: 0 } }),
};
