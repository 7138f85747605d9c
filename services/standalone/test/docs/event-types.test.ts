import {
  checkoutOpenApiDocument,
  eventSchemas,
  eventTypes,
  openApiDocument,
  webhookExamples,
} from "@receipts/contracts";
import { readPage } from "./page-blocks.ts";

const documents = [openApiDocument("https://x.test"), checkoutOpenApiDocument("https://x.test")].map(
  ({ webhooks }) => Object.keys(webhooks as object),
);
const rowsOf = (page: string) =>
  [...readPage(page).matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, name]) => name);

describe("the registry of event types", () => {
  it.each(eventTypes)("has a schema, a matching example and one description of %s", (type) => {
    const schema = eventSchemas[type];
    expect(schema).toBeDefined();
    const example = webhookExamples[type];
    expect(schema.parse(example)).toEqual(example);
    expect(example).toMatchObject({ id: expect.stringMatching(/^evt_/), type, data: expect.any(Object) });
    expect(documents.filter((names) => names.includes(type))).toHaveLength(1);
  });

  it("has one row for each on the page of webhooks, and no other", () => {
    expect(rowsOf("webhooks.md").toSorted()).toEqual([...eventTypes].toSorted());
  });

  it("is all that the OpenAPI documents and the examples have", () => {
    for (const names of [documents.flat(), Object.keys(webhookExamples), Object.keys(eventSchemas)])
      expect(names.toSorted()).toEqual([...eventTypes].toSorted());
  });
});
