import { factsOf, fieldsOf, typeOf } from "./schema-fields.ts";

const receipt = { $ref: "#/components/schemas/Receipt" };

describe("the fields of a body", () => {
  it("are listed with those within them, and named objects are named", () => {
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

  it("say what they may be", () => {
    expect(factsOf({ enum: ["a", "b"] })).toEqual(["one of `a`, `b`"]);
    expect(factsOf({ type: "integer", minimum: 1, maximum: 100, default: 20 })).toEqual([
      "1 to 100",
      "`20` unless told",
    ]);
    expect(factsOf({ type: "string", minLength: 4, maxLength: 4 })).toEqual(["4 characters"]);
    expect(factsOf({ const: false })).toEqual(["always `false`"]);
    // Of JSON's own bounds nobody needs to be told.
    expect(factsOf({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it("have a type in words", () => {
    expect(typeOf({ type: ["string", "null"] })).toBe("string or null");
    expect(typeOf({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string or null");
    expect(typeOf({ enum: ["a"] })).toBe("string");
    expect(typeOf({ type: "object", additionalProperties: { type: "string" } })).toBe("object of string");
    expect(typeOf({})).toBe("any");
  });
});
