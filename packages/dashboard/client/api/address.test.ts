import { addressOf } from "./api-client.ts";

it("escapes values in paths and queries", () => {
  const address = addressOf("/api/verify/{requestId}", {
    params: { requestId: "../a?b" },
    query: { x: "1&y=2" },
  });
  expect(address).toBe("/api/verify/..%2Fa%3Fb?x=1%26y%3D2");
});

it("omits empty query values", () => {
  expect(addressOf("/api/x", { query: { bank: undefined, status: "", limit: 5 } })).toBe("/api/x?limit=5");
  expect(addressOf("/api/x", {})).toBe("/api/x");
});

it("throws when a path parameter is missing", () => {
  expect(() => addressOf("/api/verify/{requestId}", {})).toThrow("lacks requestId");
});
