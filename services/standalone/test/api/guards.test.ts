import net from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { apiErrorCodes } from "@receipts/contracts";
import { newApiKey } from "@receipts/gateway";
import { until } from "@receipts/testing";
import type { Response, Test } from "supertest";
import { codesOfLimits, expectNoTrace, expectProblem, seenCodes } from "../expect-problem.ts";
import { openShop } from "../shop.ts";
import { aPersonWithPassword, login, signIn } from "../signed-in.ts";
import { aReceipt, type System, system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

/** A body that stands still while the other tests run. */
let standing: Promise<Response>;
beforeAll(async () => {
  const { apiKey } = await system.account();
  const head = ["POST /api/verify HTTP/1.1", "host: x", `x-api-key: ${apiKey}`, "content-length: 9"];
  standing = raw(`${[...head, "content-type: application/json"].join("\r\n")}\r\n\r\n{`);
});

const post = (account: TestAccount, on: System = system): Test =>
  on.call("post", "/api/verify", account).set("content-type", "application/json");

describe("the body", () => {
  const key = { idempotencyKey: "k" };

  it.each([
    ["not JSON", "{", "malformed_json"],
    ["cut off", '{"bank":"telebirr","reference":"DJ', "malformed_json"],
    ["white space", "  ", "malformed_json"],
    ["two documents", "{}{}", "malformed_json"],
    ["an array", "[]", "invalid_request"],
    ["null", "null", "invalid_request"],
    ["a number", "7", "invalid_request"],
    ["a text", '"DJ57QK2M41"', "invalid_request"],
    ["a boolean", "true", "invalid_request"],
    ["nothing", "", "invalid_request"],
    ["deep", `${"[".repeat(30_000)}${"]".repeat(30_000)}`, "invalid_request"],
    ["too large", JSON.stringify({ ...aReceipt(), note: "x".repeat(65_536) }), "payload_too_large"],
  ] as const)("is refused if it is %s", async (_name, body, code) => {
    const account = await system.account();
    expectProblem(await post(account).set("idempotency-key", "k").send(body), code);
    await expectNoTrace(account);
  });

  it("is accepted up to 64 KiB", async () => {
    const account = await system.account();
    const ofSize = (bytes: number) => {
      const empty = JSON.stringify({ ...aReceipt(), note: "" });
      return empty.replace('"note":""', `"note":"${"x".repeat(bytes - empty.length)}"`);
    };
    expectProblem(await post(account).send(ofSize(65_537)), "payload_too_large");
    await expectNoTrace(account);
    expect((await post(account).send(ofSize(65_536))).status).toBe(202);
  });

  it("is refused if it is empty and chunked", async () => {
    const account = await system.account();
    const response = await raw(
      `POST /api/verify HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: ${account.apiKey}\r\n` +
        "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    );
    expectProblem(response, "invalid_request");
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "application/vnd.api+json",
    "json",
    "",
    "application/json; charset=latin1",
    "application/json; charset=utf-99",
    "application/json; charset=utf-16le",
  ])("is refused with type %j", async (contentType) => {
    const account = await system.account();
    const response = await post(account).set("content-type", contentType).send(JSON.stringify(aReceipt()));
    expectProblem(response, "unsupported_media_type");
    await expectNoTrace(account);
  });

  it.each(["latin1", "utf-16le", "UTF-32", '"windows-1252"'])(
    "is refused in charset=%s with the name of that charset",
    async (charset) => {
      const response = await post(await system.account())
        .set("content-type", `application/json; charset=${charset}`)
        .send(JSON.stringify(aReceipt()));
      expect(response.body.message).toBe(
        `The body must be in UTF-8, and Content-Type says charset=${charset.replaceAll('"', "").toLowerCase()}`,
      );
    },
  );

  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
  ])("is accepted with type %j", async (contentType) => {
    const response = await post(await system.account())
      .set("content-type", contentType)
      .send(JSON.stringify(aReceipt()));
    expect(response.status).toBe(202);
  });

  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ])("is accepted compressed with %s, up to its uncompressed size", async (encoding, pack) => {
    const account = await system.account();
    const send = (text: string) =>
      raw(
        Buffer.concat([
          Buffer.from(
            `POST /api/verify HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-api-key: ${account.apiKey}\r\n` +
              `content-type: application/json\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${pack(text).length}\r\n\r\n`,
          ),
          pack(text),
        ]),
      );
    const bomb = JSON.stringify({ ...aReceipt(), note: "x".repeat(10_000_000) });
    expectProblem(await send(bomb), "payload_too_large");
    await expectNoTrace(account);
    expect((await send(JSON.stringify(aReceipt()))).status).toBe(202);
  });

  it.each([
    ["gzip", "malformed_json"],
    ["deflate", "malformed_json"],
    ["br", "malformed_json"],
    ["zstd", "malformed_json"],
    ["compress", "unsupported_media_type"],
    ["gzip, gzip", "unsupported_media_type"],
  ] as const)("is refused if it claims %s and is not compressed", async (encoding, code) => {
    const account = await system.account();
    const response = await post(account).set("content-encoding", encoding).send(JSON.stringify(aReceipt()));
    expectProblem(response, code);
    await expectNoTrace(account);
  });

  const telebirr = { bank: "telebirr", reference: "DJ57QK2M41" };
  it.each([
    [{ ...telebirr, reference: 5 }, ["reference"]],
    [{ ...telebirr, reference: null }, ["reference"]],
    [{ ...telebirr, reference: ["DJ57QK2M41"] }, ["reference"]],
    [{ ...telebirr, reference: { text: "DJ57QK2M41" } }, ["reference"]],
    [{ ...telebirr, reference: true, suffix: 1, phone: {} }, ["reference", "suffix", "phone"]],
    [{ ...telebirr, reference: "A".repeat(2_001) }, ["reference"]],
    [{ ...telebirr, reference: "A".repeat(2_000) }, ["reference"]],
    [{ ...telebirr, reference: "DJ57QK2M4" }, ["reference"]],
    [{ ...telebirr, reference: "DJ57QK2M41 DJ57QK2M42" }, ["reference"]],
    [{ ...telebirr, reference: "DJ57QK2M4\u0000" }, ["reference"]],
    [{ ...telebirr, reference: "DJ57Q\ud800K2M41" }, ["reference"]],
    [{ ...telebirr, reference: "../../etc/passwd" }, ["reference"]],
    [{ ...telebirr, reference: "https://evil.example/receipt/DJ57QK2M41" }, ["reference"]],
    [
      { ...telebirr, reference: "https://transactioninfo.ethiotelecom.et@evil.example/receipt/DJ57QK2M41" },
      ["reference"],
    ],
    [{ bank: "telebirr" }, ["reference"]],
    [{ bank: "cbe", reference: "FT26278K3WQ8" }, ["suffix"]],
    [{ bank: "cbe", reference: "FT26278K3WQ8", suffix: "1234567" }, ["suffix"]],
    [{ bank: "cbe", reference: "FT26278K3WQ8", suffix: "123456789" }, ["suffix"]],
    [{ bank: "cbe", reference: "FT26278K3WQ8", suffix: "1234567\u0669" }, ["suffix"]],
    [{ bank: "cbe", reference: "FT26999K3WQ8", suffix: "12345678" }, ["reference"]],
    [{ bank: "boa", reference: "FT26278QM4T1", suffix: "1234" }, ["suffix"]],
    [{ bank: "boa", reference: "FT26278QM4T1", suffix: "123456" }, ["suffix"]],
    [{ ...telebirr, settlementAccount: "no digits" }, ["settlementAccount"]],
    [{ ...telebirr, settlementAccount: "1".repeat(65) }, ["settlementAccount"]],
    [{ ...telebirr, settlementAccount: 900127436 }, ["settlementAccount"]],
    [{ ...telebirr, settlementAccount: "0900\u0000127436" }, ["settlementAccount"]],
    [{ ...telebirr, webhookUrl: 7 }, ["webhookUrl"]],
    [{ ...telebirr, bank: 7 }, ["bank"]],
    [{ ...telebirr, bank: "x".repeat(33) }, ["bank"]],
  ])("is refused with the field's name: %j", async (body, fields) => {
    const account = await system.account();
    expectProblem(await system.verify(account, body, key), "invalid_payload", { fields });
    await expectNoTrace(account);
  });

  it.each(["zemen", "nobank", "tele birr", "constructor", "__proto__", "tele\u0000birr"])(
    "is refused with the bank %j",
    async (bank) => {
      const account = await system.account();
      const response = await system.verify(account, { bank, reference: "DJ57QK2M41" }, key);
      const named = bank === "zemen" ? { bank: "Zemen Bank" } : {};
      expectProblem(response, "unsupported_bank", { fields: ["bank"], more: { ...named, candidates: [] } });
      await expectNoTrace(account);
    },
  );

  it.each([
    {},
    { reference: "" },
    { reference: "hello" },
    { suffix: "12345" },
    { reference: "https://evil.example/receipt/DJ57QK2M41" },
    JSON.parse('{"__proto__":{"bank":"telebirr","reference":"DJ57QK2M41"}}'),
  ])("is refused if its bank cannot be detected: %j", async (body) => {
    const account = await system.account();
    expectProblem(await system.verify(account, body, key), "bank_not_detected", { fields: ["bank"] });
    await expectNoTrace(account);
  });

  it.each([
    ["Zemen Bank", "https://share.zemenbank.com/rt/12341111174ATWR260610A1B/pdf"],
    [
      "Zemen Bank",
      "ETB 500 was debited with reference 174IBET260610A1B. Thank you for banking with Zemen Bank",
    ],
    ["Siket Bank", "Reference number FT26307L1W39. Thank you for Banking with Siket Bank."],
    ["Hibret Bank", "Your account was credited with ETB 500.00, reference FT26307L1W39.\nHibret Bank"],
  ])("is refused if its link or message is of an unsupported bank: %s, %s", async (bank, reference) => {
    const account = await system.account();
    const refusal = { fields: ["bank"], more: { bank, candidates: [] } };
    expectProblem(await system.verify(account, { reference }, key), "unsupported_bank", refusal);
    const withDigits = { reference, suffix: "44572310" };
    expectProblem(await system.verify(account, withDigits, key), "unsupported_bank", refusal);
    await expectNoTrace(account);
  });

  it("is refused with the number of a supported bank that another bank's message holds", async () => {
    const account = await system.account();
    const reference =
      "A Deposit of 40,000.00 ETB BY IPS /INCOMMING/ABYSETAA/ABYSETAAFT26307LLQKV on 03-11-2026. Thank you.\nBunna Bank";
    const response = await system.verify(account, { reference }, key);
    expectProblem(response, "unsupported_bank", {
      fields: ["bank"],
      more: { bank: "Bunna Bank", candidates: [{ bank: "boa", referenceNumber: "FT26307LLQKV" }] },
    });
    expect(response.body.error.details[0].message).toContain("FT26307LLQKV of Bank of Abyssinia");
    await expectNoTrace(account);
  });

  it("is refused with what to ask the payer for if the message has no receipt", async () => {
    const account = await system.account();
    const reference =
      "Dear Customer, your Account 01320xxxxxx7715 has been Credited with ETB 450.00 on 2026-11-03 07:17:06 by ABEBE KEBEDE via IPS Bank of Abyssinia. Your balance now is ETB 950.00. Awash Bank.";
    const askFor = { bank: "boa", what: "receipt_link" };
    const refusal = { fields: ["reference"], more: { askFor } };
    expectProblem(await system.verify(account, { reference }, key), "no_receipt_in_message", refusal);
    await expectNoTrace(account);
  });

  it("is refused with the fields that each bank needs if two banks are possible", async () => {
    const response = await system.verify(await system.account(), { reference: "FT26278QM4T1" }, key);
    expectProblem(response, "bank_not_detected", { fields: ["bank", "suffix", "suffix"] });
    expect(response.body.message).toMatch(/cbe or boa/);
  });

  it.each([
    "not a url",
    "ftp://example.com/",
    "https://user:secret@example.com/",
    "javascript:alert(1)",
    "//example.com/",
    "https://exa mple.com/",
    "http://127.0.0.1:9/a\u0000b",
    "http://no-such-host.invalid/",
    `https://example.com/${"x".repeat(2_040)}`,
  ])("is refused with the webhook URL %j", async (webhookUrl) => {
    const account = await system.account();
    const response = await system.verify(account, { ...aReceipt(), webhookUrl }, key);
    if (webhookUrl.length > 2_048) expectProblem(response, "invalid_payload", { fields: ["webhookUrl"] });
    else expectProblem(response, "unsafe_webhook_url", { fields: ["webhookUrl"] });
    expect(JSON.stringify(response.body)).not.toContain("secret");
    await expectNoTrace(account);
  });

  it("does not change prototypes", async () => {
    const account = await system.account();
    const body = '{"bank":"telebirr","reference":"DJ57QK2M41","__proto__":{"x":1},"constructor":{"y":1}}';
    expect([200, 202]).toContain((await post(account).send(body)).status);
    expect("x" in {}).toBe(false);
  });

  it("is accepted with a lone surrogate in an ignored field", async () => {
    const body = { ...aReceipt(), phone: "\ud800\u0000", note: "\udfff\u0000" };
    const response = await system.verify(await system.account(), body, { waitMs: 10_000 });
    expect(response.status).toBe(200);
  });

  it("is handled with a lone surrogate in the settlement account", async () => {
    const body = { ...aReceipt(), settlementAccount: "0900127436\ud800" };
    for (const account of [await system.account(), await system.account()]) {
      const response = await system.verify(account, body, { waitMs: 10_000 });
      expect([200, 422]).toContain(response.status);
    }
  });
});

describe("the credential", () => {
  const verifyWith = (key: string | undefined) => {
    const call = system.call("post", "/api/verify");
    return (key === undefined ? call : call.set("x-api-key", key)).send(aReceipt());
  };

  it("is refused with one message if it is missing, mistyped, unknown, expired or revoked", async () => {
    const account = await system.account();
    const good = account.apiKey;
    const expired = await system.keyOf(account, { expiresInDays: 1 });
    const revoked = await system.keyOf(account);
    await system.sql(
      "update api_keys set expires_at = now() - interval '1 second' where id = $1",
      expired.id,
    );
    await system.sql("update api_keys set revoked_at = now() where id = $1", revoked.id);
    const mistyped = `${good.slice(0, -1)}${good.endsWith("0") ? "1" : "0"}`;
    const keys = [
      undefined,
      "",
      "rvk_",
      mistyped,
      good.toLowerCase(),
      `${good}x`,
      `${good}, ${good}`,
      `Bearer ${good}`,
      newApiKey("rvk_"),
      newApiKey("sck_"),
      expired.apiKey,
      revoked.apiKey,
      "\u00e9".repeat(53),
      "' or 1=1 --",
    ];
    const responses = await Promise.all(keys.map((key) => verifyWith(key)));
    for (const response of responses) expectProblem(response, "invalid_api_key");
    expect(new Set(responses.map(({ body }) => JSON.stringify({ ...body, meta: undefined }))).size).toBe(1);
    await expectNoTrace(account);
  });

  it("of an ended session is refused with a request to sign in", async () => {
    const account = await system.account();
    const person = await signIn(system, account);
    await person("post", "/api/auth/logout").expect(204);
    for (const path of ["/api/verify/history", "/api/credits/balance", "/api/api-keys"]) {
      const response = await person("get", path);
      expectProblem(response, "unauthenticated");
      expect([response.body.message, response.headers["www-authenticate"]]).toEqual([
        "The session has ended: sign in again",
        expect.stringContaining('cookie-name="svc_session"'),
      ]);
    }
  });

  /** A leaked key must stop working at once, not when a cache expires. */
  it("is refused within a second of its revocation", async () => {
    const account = await system.account();
    const key = await system.keyOf(account);
    expect((await verifyWith(key.apiKey)).status).toBe(202);
    await system.sql("update api_keys set revoked_at = now() where id = $1", key.id);
    await until(async () => (await verifyWith(key.apiKey)).status === 401);
    expect((await verifyWith(account.apiKey)).status).toBe(202);
  });
});

describe("the path", () => {
  it.each([
    "/api",
    "/api/",
    "/api/verify/",
    "/api/Verify",
    "/API/VERIFY",
    "/api//verify",
    "//api/verify",
    "/api/verify/a/b",
    "/api/verify/history/",
    "/api/../api/verify",
    "/api/./verify",
    "/api/%76erify",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc/passwd",
    "/api\\verify",
    "/%",
    "/%00",
    "/api/verify%00",
    "/metrics/",
    "/health",
    "/health/",
    "/openapi.json/",
    `/${"a".repeat(8_000)}`,
  ])("is not found with or without a key: %s", async (path) => {
    const account = await system.account();
    for (const key of ["", `x-api-key: ${account.apiKey}\r\n`]) {
      expectProblem(
        await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\n${key}connection: close\r\n\r\n`),
        "not_found",
      );
    }
  });

  it.each([
    "nonsense",
    "ver_",
    "ver_00000000000000000000000000",
    "VER_00000000000000000000000000",
    "ver_0000000000000000000000000%00",
    "%00",
    "%",
    "%E0%A4%A",
    "%ff",
    "..%2fhistory",
    "..%2f..%2fmetrics",
    "%2e%2e",
    "..;",
    "'%20or%201=1--",
    "ver_00000000000000000000000000%0d%0aset-cookie:%20a=b",
    "a".repeat(8_000),
    "__proto__",
    "constructor",
  ])("is not found for an unknown request: %s", async (id) => {
    const account = await system.account();
    for (const path of [`/api/verify/${id}`, `/api/verify/${id}/events`]) {
      const head = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`;
      const response = await raw(`${head}x-api-key: ${account.apiKey}\r\n\r\n`);
      expectProblem(response, "not_found");
      expect(response.headers).not.toHaveProperty("set-cookie");
    }
  });

  it.each([
    ["GET", "/api/verify", "POST"],
    ["HEAD", "/api/verify", "POST"],
    ["OPTIONS", "/api/verify", "POST"],
    ["PUT", "/api/verify", "POST"],
    ["TRACE", "/api/verify", "POST"],
    ["PROPFIND", "/api/verify", "POST"],
    ["GET", "/api/verify/test-webhook", "POST"],
    ["POST", "/api/verify/history", "GET, HEAD"],
    ["OPTIONS", "/api/verify/history", "GET, HEAD"],
    ["DELETE", "/api/verify/ver_00000000000000000000000000", "GET, HEAD"],
    ["POST", "/api/verify/ver_00000000000000000000000000/events", "GET, HEAD"],
    ["POST", "/api/credits/balance", "GET, HEAD"],
    ["POST", "/health/live", "GET, HEAD"],
    ["DELETE", "/metrics", "GET, HEAD"],
    ["PATCH", "/openapi.json", "GET, HEAD"],
  ])("refuses %s %s", async (method, path, allow) => {
    const response = await raw(`${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect([response.status, response.headers["allow"]]).toEqual([405, allow]);
    if (method === "HEAD") expect(response.headers["x-request-id"]).toBeDefined();
    else expectProblem(response, "method_not_allowed");
  });

  it("accepts HEAD wherever it accepts GET", async () => {
    const account = await system.account();
    const response = await system.call("head", "/api/verify/history", account);
    expect([response.status, response.text]).toEqual([200, undefined]);
    expect((await system.call("head", "/api/verify/history")).status).toBe(401);
    const nowhere = await raw("HEAD /nowhere HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    expect([nowhere.status, nowhere.body]).toEqual([404, ""]);
  });
});

describe("queries and headers", () => {
  it.each([
    ["debug=true&debug=true", "debug"],
    ["debug[]=true&debug=1", "debug"],
    ["waitMs=1&waitMs=1", "waitMs"],
    ["waitMs=%E0%A4%A", "waitMs"],
    ["waitMs=%00", "waitMs"],
    ["waitMs=1;2", "waitMs"],
  ])("refuse POST /api/verify?%s", async (query, field) => {
    const account = await system.account();
    const response = await system.call("post", `/api/verify?${query}`, account).send(aReceipt());
    expectProblem(response, "invalid_payload", { fields: [field] });
    await expectNoTrace(account);
  });

  it.each(["__proto__=1", "constructor=1", "toString=1&hasOwnProperty=1", "a[b][c]=1", "%=%&&&==", "x=%ff"])(
    "ignore the unknown query %s",
    async (query) => {
      const account = await system.account();
      const response = await system.call("post", `/api/verify?${query}`, account).send(aReceipt());
      expect(response.status).toBe(202);
    },
  );

  it("report errors of query and body alike, one detail per field", async () => {
    const account = await system.account();
    const response = await system.call("post", "/api/verify?waitMs=x&debug=y", account).send(aReceipt());
    expectProblem(response, "invalid_payload", { fields: ["waitMs", "debug"] });
  });

  it("ignore hostile headers", async () => {
    const headers = {
      traceparent: "garbage",
      "x-forwarded-for": "' or 1=1, ::ffff:999.1.1.1",
      "x-http-method-override": "DELETE",
      "x-original-url": "/metrics",
      "content-length-x": "-1",
      cookie: "svc_session=%00; __proto__=1",
      accept: "text/html",
      origin: "null",
    };
    const response = await system.verify(await system.account(), aReceipt(), { headers });
    expect([response.status, response.headers["content-type"]]).toEqual([
      202,
      "application/json; charset=utf-8",
    ]);
  });

  /** Errors of the HTTP parser have the usual form too: clients parse them, operators look them up. */
  it.each([
    ["20 KiB of headers", `GET /health/live HTTP/1.1\r\nhost: x\r\nx-huge: ${"x".repeat(20_000)}\r\n\r\n`],
    ["a path of 20 KiB", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
    ["malformed HTTP", "hello\r\n\r\n"],
    ["an unknown method", "FROB / HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["a control character in a header", "GET / HTTP/1.1\r\nhost: x\r\nx-a: \u0000\r\n\r\n"],
    [
      "two lengths",
      "POST /api/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
    ],
    [
      "a length and chunks",
      "POST /api/verify HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}",
    ],
    ["no host", "GET /health/live HTTP/1.1\r\n\r\n"],
    ["two hosts", "GET /health/live HTTP/1.1\r\nhost: x\r\nHOST: y\r\nconnection: close\r\n\r\n"],
    ["the same host twice", "GET /health/live HTTP/1.1\r\nHost: x\r\nHost: x\r\nconnection: close\r\n\r\n"],
    ["an expectation", "GET /health/live HTTP/1.1\r\nhost: x\r\nexpect: all\r\nconnection: close\r\n\r\n"],
  ])("report %s as an error of the contract", async (_name, text) => {
    const response = await raw(text);
    expect([400, 413, 417, 431]).toContain(response.status);
    expect(response.headers["x-request-id"]).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expect(response.body).toMatchObject({
      success: false,
      message: expect.stringMatching(/\S/),
      data: null,
      error: { code: expect.stringMatching(/^[a-z_]+$/) },
    });
  });
});

describe("a call with several faults", () => {
  const badKey = { userId: "", apiKey: "rvk_wrong" };

  it("is refused for its path or method before its credential", async () => {
    expectProblem(await system.call("post", "/api/nothing").send("{"), "not_found");
    expectProblem(await system.call("delete", "/api/verify").send("{"), "method_not_allowed");
  });

  it("is refused for its credential before permission and body", async () => {
    expectProblem(await post(badKey).send("{"), "invalid_api_key");
    expectProblem(await post(badKey).send("x".repeat(70_000)), "invalid_api_key");
    expectProblem(await post(badKey).set("content-type", "text/plain").send("{"), "invalid_api_key");
  });

  it("is refused for its permission before its body", async () => {
    const reader = await system.account({ permissions: { verification: ["read"] } });
    expectProblem(await post(reader).send("{"), "permission_denied");
    await expectNoTrace(reader);
  });

  it("is refused for its fields, then by the bank's rules, then for its webhook URL", async () => {
    const account = await system.account();
    const webhookUrl = "ftp://example.com/";
    const number = { bank: "zemen", reference: 5, webhookUrl };
    expectProblem(await system.verify(account, number), "invalid_payload", {
      fields: ["reference", "bank", "webhookUrl"],
    });
    expectProblem(
      await system.verify(account, { bank: "zemen", reference: "X", webhookUrl }),
      "unsupported_bank",
      { fields: ["bank", "webhookUrl"], more: { bank: "Zemen Bank", candidates: [] } },
    );
    expectProblem(await system.verify(account, { reference: "X", webhookUrl }), "bank_not_detected", {
      fields: ["bank", "webhookUrl"],
    });
    expectProblem(
      await system.verify(account, { bank: "telebirr", reference: "X", webhookUrl }),
      "invalid_payload",
      { fields: ["reference", "webhookUrl"] },
    );
  });

  it("is refused for the text of its webhook URL, then for idempotency, then for the URL's DNS", async () => {
    const account = await system.account();
    const options = { idempotencyKey: "order-1" };
    await system.verify(account, aReceipt(), options).expect(202);
    const withUrl = (webhookUrl: string) => ({ ...aReceipt(), webhookUrl });
    expectProblem(
      await system.verify(account, withUrl("ftp://example.com/"), options),
      "unsafe_webhook_url",
      { fields: ["webhookUrl"] },
    );
    expectProblem(
      await system.verify(account, withUrl("http://no-such-host.invalid/"), options),
      "idempotency_conflict",
    );
  });

  it("is refused while a call with its key is in progress", async () => {
    const account = await system.account();
    const person = await signIn(system, account);
    const post = () => person("post", "/api/branches").set("idempotency-key", "busy").send({ name: "Bole" });
    const client = await system.database.pool.connect();
    await client.query("begin");
    await client.query("select from users where id = $1 for update", [account.userId]);
    // Sent once it is awaited.
    const first = Promise.resolve(post());
    await until(
      async () =>
        (await system.sql("select from pg_locks where locktype = 'advisory' and granted")).length > 0,
    );
    expectProblem(await post(), "idempotency_in_progress");
    await client.query("rollback");
    client.release();
    expect((await first).status).toBe(201);
  });

  it("is refused for missing credits last, without a trace", async () => {
    const account = await system.account({ credits: 0 });
    const options = { idempotencyKey: "order-1" };
    const receipt = aReceipt();
    expectProblem(
      await system.verify(account, { ...receipt, webhookUrl: "http://no-such-host.invalid/" }, options),
      "unsafe_webhook_url",
      { fields: ["webhookUrl"] },
    );
    expectProblem(await system.verify(account, receipt, options), "credits_exhausted");
    await expectNoTrace(account);
  });

  it("is refused for missing credits even if its verdict is cached", async () => {
    const receipt = aReceipt();
    await system.verify(await system.account(), receipt, { waitMs: 10_000 }).expect(200);
    const account = await system.account({ credits: 0 });
    expectProblem(await system.verify(account, receipt), "credits_exhausted");
    await expectNoTrace(account);
  });
});

describe("a session's refused calls", () => {
  it("come from another site, repeat a creation, or resolve a deposit that is not in review", async () => {
    const shop = await openShop(system);
    const person = await signIn(system, shop.account);
    const foreign = person("post", "/api/api-keys").set("origin", "https://evil.example");
    expectProblem(await foreign.send({ name: "till" }), "origin_rejected");

    const bankAccount = { bank: "cbe", accountNumber: "1000412270936", accountName: "Selam Coffee Trading" };
    await person("post", "/api/bank-accounts").send(bankAccount).expect(201);
    expectProblem(await person("post", "/api/bank-accounts").send(bankAccount), "already_exists");

    const { id } = await shop.deposit();
    const rejection = { decision: "reject" };
    expectProblem(await person("post", `/api/deposits/${id}/resolve`).send(rejection), "invalid_state");
  });
});

describe("a file", () => {
  it("is refused without a reference", async () => {
    const { apiKey } = await system.account();
    const damaged = Buffer.from("%PDF-1.7\nnothing");
    const response = await system
      .call("post", "/api/verify/from-file")
      .set("x-api-key", apiKey)
      .attach("file", damaged, "receipt.pdf");
    expectProblem(response, "reference_not_found", { fields: ["file"] });
  });
});

describe("a person", () => {
  it("enters a code where it is on, proves the identity for bank accounts, and enrolls where it is required", async () => {
    const account = await aPersonWithPassword(system);
    const person = await signIn(system, account);
    await system.sql(
      "update sessions set created_at = created_at - interval '6 min' where user_id = $1",
      account.userId,
    );
    const draft = { bank: "cbe", accountNumber: "1000412270936", accountName: "Selam Coffee Trading" };
    expectProblem(await person("post", "/api/bank-accounts").send(draft), "fresh_sign_in_required");
    await system.sql("update users set two_factor_required = true where id = $1", account.userId);
    expectProblem(await person("get", "/api/profile"), "two_factor_enrollment_required");
    await system.sql(
      "insert into two_factors (person_id, ciphertext, confirmed_at) values ($1, '', now())",
      account.userId,
    );
    expectProblem(await login(system, account.email), "two_factor_required");
  });
});

it("a body that stands still ends its call", async () => {
  const message = "The request did not arrive in time";
  expectProblem(await standing, "request_timeout", { more: { message } });
});

describe("the error codes of the contract, but those of limits and outages,", () => {
  it("all occurred above", () => {
    expect(apiErrorCodes.filter((code) => !seenCodes.has(code) && !codesOfLimits.includes(code))).toEqual([]);
  });
});

/** Sends raw bytes and reads the response: an HTTP client would normalize the path or refuse a header. */
function raw(request: string | Buffer): Promise<Response> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(system.gateway.port, "127.0.0.1", () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("error", reject);
    socket.once("close", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const end = text.indexOf("\r\n\r\n");
      const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n");
      const headers = Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(":")).toLowerCase(),
          line.slice(line.indexOf(":") + 1).trim(),
        ]),
      );
      const body = text.slice(end + 4);
      resolve({
        status: Number(statusLine.split(" ")[1]),
        headers,
        body: body.startsWith("{") ? JSON.parse(body) : body,
      } as Response);
    });
  });
}
