import { gzipSync } from "node:zlib";
import { makeCheckoutKey } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

let account: TestAccount;
let person: CallSignedIn;
let checkoutKey: string;
beforeAll(async () => {
  account = await system.account();
  person = await signIn(system, account);
  checkoutKey = (await makeCheckoutKey(system, account)).key;
});

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, 0]));
const deposit = { amount: "10.00", currency: "ETB", reference: "order-1" };
const calls = {
  "POST /api/verify": () => system.call("post", "/api/verify", account),
  "POST /v1/deposits": () =>
    system
      .call("post", "/v1/deposits")
      .set("authorization", `Bearer ${checkoutKey}`)
      .set("idempotency-key", "k"),
  "POST /api/webhook-endpoints": () => person("post", "/api/webhook-endpoints"),
  "POST /api/api-keys": () => person("post", "/api/api-keys"),
  "POST /api/auth/login": () => system.call("post", "/api/auth/login"),
} as const;

/** Each was an error for each of thousands of names, or megabytes of objects for as long as the call waited. */
describe.each(Object.entries(calls))("%s", (_call, post) => {
  it.each([
    ["thousands of unknown fields", names(4_000)],
    ["thousands of pairs in one field", { ...deposit, metadata: names(2_000), headers: names(2_000) }],
    ["thousands of objects in an unknown field", { ...aReceipt(), x: Array(20_000).fill({}) }],
  ])("refuses %s in one line", async (_what, body) => {
    const { text, body: answer } = await post().send(body).expect(413);
    expect(answer.error).toMatchObject({ code: "payload_too_large" });
    expect(text).toContain("The body must have at most 1000 values");
    expect(text.length).toBeLessThan(400);
  });
});

it.each([
  ["POST /v1/deposits", names(900)],
  ["POST /v1/deposits", { ...deposit, metadata: names(900) }],
  ["POST /api/webhook-endpoints", { url: "https://shop.example/hook", headers: names(900) }],
  ["POST /api/api-keys", { name: "server", permissions: { metrics: ["read"] }, metadata: names(900) }],
] as const)("%s names fifty of hundreds of mistakes", async (call, sent) => {
  const { body, status } = await calls[call]().send(sent);
  expect([400, 422]).toContain(status);
  const shown = body.error.details ?? body.error.fields;
  expect(shown).toHaveLength(51);
  const message = expect.stringMatching(/^has 8\d\d more errors$/);
  expect(shown.at(-1)).toMatchObject({ field: "body", message });
});

/** Blocks of a compressed body can be empty, so that its unpacked size never grows. */
it("counts the sent bytes of a compressed body too", async () => {
  const head = Buffer.from("1f8b0800000000000003", "hex");
  const emptyBlocks = Buffer.alloc(5 * 20_000, Buffer.from("000000ffff", "hex"));
  const response = await fetch(`${system.url}/api/auth/login`, {
    ...{ method: "POST", duplex: "half" },
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
    body: new Blob([head, emptyBlocks]).stream(),
  });
  expect([response.status, (await response.json()).error.code]).toEqual([413, "payload_too_large"]);
});

it("compressed values are counted too", async () => {
  const text = JSON.stringify({ ...aReceipt(), x: Array(20_000).fill({}) });
  await system
    .call("post", "/api/verify", account)
    .set({ "content-type": "application/json", "content-encoding": "gzip" })
    .serialize((body) => body)
    .send(gzipSync(text))
    .expect(413);
});

describe("a list", () => {
  const list = (json: string | Buffer, headers: Record<string, string> = {}) =>
    system
      .call("post", "/api/verify/batch", account)
      .set({ "content-type": "application/json", ...headers })
      .serialize((body) => body)
      .send(json);

  it.each([
    ["zeros", `{"items":[${"0,".repeat(524_000)}0]}`],
    ["objects", `{"items":[${"{},".repeat(349_000)}{}]}`],
    ["fields of one item", `{"items":[${JSON.stringify(names(50_000))}]}`],
  ])("of a megabyte of %s is refused before it is parsed, compressed too", async (_what, json) => {
    const refused = { code: "payload_too_large" };
    for (const { body } of [
      await list(json).expect(413),
      await list(gzipSync(json), { "content-encoding": "gzip" }).expect(413),
    ]) {
      expect(body.error).toMatchObject(refused);
      expect(body.message).toBe(
        "The body must have at most 20000 values, of objects and arrays together: split a longer list",
      );
    }
  });

  it("of more items than a list has is refused for their number", async () => {
    const { body } = await list(`{"items":[${"0,".repeat(10_000)}0]}`).expect(422);
    expect(body.error.details).toEqual([
      { field: "items", message: "must be 1 to 500 receipts: split a longer list" },
    ]);
  });

  it.each([
    ["a header", `reference${",".repeat(1_000_000)}\n1`],
    ["many rows", `reference,amount,label,bank\n${"1,2,3,4\n".repeat(20_000)}`],
  ])("in CSV with a megabyte of values in %s is refused for its size", async (_where, csv) => {
    const { body } = await list(csv, { "content-type": "text/csv" }).expect(422);
    const message = "must be 1 to 500 receipts, of at most 100 columns: split a longer list";
    expect(body.error.details).toEqual([{ field: "items", message }]);
  });

  it.each([
    ["{", 400, "malformed_json"],
    ["[]", 400, "invalid_request"],
    ["null", 400, "invalid_request"],
    ["", 400, "invalid_request"],
    ['\uFEFF{"items":[]}', 422, "invalid_payload"],
  ])("of the text %j is %i %s", async (text, status, code) => {
    const { body } = await list(text).expect(status);
    expect(body.error.code).toBe(code);
  });
});
