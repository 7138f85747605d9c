/** Part of an OpenAPI document. A missing part reads as empty, so documents can have fewer or more parts. */
export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectIn(value: Json, key: string): Json {
  const found = value[key];
  return isJson(found) ? found : {};
}

/** Returns the objects among its parts, by name. */
export function entriesIn(value: Json, key: string): [string, Json][] {
  return Object.entries(objectIn(value, key)).filter((entry): entry is [string, Json] => isJson(entry[1]));
}

export function listIn(value: Json, key: string): readonly unknown[] {
  const found = value[key];
  return Array.isArray(found) ? found : [];
}

export function textIn(value: Json, key: string): string {
  const found = value[key];
  return typeof found === "string" ? found : "";
}

/** Follows a `$ref` within the document. Returns any other value unchanged. */
export function resolved(document: Json, value: Json): Json {
  const path = textIn(value, "$ref");
  if (path === "") return value;
  const found = path
    .slice("#/".length)
    .split("/")
    .reduce((at: Json, key) => objectIn(at, key), document);
  return resolved(document, found);
}
