import { z } from "zod";
import { allRoutes } from "./openapi-document.ts";

/** Position in a list that is too long to count. */
const cursorPage = ["limit", "hasMore", "nextCursor"];

/** Position in a list with totals. */
const position = ["total", "limit", "offset", "hasMore", "nextCursor"];
const withTotals = [...position, "totalIsExact", "amount", "amountReceived"];
const withExactness = [...position, "totalIsExact"];

/** `data` of these is an array with at most one result, not a list. */
const notLists = ["submitVerification", "verifyFromFile"];

const arrayResponses = allRoutes.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { schema }]) =>
    schema instanceof z.ZodObject &&
    schema.shape["data"] instanceof z.ZodArray &&
    !notLists.includes(operationId)
      ? [[operationId, status, schema] as const]
      : [],
  ),
);

describe("a list of the verification surface", () => {
  it.each(arrayResponses)("has its position in the whole list: %s %s", (_operationId, _status, schema) => {
    const { meta } = schema.shape;
    expect(meta).toBeInstanceOf(z.ZodObject);
    const names = Object.keys((meta as z.ZodObject).shape);
    expect([position, cursorPage, withTotals, withExactness]).toContainEqual(names);
  });

  it("is found among the routes", () => {
    const names = arrayResponses.map(([operationId]) => operationId);
    expect(names).toEqual(
      expect.arrayContaining(["listVerifications", "listCreditPackages", "listExamples"]),
    );
  });
});
