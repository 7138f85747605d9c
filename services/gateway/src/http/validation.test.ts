import { allCheckoutRoutes, allRoutes, checkoutOpenApiDocument, openApiDocument } from "@receipts/contracts";
import { z } from "zod";
import { readInput } from "./validation.ts";

/** One value of each JSON type, blank texts, and a text that is too long for any field. */
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
  /^(?:Invalid|Expected|Required|No matching)|expected .* received|Too small|Too big|Invalid input|Unrecognized key|[<>]=|undefined|NaN|\[object|RegExp/;

const schemas = [...allRoutes, ...allCheckoutRoutes].flatMap(({ operationId, body, query }) =>
  Object.entries({ body, query }).flatMap(([place, schema]): [string, z.ZodType][] =>
    schema === undefined ? [] : [[`${operationId} ${place}`, schema]],
  ),
);

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** The fields of a body at every depth, as the OpenAPI document lists them: `["expect", "amount"]`. */
function fieldPathsOf(document: Json, schema: unknown): string[][] {
  if (!isJson(schema)) return [];
  const { $ref, properties, items, additionalProperties, propertyNames, anyOf } = schema;
  if (typeof $ref === "string") {
    const target = $ref
      .split("/")
      .slice(1)
      .reduce((at: unknown, key) => (isJson(at) ? at[key] : undefined), document);
    return fieldPathsOf(document, target);
  }
  const choices = Array.isArray(anyOf) ? anyOf.flatMap((choice) => fieldPathsOf(document, choice)) : [];
  const [key = "key"] =
    isJson(propertyNames) && Array.isArray(propertyNames["enum"]) ? propertyNames["enum"] : [];
  const inner = [
    ...Object.entries(isJson(properties) ? properties : {}),
    ...(isJson(items) ? [["0", items] as const] : []),
    ...(isJson(additionalProperties) ? [[String(key), additionalProperties] as const] : []),
  ];
  const paths = inner.flatMap(([name, property]) => [
    [name],
    ...fieldPathsOf(document, property).map((path) => [name, ...path]),
  ]);
  return [...choices, ...paths];
}

/** `["expect", "amount"]`, 5 → `{ expect: { amount: 5 } }`; the name `0` makes a list. */
const nested = ([name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  const inner = nested(rest, value);
  return name === "0" ? [inner] : { [name]: inner };
};

const deepFields = new Map(
  [openApiDocument("https://a.example"), checkoutOpenApiDocument("https://b.example")].flatMap((document) =>
    Object.values(document["paths"] as Record<string, Record<string, Json>>).flatMap((item) =>
      Object.values(item).map(({ operationId, requestBody }): [string, string[][]] => {
        const content = isJson(requestBody) && isJson(requestBody["content"]) ? requestBody["content"] : {};
        const media = content["application/json"];
        return [`${operationId} body`, isJson(media) ? fieldPathsOf(document, media["schema"]) : []];
      }),
    ),
  ),
);

describe("a message", () => {
  it("is checked for the inner fields of bodies too", () => {
    expect(deepFields.get("submitVerification body")).toContainEqual(["expect", "amount"]);
    expect(deepFields.get("createDeposit body")).toContainEqual(["customer", "email"]);
    expect(deepFields.get("createApiKey body")).toContainEqual(["permissions", "verification", "0"]);
  });

  it.each(schemas)("of %s names the field and is not the validator's own", (name, schema) => {
    const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const paths = [...fields.map((field) => [field]), ...(deepFields.get(name) ?? [])];
    const inputs = [
      ...wrongValues,
      ...paths.flatMap((path) => wrongValues.map((value) => nested(path, value))),
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

describe("null and blank text", () => {
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
    // Null has a meaning of its own for this field.
    [
      { name: "a", label: null },
      { name: "a", label: null },
    ],
    [{ name: "a", label: "" }, { name: "a" }],
  ])("count as an absent optional field: %j", (input, value) => {
    expect(readInput(schema, input)).toEqual({ kind: "read", value });
  });

  it("are refused for a required field", () => {
    expect(readInput(schema.extend({ name: z.string().min(1) }), { name: "" })).toMatchObject({
      faults: [{ field: "name", message: "must not be empty" }],
    });
    expect(readInput(schema, { name: null })).toMatchObject({
      faults: [{ field: "name", message: "must be text" }],
    });
  });
});

describe("a body with very many errors", () => {
  it("takes work that grows with their number, not with its square", () => {
    const readsOf = (errors: number) => {
      let reads = 0;
      const issues = Array.from({ length: errors }, (_, n) => ({
        code: "invalid_type",
        message: "must be text",
        get path() {
          reads += 1;
          return ["metadata", `${n}`];
        },
      }));
      const schema = { safeParse: () => ({ success: false, error: { issues } }) } as unknown as z.ZodType;
      expect(readInput(schema, {})).toMatchObject({ faults: { length: errors } });
      return reads;
    };
    expect(readsOf(2_000)).toBe(2 * readsOf(1_000));
  });

  it("still has one error for a value of the wrong type that is also too long", () => {
    const schema = z.object({ name: z.string().max(3) });
    expect(readInput(schema, { name: ["a", "b", "c", "d"] })).toMatchObject({
      faults: [{ field: "name" }],
    });
  });
});
