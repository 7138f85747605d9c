import { allCheckoutRoutes, allRoutes } from "@receipts/contracts";
import { pathOf } from "../checkout-page-client.ts";
import { openShop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

interface PageCase {
  /** Where the mounted path has parameters: an address, or what finds one in the page that is at this address. */
  readonly at?: string | { readonly inPage: string; readonly link: RegExp };
  readonly status?: number;
}

const page = "/checkout/{token}";

/** What is for people, and for the pages that they look at. None of it needs a key or a session. */
const pages: Readonly<Record<string, PageCase>> = {
  "GET /status": {},
  "GET /status/assets/{hash}/{file}": { at: { inPage: "/status", link: /"(\/status\/assets\/[^"]+)"/ } },
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
  "GET /checkout/assets/{hash}/{file}": { at: { inPage: page, link: /"(\/checkout\/assets\/[^"]+)"/ } },
};

/** What stands in front of paths, and answers none. */
const inFront = ["USE /checkout"];

let token = "";
useSystem({ verifiers: [] });
beforeAll(async () => {
  const shop = await openShop(system);
  const deposit = await shop.deposit();
  token = pathOf(deposit).split("/").at(-1) ?? "";
});

/** An event stream has no end to wait for. */
const ask = async (path: string, init: RequestInit = {}) => {
  const abort = new AbortController();
  const answer = await fetch(`${system.url}${path.replace("{token}", token)}`, {
    redirect: "manual",
    signal: abort.signal,
    ...init,
  });
  return { answer, leave: () => abort.abort() };
};

async function addressOf(path: string, { at = path }: PageCase): Promise<string> {
  if (typeof at === "string") return at;
  const { answer } = await ask(at.inPage);
  return at.link.exec(await answer.text())?.[1] ?? "/none";
}

describe("what the gateway answers", () => {
  /** A route that is in no table is tried by no test of who may call what. */
  it("is in the contracts or in the table of pages, and nothing else is mounted", () => {
    const contracts = [...allRoutes, ...allCheckoutRoutes].map(
      ({ method, path }) => `${method.toUpperCase()} ${path}`,
    );
    expect(system.gateway.routes).toEqual([...contracts, ...Object.keys(pages), ...inFront].sort());
  });
});

it.each(["status", "docs", "dashboard", "checkout"])(
  "a file that /%s does not have is a 404, and no method that is not taken",
  async (under) => {
    expect((await ask(`/${under}/assets/x/none.svg`)).answer.status).toBe(404);
  },
);

describe.each(Object.entries(pages))("%s", (name, pageCase) => {
  const [method = "", path = ""] = name.split(" ");

  it("answers everybody, without a key or a session", async () => {
    const form = { origin: "https://pay.example.test", "content-type": "application/x-www-form-urlencoded" };
    const { answer, leave } = await ask(
      await addressOf(path, pageCase),
      method === "POST" ? { method, headers: form, body: "receipt=nothing" } : {},
    );
    leave();
    expect(answer.status).toBe(pageCase.status ?? 200);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("answers a method that it does not take with 405 and the ones that it does", async () => {
    const { answer } = await ask(await addressOf(path, pageCase), { method: "DELETE" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toContain(
      method === "POST" || path.endsWith("/receipts") ? "POST" : "GET, HEAD",
    );
  });
});
