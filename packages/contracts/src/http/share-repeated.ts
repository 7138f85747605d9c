import type { Json } from "./openapi-parts.ts";

const kinds = ["responses", "parameters"] as const;
type Kind = (typeof kinds)[number];

/**
 * The same document with each response and parameter that several operations have written once, under `components`. A
 * reader that follows references sees no difference, and the document is half as long.
 */
export function shareRepeated(document: Json): Json {
  const shared = { responses: new Map<string, string>(), parameters: new Map<string, string>() };
  for (const kind of kinds) nameRepeated(shared[kind], kind, partsOf(document, kind));
  const refer = (kind: Kind, part: unknown) => {
    const name = shared[kind].get(JSON.stringify(part));
    return name === undefined ? part : { $ref: `#/components/${kind}/${name}` };
  };
  const components = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      Object.fromEntries([...shared[kind]].map(([text, name]) => [name, JSON.parse(text)])),
    ]),
  );
  return {
    ...document,
    paths: mapOperations(document, (operation) => ({
      ...operation,
      parameters: listOf(operation["parameters"]).map((part) => refer("parameters", part)),
      responses: mapValues(asJson(operation["responses"]), (part) => refer("responses", part)),
    })),
    components: { ...asJson(document["components"]), ...components },
  };
}

interface Part {
  /** Status of a response, name of a parameter. */
  readonly name: string;
  readonly text: string;
}

function partsOf(document: Json, kind: Kind): Part[] {
  return operationsOf(document).flatMap((operation) =>
    kind === "responses"
      ? Object.entries(asJson(operation["responses"])).map(([status, part]) => ({
          name: `Status${status}`,
          text: JSON.stringify(part),
        }))
      : listOf(operation["parameters"]).map((part) => ({
          name: String(asJson(part)["name"]),
          text: JSON.stringify(part),
        })),
  );
}

/** The most frequent has the name alone, the others a number. */
function nameRepeated(names: Map<string, string>, kind: Kind, parts: readonly Part[]): void {
  const counted = [...Map.groupBy(parts, ({ text }) => text).values()].filter(({ length }) => length > 1);
  const taken = new Map<string, number>();
  for (const same of counted.toSorted((a, b) => b.length - a.length)) {
    const [part] = same;
    if (part === undefined) continue;
    const stem = kind === "parameters" ? part.name.replaceAll(/[^A-Za-z0-9]+/g, "_") : part.name;
    const before = taken.get(stem) ?? 0;
    taken.set(stem, before + 1);
    names.set(part.text, before === 0 ? stem : `${stem}_${before + 1}`);
  }
}

const pathsOf = (document: Json) => Object.entries(asJson(document["paths"]));
const operationsOf = (document: Json) =>
  pathsOf(document).flatMap(([, item]) => Object.values(asJson(item)).map(asJson));

function mapOperations(document: Json, change: (operation: Json) => Json): Json {
  return Object.fromEntries(
    pathsOf(document).map(([path, item]) => [
      path,
      mapValues(asJson(item), (operation) => change(asJson(operation))),
    ]),
  );
}

const mapValues = (values: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
const asJson = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
