import { z } from "zod";
import { allRoutes } from "./openapi-document.ts";

/** `data` of these is one result or none: what was asked for, and no list. */
const results = ["submitVerification"];

const arrayAnswers = allRoutes.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { schema }]) =>
    schema instanceof z.ZodObject &&
    schema.shape["data"] instanceof z.ZodArray &&
    !results.includes(operationId)
      ? [[operationId, status, schema] as const]
      : [],
  ),
);

describe("a list of the verification surface", () => {
  it.each(arrayAnswers)("names its place in the whole: %s %s", (_operationId, _status, schema) => {
    const { meta } = schema.shape;
    expect(meta).toBeInstanceOf(z.ZodObject);
    expect(Object.keys((meta as z.ZodObject).shape)).toEqual(["total", "limit", "offset"]);
  });

  it("is found among the routes", () => {
    const names = arrayAnswers.map(([operationId]) => operationId);
    expect(names).toEqual(
      expect.arrayContaining(["listVerifications", "listCreditPackages", "listExamples"]),
    );
  });
});
