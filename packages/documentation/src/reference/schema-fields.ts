import { entriesIn, isJson, type Json, listIn, objectIn, resolved, textIn } from "./json-reading.ts";

/** One field of a body, as a line of the reference. */
export interface Field {
  /** With the names of the fields around it: `data[].confirmationHistory.scope`. */
  readonly name: string;
  readonly type: string;
  /** Name of its object, if that has a section of its own. */
  readonly object?: string;
  readonly isRequired: boolean;
  /** Markdown sentences: meaning, then permitted values. */
  readonly notes: readonly string[];
}

const SCHEMAS = "#/components/schemas/";

/** Replaces references to choices and texts by their schemas. References to objects stay: they become links. */
export function withInlineChoices(document: Json, schema: Json): Json {
  const { $ref, ...siblings } = schema;
  if ($ref !== undefined) {
    const target = resolved(document, { $ref });
    return target["properties"] === undefined
      ? withInlineChoices(document, { ...target, ...siblings })
      : schema;
  }
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    return isJson(value) ? withInlineChoices(document, value) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inline(value)]));
}

/** Returns the name of the object in a schema: alone, in a list or beside null. */
export function namedObjectOf(schema: Json): string | undefined {
  const own = textIn(schema, "$ref");
  if (own.startsWith(SCHEMAS)) return own.slice(SCHEMAS.length);
  return inner(schema)
    .map(namedObjectOf)
    .find((name) => name !== undefined);
}

export function typeOf(schema: Json): string {
  const name = textIn(schema, "$ref");
  if (name !== "") return name.slice(SCHEMAS.length);
  const choices = listIn(schema, "anyOf").filter(isJson);
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema["type"] === "array") return `list of ${typeOf(objectIn(schema, "items"))}`;
  const values = objectIn(schema, "additionalProperties");
  if (Object.keys(values).length > 0) return `object of ${typeOf(values)}`;
  const types = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  const shown = types.filter((type) => typeof type === "string");
  const format = textIn(schema, "format");
  if (shown.length > 0) return `${shown.join(" or ")}${format === "" ? "" : ` (${format})`}`;
  return schema["const"] === undefined && schema["enum"] === undefined ? "any" : "string";
}

/** Returns a sentence on the permitted values beyond the type, or nothing. */
export function limitsOf(schema: Json): readonly string[] {
  const [first = "", ...others] = factsOf(schema);
  const sentence = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join("; ");
  return first === "" ? [] : [`${sentence}.`];
}

/** Permitted values, beyond the type. */
export function factsOf(schema: Json): readonly string[] {
  const range = rangeOf(schema);
  return [
    ...(schema["const"] === undefined ? [] : [`always ${code(schema["const"])}`]),
    ...(listIn(schema, "enum").length === 0 ? [] : [`one of ${listIn(schema, "enum").map(code).join(", ")}`]),
    ...(range === "" ? [] : [range]),
    ...(schema["default"] === undefined ? [] : [`default: ${code(schema["default"])}`]),
    ...(listIn(schema, "examples").length === 0
      ? []
      : [`example: ${listIn(schema, "examples").map(code).join(", ")}`]),
  ];
}

function rangeOf(schema: Json): string {
  const of = (key: string) => (typeof schema[key] === "number" ? Number(schema[key]) : undefined);
  const isSafe = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const between = (unit: string, min: number | undefined, max: number | undefined) => {
    if (isSafe(min) && isSafe(max)) return min === max ? `${min}${unit}` : `${min} to ${max}${unit}`;
    if (isSafe(max)) return `${max}${unit} at most`;
    return isSafe(min) && min !== 0 ? `${min}${unit} at least` : "";
  };
  return [
    between("", of("minimum"), of("maximum")),
    between(" characters", of("minLength"), of("maxLength")),
    between(" items", of("minItems"), of("maxItems")),
  ]
    .filter((text) => text !== "")
    .join(", ");
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** Returns the fields of a schema, each followed by its inner fields. Named objects are not expanded. */
export function fieldsOf(schema: Json, prefix = ""): readonly Field[] {
  const required = listIn(schema, "required");
  return entriesIn(schema, "properties").flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const object = namedObjectOf(property);
    const leaf = leafOf(property);
    const field: Field = {
      name,
      type: typeOf(property),
      ...(object === undefined ? {} : { object }),
      isRequired: required.includes(key),
      notes: [textIn(property, "description"), ...limitsOf({ ...leaf, ...examplesIn(property) })].filter(
        (text) => text !== "",
      ),
    };
    if (object !== undefined) return [field];
    return [field, ...fieldsOf(leaf, `${name}${isList(property) ? "[]" : ""}.`)];
  });
}

/** Examples beside the choices of a nullable field. */
function examplesIn({ examples }: Json): Json {
  return examples === undefined ? {} : { examples };
}

/** Returns the schema of one value: the items of a list, or the choice that is not null. */
function leafOf(schema: Json): Json {
  const [only, ...others] = inner(schema).filter(({ type }) => type !== "null");
  return only !== undefined && others.length === 0 ? leafOf(only) : schema;
}

function inner(schema: Json): Json[] {
  const items = objectIn(schema, "items");
  const choices = listIn(schema, "anyOf").filter(isJson);
  return Object.keys(items).length === 0 ? choices : [items, ...choices];
}

function isList(schema: Json): boolean {
  return schema["type"] === "array" || inner(schema).some(isList);
}
