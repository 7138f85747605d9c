import { allCheckoutRoutes, allRoutes } from "@receipts/contracts";
import { pathOf } from "../checkout-page-client.ts";
import { openShop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

interface PageCase {
  /** For mounted paths with parameters: an address, or a pattern that finds one in the page at an address. */
  readonly at?: string | { readonly inPage: string; readonly link: RegExp };
  readonly status?: number;
}

const page = "/checkout/{token}";

/** Pages for people and their assets. They need neither a key nor a session. */
const pages: Readonly<Record<string, PageCase>> = {
  "GET /status": {},
  // From a page of another origin.
  "POST /api/auth/sign-in": { status: 403 },
  "GET /status/assets/{hash}/{file}": { at: { inPage: "/status", link: /"(\/status\/assets\/[^"]+)"/ } },
  "GET /till": {},
  "GET /till/worker.js": {},
  "GET /till/manifest.webmanifest": {},
  "GET /till/assets/{hash}/*file": { at: { inPage: "/till", link: /"(\/till\/assets\/[^"]+)"/ } },
  "GET /": {},
  "GET /docs": {},
  "GET /docs/search.json": {},
  "GET /favicon.ico": {},
  "GET /docs/": {},
  "GET /docs/*path": { at: "/docs/keys" },
  "GET /docs/assets/{hash}/*file": { at: { inPage: "/docs", link: /"(\/docs\/assets\/[^"]+)"/ } },
  "GET /dashboard": {},
  "GET /dashboard/": {},
  "GET /dashboard/*path": { at: "/dashboard/keys" },
  "GET /dashboard/mail": {},
  "GET /dashboard/assets/{hash}/*file": {
    at: { inPage: "/dashboard", link: /"(\/dashboard\/assets\/[^"]+)"/ },
  },
  [`GET ${page}`]: {},
  [`GET ${page}/events`]: {},
  // The shop has no logo.
  [`GET ${page}/logo`]: { status: 404 },
  [`GET ${page}/receipts`]: { status: 303 },
  [`POST ${page}/receipts`]: { status: 422 },
  // The body of these tests has no file.
  [`POST ${page}/read-file`]: { status: 415 },
  "GET /checkout/assets/{hash}/*file": { at: { inPage: page, link: /"(\/checkout\/assets\/[^"]+)"/ } },
};

/** Preflights of browsers, without data. */
const preflights = ["OPTIONS /api/uptime/client/overview", "OPTIONS /api/uptime/client/status"];

/** Middleware that responds to no path, except with an error. */
const inFront = ["USE /checkout", "USE /checkout/{token}/read-file", "GET /api/auth/sign-in"];

let token = "";
useSystem({ verifiers: [] });
beforeAll(async () => {
  const shop = await openShop(system);
  const deposit = await shop.deposit();
  token = pathOf(deposit).split("/").at(-1) ?? "";
});

/** An event stream has no end, so the caller aborts it. */
const load = async (path: string, init: RequestInit = {}) => {
  const abort = new AbortController();
  const response = await fetch(`${system.url}${path.replace("{token}", token)}`, {
    redirect: "manual",
    signal: abort.signal,
    ...init,
  });
  return { response, close: () => abort.abort() };
};

async function addressOf(path: string, { at = path }: PageCase): Promise<string> {
  if (typeof at === "string") return at;
  const { response } = await load(at.inPage);
  return at.link.exec(await response.text())?.[1] ?? "/none";
}

describe("the gateway's routes", () => {
  /** No access test covers a route that is in no table. */
  it("are exactly those of the contracts and of the table of pages", () => {
    const contracts = [...allRoutes, ...allCheckoutRoutes].map(
      ({ method, path }) => `${method.toUpperCase()} ${path}`,
    );
    expect(system.gateway.routes).toEqual(
      [...contracts, ...Object.keys(pages), ...preflights, ...inFront].sort(),
    );
  });
});

it.each(["status", "docs", "dashboard", "checkout", "till"])(
  "an unknown file below /%s is a 404, not a 405",
  async (under) => {
    expect((await load(`/${under}/assets/x/none.svg`)).response.status).toBe(404);
  },
);

describe("an unknown address", () => {
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  it("is a page for people, which leads back", async () => {
    const { response } = await load("/receits", { headers: browser });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("text/html");
    const text = await response.text();
    for (const address of ["/", "/dashboard", "/docs"]) expect(text).toContain(`href="${address}"`);
  });

  it.each([
    ["a program's call", "/receits", { headers: { accept: "*/*" } }],
    ["a path of the API, in a browser too", "/api/receits", { headers: browser }],
    ["a form", "/receits", { method: "POST", headers: browser }],
  ])("is an error of the API for %s", async (_name, path, init) => {
    const { response } = await load(path, init);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  });
});

describe.each(Object.entries(pages))("%s", (name, pageCase) => {
  const [method = "", path = ""] = name.split(" ");

  it("responds without a key or a session", async () => {
    const form = { origin: "https://pay.example.test", "content-type": "application/x-www-form-urlencoded" };
    const { response, close } = await load(
      await addressOf(path, pageCase),
      method === "POST" ? { method, headers: form, body: "receipt=nothing" } : {},
    );
    close();
    expect(response.status).toBe(pageCase.status ?? 200);
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("responds to another method with 405 and the allowed ones", async () => {
    const { response } = await load(await addressOf(path, pageCase), { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toContain(
      method === "POST" || path.endsWith("/receipts") ? "POST" : "GET, HEAD",
    );
  });
});
