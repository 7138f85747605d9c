import { allCheckoutRoutes, allRoutes } from "@receipts/contracts";
import { z } from "zod";
import { readInput } from "./validation.ts";

/** One value of each JSON type, and a text that is too long for any field. */
const wrongValues = [
  undefined,
  null,
  "",
  "  ",
  "x",
  "x".repeat(5_000),
  -1,
  0,
  1.5,
  1e15,
  true,
  [],
  [7],
  {},
  { x: 1 },
];

const validatorsOwn =
  /^(?:Invalid|Too (?:small|big)|Expected|Unrecognized|Required|No matching)|undefined|NaN|\[object|RegExp/;

const schemas = [...allRoutes, ...allCheckoutRoutes].flatMap(({ operationId, body, query }) =>
  Object.entries({ body, query }).flatMap(([place, schema]): [string, z.ZodType][] =>
    schema === undefined ? [] : [[`${operationId} ${place}`, schema]],
  ),
);

describe("an error", () => {
  it.each(schemas)("of %s uses our own words, and names the field", (_name, schema) => {
    const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const inputs = [
      ...wrongValues,
      ...fields.flatMap((field) => wrongValues.map((value) => ({ [field]: value }))),
    ];
    for (const input of inputs) {
      const read = readInput(schema, input);
      for (const { field, message } of read.kind === "invalid" ? read.faults : []) {
        expect([field, message]).toEqual([
          expect.stringMatching(/\S/),
          expect.not.stringMatching(validatorsOwn),
        ]);
        expect(message).toMatch(/^(?:must|is|needs|may|has|have) /);
      }
    }
  });
});

describe("null and blank texts", () => {
  const schema = z.object({
    name: z.string(),
    label: z.string().nullable().optional(),
    limit: z.int().optional(),
    nested: z.object({ note: z.string().optional() }).optional(),
  });

  it.each([
    [{ name: "a", limit: null, nested: null }, { name: "a" }],
    [
      { name: "a", limit: " ", nested: { note: "" } },
      { name: "a", nested: {} },
    ],
    // Nullable, where null differs from an absent field.
    [
      { name: "a", label: null },
      { name: "a", label: null },
    ],
    [{ name: "a", label: "" }, { name: "a" }],
  ])("count as an absent optional field: %j", (input, value) => {
    expect(readInput(schema, input)).toEqual({ kind: "read", value });
  });

  it("are an error in a required field", () => {
    expect(readInput(schema.extend({ name: z.string().min(1) }), { name: "" })).toMatchObject({
      faults: [{ field: "name", message: "must not be empty" }],
    });
    expect(readInput(schema, { name: null })).toMatchObject({
      faults: [{ field: "name", message: "must be a text" }],
    });
  });
});
