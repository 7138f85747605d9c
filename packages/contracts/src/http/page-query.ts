import { z } from "zod";

/** Digits only: no sign, no exponent, no blanks. */
const wholeNumber = (digits: RegExp) => z.string().regex(digits, "must be a whole number").transform(Number);

/**
 * `limit` and `offset` of a list, as query parameters: text, and never repeated. `wire` is what the document says they are:
 * for whoever calls they are numbers.
 */
export const pageQuery = {
  limit: wholeNumber(/^\d{1,3}$/)
    .pipe(z.int().min(1).max(100))
    .default(20)
    .meta({
      description: "How many at most",
      wire: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    }),
  offset: wholeNumber(/^\d{1,15}$/)
    .default(0)
    .meta({ description: "How many to pass over", wire: { type: "integer", minimum: 0, default: 0 } }),
};
