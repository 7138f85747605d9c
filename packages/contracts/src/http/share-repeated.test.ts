import { checkoutOpenApiDocument } from "./checkout-openapi-document.ts";
import { openApiDocument } from "./openapi-document.ts";
import { shareRepeated } from "./share-repeated.ts";

const documents = {
  verification: openApiDocument("https://a.example"),
  checkout: checkoutOpenApiDocument("https://b.example"),
};
type Json = Record<string, unknown>;

/** The part that a reference of the document names; fails for one that names nothing. */
function partAt(document: Json, reference: string): unknown {
  let found: unknown = document;
  for (const name of reference.replace(/^#\//, "").split("/")) found = (found as Json)[name];
  if (found === undefined) throw new Error(`${reference} names nothing`);
  return found;
}

const isShared = /^#\/components\/(?:responses|parameters)\//;

function withoutSharing(document: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutSharing(document, part));
  if (typeof value !== "object" || value === null) return value;
  const { $ref } = value as Json;
  if (typeof $ref === "string" && isShared.test($ref))
    return withoutSharing(document, partAt(document, $ref));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutSharing(document, part)]),
  );
}

describe.each(Object.entries(documents))("the published document of the %s surface", (_name, document) => {
  const published = shareRepeated(document);

  it("says what the whole one says, to a reader that follows references", () => {
    expect(withoutSharing(published, published["paths"])).toEqual(document["paths"]);
    const { responses, parameters, ...components } = published["components"] as Json;
    expect(components).toEqual(document["components"]);
    expect(Object.keys(responses as Json).length).toBeGreaterThan(3);
    expect(Object.keys(parameters as Json).length).toBeGreaterThan(1);
  });

  it("has names that OpenAPI allows", () => {
    const { responses, parameters } = published["components"] as Record<string, Json>;
    for (const name of [...Object.keys(responses ?? {}), ...Object.keys(parameters ?? {})])
      expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
  });
});

it("the document of the verification surface has at most 900 KB", () => {
  const size = JSON.stringify(shareRepeated(documents.verification)).length;
  expect(size).toBeLessThan(900_000);
});
