import { checkoutOpenApiDocument, openApiDocument, shareRepeated } from "@receipts/contracts";
import { createConfig, lintFromString } from "@redocly/openapi-core";

/** Stricter than the recommended rules. */
const rules = {
  "info-contact": "error",
  "operation-tag-defined": "error",
  "parameter-description": "error",
} as const;

const documents = {
  verification: shareRepeated(openApiDocument("https://receipts.example.et")),
  checkout: shareRepeated(checkoutOpenApiDocument("https://pay.example.et", "https://receipts.example.et")),
};

describe.each(Object.entries(documents))("the OpenAPI document of the %s surface", (_surface, document) => {
  it("passes a strict linter", async () => {
    const config = await createConfig({ extends: ["recommended-strict"], rules });
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: "openapi.json",
      config,
    });
    const found = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    );
    expect(found).toEqual([]);
  });
});
