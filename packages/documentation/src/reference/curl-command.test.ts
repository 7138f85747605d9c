import { curlCommand } from "./curl-command.ts";

const operation = (method: string, json: object) => ({
  id: "act",
  method,
  path: "/api/things/{id}",
  tag: "Things",
  summary: "Acts",
  json: {
    security: [{ session: [] }, { apiKey: [] }],
    parameters: [
      { name: "id", in: "path", required: true, example: "thg_1" },
      { name: "bank", in: "query", required: true, schema: { enum: ["cbe", "boa"] } },
      { name: "limit", in: "query", required: false, example: 10 },
    ],
    ...json,
  },
});
const body = (value: unknown, type = "application/json") => ({
  requestBody: { content: { [type]: { examples: { first: { value } } } } },
});
const document = { servers: [{ url: "https://api.example.test" }] };
const commandOf = (method: string, json: object = {}) => curlCommand(document, operation(method, json));

it("calls a read with what it needs, and a key before a session", () => {
  expect(commandOf("GET")).toBe(
    `curl -s 'https://api.example.test/api/things/thg_1?bank=cbe' \\\n  -H "x-api-key: $API_KEY"\n`,
  );
});

it("keeps an apostrophe of a body within its word", () => {
  expect(commandOf("PATCH", body({ name: "Sara's" }))).toContain(`-d '{"name":"Sara'\\''s"}'`);
});

it.each([
  ["without a body names the method", {}, /^curl -s -X POST /],
  ["with a body leaves the method to curl", body({ ok: true }), /^curl -s 'https/],
])("a POST %s", (_, json, expected) => expect(commandOf("POST", json)).toMatch(expected));

it("sends a file of a form by its name", () => {
  const form = { file: "(the bytes of receipt.jpg)", expect: { amount: "1.00" } };
  expect(commandOf("POST", body(form, "multipart/form-data"))).toContain(
    `-F file=@receipt.jpg \\\n  -F 'expect={"amount":"1.00"}'`,
  );
});
