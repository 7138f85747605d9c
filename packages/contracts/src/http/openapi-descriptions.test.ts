import { checkoutOpenApiDocument } from "./checkout-openapi-document.ts";
import { openApiDocument } from "./openapi-document.ts";

type Json = Readonly<Record<string, unknown>>;

const documents = {
  verification: openApiDocument("https://receipts.example.et"),
  checkout: checkoutOpenApiDocument("https://pay.example.et", "https://receipts.example.et"),
};

const stopWords = new Set(
  "a an and are as at be by for from has have if in is it its of on or that the this to was which with".split(
    " ",
  ),
);
const MIN_WORDS = 3;
const MAX_SENTENCE_WORDS = 30;

/** `lastUsedAt`, `last-used at` and `Last used at.` are the same words. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/(?<=..)s$/, ""));
}

/** Why a description does not help a reader who knows the name. */
function faultOf(name: string, description: unknown): string | undefined {
  if (typeof description !== "string" || description.trim() === "") return "is missing";
  const words = wordsOf(description);
  if (words.length < MIN_WORDS) return "is too short to be useful";
  const named = new Set(wordsOf(name));
  if (words.every((word) => named.has(word) || stopWords.has(word))) return "repeats the name";
  if (!/[.)]$/.test(description.trim())) return "does not end as a sentence does";
  const isLong = description
    .split(/(?<=[.:;!?])\s/)
    .some((sentence) => sentence.split(/\s+/).length > MAX_SENTENCE_WORDS);
  return isLong ? `has a sentence of more than ${MAX_SENTENCE_WORDS} words` : undefined;
}

interface Described {
  readonly at: string;
  readonly name: string;
  readonly description: unknown;
}

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectAt = (value: Json, key: string): Json => (isJson(value[key]) ? value[key] : {});
const entriesAt = (value: Json, key: string) =>
  Object.entries(objectAt(value, key)).filter((entry): entry is [string, Json] => isJson(entry[1]));
const listAt = (value: Json, key: string): Json[] => {
  const found = value[key];
  return Array.isArray(found) ? found.filter(isJson) : [];
};

/** Every property of an inline schema, at every depth. A referenced schema is described under components. */
function propertiesOf(schema: Json, at: string): Described[] {
  const own = entriesAt(schema, "properties").flatMap(([name, property]) => {
    const place = `${at}.${name}`;
    return [{ at: place, name, description: property["description"] }, ...propertiesOf(property, place)];
  });
  return [...own, ...partsWithin(schema).flatMap((part) => propertiesOf(part, `${at}[]`))];
}

function partsWithin(schema: Json): Json[] {
  const items = [schema["items"], schema["additionalProperties"]].filter(isJson);
  return [...items, ...["anyOf", "oneOf", "allOf"].flatMap((key) => listAt(schema, key))];
}

const contentsOf = (part: Json, at: string) =>
  entriesAt(part, "content").flatMap(([type, media]) =>
    propertiesOf(objectAt(media, "schema"), `${at} ${type}`),
  );

function partsOf(operation: Json): Described[] {
  const id = String(operation["operationId"]);
  const parameters = listAt(operation, "parameters").map(({ name, description }) => ({
    at: `${id} ${name}`,
    name: String(name),
    description,
  }));
  const body = objectAt(operation, "requestBody");
  const bodies =
    "content" in body ? [{ at: `${id} body`, name: "body", description: body["description"] }] : [];
  const responses = entriesAt(operation, "responses").flatMap(([status, response]) => [
    { at: `${id} ${status}`, name: "response", description: response["description"] },
    ...entriesAt(response, "headers").flatMap(([name, { $ref, description }]) =>
      $ref === undefined ? [{ at: `${id} ${status} ${name}`, name, description }] : [],
    ),
    ...contentsOf(response, `${id} ${status}`),
  ]);
  // A summary is a heading: it has no period.
  const itself = { at: id, name: "operation", description: `${operation["summary"]}.` };
  return [itself, ...parameters, ...bodies, ...contentsOf(body, `${id} body`), ...responses];
}

function describedParts(document: Json): Described[] {
  const operations = ["paths", "webhooks"].flatMap((key) =>
    entriesAt(document, key).flatMap(([_path, item]) => Object.values(item).filter(isJson)),
  );
  const components = objectAt(document, "components");
  const named = ["schemas", "headers", "securitySchemes"].flatMap((kind) =>
    entriesAt(components, kind).flatMap(([name, part]) => [
      { at: `${kind} ${name}`, name, description: part["description"] },
      ...propertiesOf(part, name),
    ]),
  );
  const tags = listAt(document, "tags").map(({ name, description }) => ({
    at: `tag ${name}`,
    name: String(name),
    description,
  }));
  return [...operations.flatMap(partsOf), ...named, ...tags];
}

describe.each(Object.entries(documents))("the OpenAPI document of the %s surface", (_surface, document) => {
  const parts = describedParts(document);

  it("describes every parameter, body, field, response, header and schema beyond its name", () => {
    expect(parts.length).toBeGreaterThan(200);
    const faults = parts.flatMap(({ at, name, description }) => {
      const fault = faultOf(name, description);
      return fault === undefined ? [] : [`${at} ${fault}: ${String(description)}`];
    });
    expect(faults).toEqual([]);
  });

  /** Generators make class names of component names, and number or concatenate what has none. */
  it("names every object and choice, so that clients need no invented names", () => {
    const inline: string[] = [];
    const visit = (schema: Json, at: string, isComponent: boolean) => {
      const isClass = schema["properties"] !== undefined || listOf(schema["enum"]).length > 1;
      if (isClass && !isComponent) inline.push(at);
      for (const [name, property] of entriesAt(schema, "properties")) visit(property, `${at}.${name}`, false);
      for (const part of partsWithin(schema)) visit(part, `${at}[]`, false);
    };
    for (const [name, schema] of entriesAt(objectAt(document, "components"), "schemas"))
      visit(schema, name, true);
    for (const [path, item] of [...entriesAt(document, "paths"), ...entriesAt(document, "webhooks")]) {
      for (const operation of Object.values(item).filter(isJson)) {
        const bodies = [
          objectAt(operation, "requestBody"),
          ...Object.values(objectAt(operation, "responses")),
        ];
        for (const body of bodies.filter(isJson))
          for (const [type, media] of entriesAt(body, "content"))
            visit(objectAt(media, "schema"), `${path} ${type}`, false);
      }
    }
    expect(inline).toEqual([]);
  });

  it("has component names of one or more words, without numbers or joined codes", () => {
    const names = Object.keys(objectAt(objectAt(document, "components"), "schemas"));
    expect(names.filter((name) => !/^[A-Z][A-Za-z]*$/.test(name) || /[a-z]Or[A-Z]/.test(name))).toEqual([]);
  });
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

describe("a description", () => {
  it.each([
    ["lastUsedAt", undefined, "is missing"],
    ["lastUsedAt", "Time", "is too short to be useful"],
    ["lastUsedAt", "The last used at.", "repeats the name"],
    ["lastUsedAt", "When the key was last sent", "does not end as a sentence does"],
    ["lastUsedAt", "When the key was last sent. Null if never.", undefined],
  ])("of %s is judged: %s", (name, description, fault) => {
    expect(faultOf(name, description)).toBe(fault);
  });
});
