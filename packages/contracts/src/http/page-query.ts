import { z } from "zod";

/** Digits only: no sign, exponent or spaces. */
const wholeNumber = (digits: RegExp, message: string) => z.string().regex(digits, message).transform(Number);

/** The fault of a cursor from elsewhere. */
export const cursorOfList = "must be the nextCursor of an earlier page of this list";

/** Several choices in one parameter, separated by commas. */
export const severalOf = <Choice extends string>(
  choice: z.ZodType<Choice> & { readonly options: readonly Choice[] },
) =>
  z
    .string()
    .max(1_000)
    .transform((text, context): Choice[] => {
      const names = text.split(",").map((name) => name.trim());
      const wrong = names.filter((name) => !choice.safeParse(name).success);
      if (wrong.length === 0) return names as Choice[];
      const message = `must be of ${choice.options.join(", ")}, with commas between several`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });

/**
 * `limit`, `offset` and `cursor` of a list. They arrive as text, and `wire` documents them as the numbers that they are for callers.
 */
export const pageQuery = {
  limit: wholeNumber(/^\d{1,3}$/, "must be a whole number from 1 to 100")
    .pipe(z.int().min(1).max(100))
    .default(20)
    .meta({
      description: "Most items to return in one page.",
      wire: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    }),
  offset: wholeNumber(/^\d{1,15}$/, "must be a whole number, 0 or more, of 15 digits at most")
    .default(0)
    .meta({
      description: "Items to skip before the first one that is returned.",
      wire: { type: "integer", minimum: 0, default: 0 },
    }),
  cursor: z
    .string()
    .regex(/^[\w-]{1,200}$/, cursorOfList)
    .optional()
    .meta({
      description: "`nextCursor` of the page before.",
      examples: ["MTc3MjQzOTMzMQ"],
    }),
};
