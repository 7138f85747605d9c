import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
useSystem({ verifiers: ["telebirr"], env: { RATE_LIMIT_PER_MINUTE: "20" } });
beforeAll(async () => {
  account = await system.account();
});

/** Headers of every API response, errors included. */
const always = {
  connection: "keep-alive",
  "content-security-policy":
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';" +
    "img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';" +
    "style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
  "content-length": "<number>",
  "content-type": "application/json; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  date: "<date>",
  "keep-alive": "timeout=75",
  "origin-agent-cluster": "?1",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "x-request-id": "<id>",
  "x-xss-protection": "0",
};
/** Headers of routes that require a key or session. */
const noStore = { "cache-control": "no-store" };
const counted = {
  ratelimit: '"key";r=<number>;t=<number>',
  "ratelimit-limit": "<number>",
  "ratelimit-policy": '"key";q=20;w=60, "account";q=60;w=60',
  "ratelimit-remaining": "<number>",
  "ratelimit-reset": "<number>",
};

/** Returns the status and all headers of a response; values that differ per call are replaced by their kind. */
async function responseTo(path: string, init: RequestInit = {}) {
  const response = await fetch(`${system.url}${path}`, init);
  await response.arrayBuffer();
  const headers = Object.fromEntries(response.headers);
  if (headers["date"] !== undefined) headers["date"] = "<date>";
  if (/^[0-9a-f-]{36}$/.test(headers["x-request-id"] ?? "")) headers["x-request-id"] = "<id>";
  for (const name of [
    "content-length",
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
    "retry-after",
  ])
    if (/^\d+$/.test(headers[name] ?? "")) headers[name] = "<number>";
  if (headers["ratelimit"] !== undefined)
    headers["ratelimit"] = headers["ratelimit"].replaceAll(/=\d+/g, "=<number>");
  return { status: response.status, headers };
}

const submission = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "x-api-key": account.apiKey, "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** No other test notices a header that a rewrite loses. */
describe("all headers of a response", () => {
  it("of an accepted submission, and of its replay", async () => {
    const receipt = aReceipt();
    const accepted = { ...always, ...noStore, ...counted, "x-svc-cache": "MISS" };
    const call = () => submission(receipt, { "idempotency-key": "k", "x-request-id": "mine" });
    expect(await responseTo("/api/verify", call())).toEqual({
      status: 202,
      headers: { ...accepted, "x-request-id": "mine" },
    });
    const { headers } = await responseTo("/api/verify?waitMs=10000", call());
    expect(headers).toEqual({ ...accepted, "x-request-id": "mine", "idempotent-replayed": "true" });
  });

  it("of a cached verdict", async () => {
    const receipt = aReceipt();
    expect((await responseTo("/api/verify?waitMs=10000", submission(receipt))).status).toBe(200);
    expect(await responseTo("/api/verify", submission(receipt))).toEqual({
      status: 200,
      headers: { ...always, ...noStore, ...counted, "x-svc-cache": "HIT" },
    });
  });

  it("of each error", async () => {
    expect(await responseTo("/nowhere")).toEqual({ status: 404, headers: always });
    expect(await responseTo("/api/verify")).toEqual({ status: 405, headers: { ...always, allow: "POST" } });
    expect(await responseTo("/api/verify", { method: "POST" })).toEqual({
      status: 401,
      headers: {
        ...always,
        ...noStore,
        "www-authenticate": 'ApiKey realm="receipts", header="x-api-key"',
      },
    });
    const { status, headers } = await responseTo("/api/verify", submission([]));
    expect({ status, headers }).toEqual({ status: 400, headers: { ...always, ...noStore, ...counted } });
    expect(await responseTo("/api/verify", submission({}))).toEqual({ status: 422, headers });
    const tooLarge = submission({ note: "x".repeat(70_000) });
    expect(await responseTo("/api/verify", tooLarge)).toEqual({ status: 413, headers });
  });

  it("of a call beyond the limit", async () => {
    const other = await system.account();
    const call = () => responseTo("/api/verify", submission({}, { "x-api-key": other.apiKey }));
    await Promise.all(Array.from({ length: 20 }, call));
    expect(await call()).toEqual({
      status: 429,
      headers: { ...always, ...noStore, ...counted, "retry-after": "<number>" },
    });
  });

  it("of the checkout API, of health and of a page", async () => {
    expect(await responseTo("/v1/deposits")).toEqual({
      status: 401,
      headers: {
        ...always,
        ...noStore,
        "service-checkout-version": "2026-06-01",
        "www-authenticate": 'Bearer realm="checkout"',
      },
    });
    expect(await responseTo("/health/live")).toEqual({ status: 200, headers: always });
    const { status, headers } = await responseTo("/status");
    expect({ status, headers }).toEqual({
      status: 200,
      headers: {
        ...always,
        "cache-control": "public, max-age=30",
        "content-encoding": "gzip",
        "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
        "content-type": "text/html; charset=utf-8",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
        "referrer-policy": "same-origin",
        vary: "Accept-Language, Accept-Encoding",
        "x-frame-options": "DENY",
      },
    });
  });
});
