import { factsOf, fieldsOf, limitsOf, typeOf, withInlineChoices } from "./schema-fields.ts";

const receipt = { $ref: "#/components/schemas/Receipt" };

describe("the fields of a body", () => {
  it("are listed with their inner fields, and named objects by name", () => {
    const schema = {
      type: "object",
      required: ["data"],
      properties: {
        data: { type: "array", items: receipt },
        meta: { type: "object", properties: { total: { type: "integer", minimum: 0 } } },
        tags: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
        last: { anyOf: [receipt, { type: "null" }] },
      },
    };
    expect(fieldsOf(schema).map(({ name, type, object }) => [name, type, object])).toEqual([
      ["data", "list of Receipt", "Receipt"],
      ["meta", "object", undefined],
      ["meta.total", "integer", undefined],
      ["tags", "list of object", undefined],
      ["tags[].name", "string", undefined],
      ["last", "Receipt or null", "Receipt"],
    ]);
    expect(fieldsOf(schema)[0]?.isRequired).toBe(true);
  });

  it("have choices in their place instead of a link", () => {
    const document = {
      components: {
        schemas: {
          Receipt: { type: "object", properties: {} },
          Bank: { type: "string", enum: ["cbe", "boa"], description: "Code of a bank." },
        },
      },
    };
    const bank = { $ref: "#/components/schemas/Bank", description: "Bank of the payer." };
    const schema = { properties: { bank, last: { anyOf: [receipt, { type: "null" }] } } };
    const fields = fieldsOf(withInlineChoices(document, schema));
    expect(fields.map(({ name, type, notes }) => [name, type, notes])).toEqual([
      ["bank", "string", ["Bank of the payer.", "One of `cbe`, `boa`."]],
      ["last", "Receipt or null", []],
    ]);
  });

  it("state their limits in one sentence", () => {
    expect(limitsOf({ type: "integer", minimum: 1, maximum: 100, default: 20 })).toEqual([
      "1 to 100; default: `20`.",
    ]);
    expect(limitsOf({ type: "string" })).toEqual([]);
  });

  it("list the permitted values", () => {
    expect(factsOf({ enum: ["a", "b"] })).toEqual(["one of `a`, `b`"]);
    expect(factsOf({ type: "integer", minimum: 1, maximum: 100, default: 20 })).toEqual([
      "1 to 100",
      "default: `20`",
    ]);
    expect(factsOf({ type: "string", minLength: 4, maxLength: 4 })).toEqual(["4 characters"]);
    expect(factsOf({ const: false })).toEqual(["always `false`"]);
    // The bounds of JSON integers are not worth a fact.
    expect(factsOf({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it("have a type in words", () => {
    expect(typeOf({ type: ["string", "null"] })).toBe("string or null");
    expect(typeOf({ type: "string", format: "date-time" })).toBe("string (date-time)");
    expect(typeOf({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string or null");
    expect(typeOf({ enum: ["a"] })).toBe("string");
    expect(typeOf({ type: "object", additionalProperties: { type: "string" } })).toBe("object of string");
    expect(typeOf({})).toBe("any");
  });
});
