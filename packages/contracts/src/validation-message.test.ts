import { z } from "zod";
import "./validation-message.ts";

const cases: readonly (readonly [z.ZodType, unknown, string])[] = [
  [z.string(), undefined, "is required: text"],
  [z.string(), 5, "must be text"],
  [z.number(), "5", "must be a number"],
  [z.number(), Number.NaN, "must be a number"],
  [z.int(), 1.5, "must be a whole number"],
  [z.bigint(), 1, "must be a whole number"],
  [z.boolean(), 1, "must be true or false"],
  [z.date(), "x", "must be a date"],
  [z.array(z.string()), {}, "must be a list"],
  [z.tuple([z.string()]), "x", "must be a list"],
  [z.set(z.string()), [], "must be a list"],
  [z.object({}), [], "must be an object"],
  [z.record(z.string(), z.string()), 1, "must be an object"],
  [z.map(z.string(), z.string()), 1, "must be an object"],
  [z.null(), 1, "must be null"],
  [z.symbol(), 1, "must be of type symbol"],
  [z.literal("ETB"), "USD", "must be ETB"],
  [z.enum(["s", "l"]), "x", "must be s or l"],
  [z.enum(["a", "b", "c"]), "x", "must be one of a, b, c"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().min(12), "short", "must have at least 12 characters"],
  [z.string().max(1), "ab", "must have at most 1 character"],
  [z.string().length(2), "abc", "must have at most 2 characters"],
  [z.array(z.string()).min(1), [], "must have at least 1 entry"],
  [z.array(z.string()).max(2), ["a", "b", "c"], "must have at most 2 entries"],
  [z.set(z.string()).min(2), new Set(), "must have at least 2 entries"],
  [z.int().min(1), 0, "must be 1 or more"],
  [z.int().max(100), 101, "must be 100 or less"],
  [z.number().gt(0), 0, "must be more than 0"],
  [z.number().lt(1), 1, "must be less than 1"],
  [z.int().multipleOf(5), 7, "must be a multiple of 5"],
  [z.email(), "x", "must be an email address, such as name@example.com"],
  [z.url(), "x", "must be a URL, such as https://example.com/path"],
  [z.iso.date(), "x", "must be a date, such as 2026-11-01"],
  [z.iso.datetime(), "x", "must be a date-time, such as 2026-11-01T08:00:00Z"],
  [z.uuid(), "x", "must be a UUID"],
  [z.string().regex(/^a$/), "x", "must be in a form that the API reference describes"],
  [z.union([z.string(), z.number()]), true, "must be in a form that the API reference describes"],
  [z.string().refine(() => false), "x", "must be in a form that the API reference describes"],
  [z.strictObject({}), { x: 1 }, "is not a field of this request"],
  [z.record(z.string().min(3), z.string()), { a: "b" }, "has a name that must have at least 3 characters"],
  [z.map(z.string(), z.string()), new Map([["a", 1]]), "must be text"],
];

describe("a validation message", () => {
  it.each(cases.map(([schema, input, message]) => [message, schema, input] as const))(
    "says what would be right: %s",
    (message, schema, input) => {
      expect(schema.safeParse(input).error?.issues[0]?.message).toBe(message);
    },
  );

  it("gives way to the message of the schema", () => {
    const schema = z.string().min(3, "must be a name");
    expect(schema.safeParse("a").error?.issues[0]?.message).toBe("must be a name");
  });
});
