import { numberPlaces } from "@receipts/banks";
import {
  apiErrorCodes,
  bankTitle,
  checkoutErrorCodes,
  checkoutOpenApiDocument,
  openApiDocument,
  supportedBankCodes,
} from "@receipts/contracts";
import { createDocumentation } from "@receipts/documentation";
import { pageLanguages } from "@receipts/web-pages";
import supertest from "supertest";
import { pathOf } from "../checkout-page-client.ts";
import { openShop } from "../shop.ts";
import { openSystem, type System } from "../system.ts";
import {
  type LinkFromElsewhere,
  linksOfAnswer,
  linksOfReadmes,
  linksOfSources,
} from "./links-from-elsewhere.ts";

const { addresses } = createDocumentation({
  publicBaseUrl: "https://api.example.test",
  checkoutBaseUrl: "https://pay.example.test",
  openApi: () => openApiDocument("https://api.example.test"),
});

/** Every page that is linked from `/docs`, by address. */
const pages = new Map<string, string>();
let system: System;
beforeAll(async () => {
  system = await openSystem({ verifiers: [] });
  const waiting = ["/docs"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const answer = await fetch(`${system.url}${path}`);
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    const text = await answer.text();
    pages.set(path, text);
    const found = linksOf(text)
      .map((link) => link.split("#")[0] ?? "")
      .filter((link) => link.startsWith("/docs") && !link.startsWith("/docs/assets/"));
    waiting.push(...new Set(found.filter((link) => !pages.has(link) && !waiting.includes(link))));
  }
});
afterAll(() => system.stop());

const get = (path: string) => supertest(system.url).get(path);
const linksOf = (text: string) => [...text.matchAll(/ href="([^"]*)"/g)].map(([, link = ""]) => link);
const anchorsOf = (text: string) => [...text.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);
const pageAt = (path: string) => pages.get(path) ?? "";

/** Whether the page or the anchor of a link is missing. */
function leadsToNothing(link: string): boolean {
  const [path = "", anchor] = link.split("#");
  return (
    !pages.has(path) ||
    (anchor !== undefined && !anchorsOf(pageAt(path)).includes(decodeURIComponent(anchor)))
  );
}

describe("a link to the documentation", () => {
  const dead = (links: readonly LinkFromElsewhere[]) => links.filter(({ link }) => leadsToNothing(link));

  it("of the dashboard, the hosted pages or a response has its page and anchor", () => {
    const links = linksOfSources();
    expect(dead(links)).toEqual([]);
    const placesOf = (start: string) => links.filter(({ from }) => from.startsWith(start)).length;
    expect(placesOf("packages/dashboard/client/")).toBeGreaterThan(3);
  });

  it("of a README has its page and anchor", () => {
    const links = linksOfReadmes();
    expect(dead(links)).toEqual([]);
    expect(links.length).toBeGreaterThan(5);
  });

  it("of a served OpenAPI document has its page and anchor", async () => {
    const links = await Promise.all(
      ["/openapi.json", "/v1/openapi.json"].map(async (path) => linksOfAnswer(path, (await get(path)).text)),
    );
    expect(links.map((found) => found.length > 0)).toEqual([true, true]);
    expect(dead(links.flat())).toEqual([]);
  });

  /** Includes links to assets and languages, which are most links of these pages. */
  it("and every other link of a hosted page works", async () => {
    const shop = await openShop(system);
    const hosted = ["/status", "/dashboard", pathOf(await shop.deposit())];
    for (const from of hosted) {
      const links = linksOf((await get(from).expect(200)).text).filter((link) => link.startsWith("/"));
      expect({ from, hasLinks: links.length > 0 }).toEqual({ from, hasLinks: true });
      for (const link of new Set(links)) {
        const { status } = await get(link);
        expect({ from, link, status }).toEqual({ from, link, status: 200 });
        if (link.startsWith("/docs"))
          expect({ from, link, dead: leadsToNothing(link) }).toEqual({ from, link, dead: false });
      }
    }
  });
});

describe("the documentation", () => {
  it("has no dead link", async () => {
    const dead: string[] = [];
    const elsewhere = new Set<string>();
    for (const [path, text] of pages) {
      for (const link of linksOf(text)) {
        const [target = "", anchor] = link.split("#");
        const page = target === "" ? path : target;
        if (!link.startsWith("#") && !pages.has(target)) elsewhere.add(target);
        else if (anchor !== undefined && !anchorsOf(pageAt(page)).includes(decodeURIComponent(anchor)))
          dead.push(`${path} → ${link}`);
      }
    }
    expect(dead).toEqual([]);
    for (const link of elsewhere) {
      // Other sites, and programs on the reader's own machine.
      if (
        /^https:\/\/(?:www\.standardwebhooks\.com)|^http:\/\/(?:localhost:3000|127\.0\.0\.1:8090)/.test(link)
      )
        continue;
      const answer = await fetch(`${system.url}${link}`);
      expect({ link, status: answer.status }).toEqual({ link, status: 200 });
      await answer.arrayBuffer();
    }
  });

  it("links to every page", () => {
    expect([...pages.keys()].sort()).toEqual([...addresses()].sort());
  });

  it("tells payers of each bank where the number is, in both languages", () => {
    for (const bank of supportedBankCodes) {
      for (const language of pageLanguages) {
        const text = pageAt(`/docs/where-is-the-number-${bank}${language === "en" ? "" : `.${language}`}`);
        expect(text).toContain(`<html lang="${language}">`);
        expect(text).toContain(bankTitle(bank, language));
        const shown = text.replaceAll(/<[^>]+>|[^\p{L}\p{N}]/gu, "");
        for (const sentence of Object.values(numberPlaces(bank)[language]))
          expect(shown).toContain(sentence.replaceAll(/[^\p{L}\p{N}]/gu, ""));
      }
    }
  });

  it("has each anchor once on its page", () => {
    for (const [path, text] of pages) {
      const anchors = anchorsOf(text);
      expect({ path, anchors: [...new Set(anchors)] }).toEqual({ path, anchors });
    }
  });

  it.each([...new Set([...apiErrorCodes, ...checkoutErrorCodes])])(
    "has an anchor for the error code %s",
    (code) => {
      expect(anchorsOf(pageAt("/docs/errors"))).toContain(code);
    },
  );

  const operations = [openApiDocument("https://x.test"), checkoutOpenApiDocument("https://x.test")]
    .flatMap((document) => Object.values(document["paths"] as Record<string, Record<string, unknown>>))
    .flatMap((item) => Object.values(item) as { readonly operationId: string }[])
    .map(({ operationId }) => operationId);
  it.each(operations)("describes the operation %s and its errors", (operationId) => {
    const found = [...pages.values()].filter((text) => text.includes(`<h2 id="${operationId}">`));
    expect(found).toHaveLength(1);
    const section = found[0]?.split(`<h2 id="${operationId}">`)[1]?.split("</section>")[0] ?? "";
    expect(section).toContain("Responses");
    expect(section).toContain('href="/docs/errors#');
  });

  /** Every call that a guide names must exist. */
  it("links every call that a guide names to the reference", () => {
    for (const [path, text] of pages) {
      const main = text.split("<main")[1]?.split("</main>")[0] ?? "";
      const named = [...main.matchAll(/(<a [^>]*>)?<code>(?:GET|POST|PUT|PATCH|DELETE) \/[^<]*<\/code>/g)];
      expect({ path, unknown: named.filter(([, link]) => link === undefined).map(([code]) => code) }).toEqual(
        {
          path,
          unknown: [],
        },
      );
    }
  });

  it("has the addresses of the installation in each guide, and a note above it", () => {
    expect(pageAt("/docs/verify-and-wait")).toContain("https://api.example.test/api/verify");
    expect(pageAt("/docs/deposits")).toContain("https://pay.example.test/v1/deposits");
    for (const [path, text] of pages) {
      const isGuide = !/^\/docs\/(?:reference|where-is-the-number)/.test(path);
      expect({ path, isGuide: text.includes('<p class="note">') }).toEqual({ path, isGuide });
      // No command signs in as the demo at the installation; the quick start is about the reader's own machine.
      const isOfOwnMachine = /quick-start/.test(path);
      const ofDemo = /localhost:8080|demo@example\.com/.test(text);
      expect({ path, ofDemo }).toEqual({ path, ofDemo: isOfOwnMachine });
    }
  });

  it("shows this installation's own addresses in the API reference", () => {
    const reference = [...pages].filter(([path]) => path.startsWith("/docs/reference"));
    expect(reference.filter(([, text]) => text.includes("localhost:8080"))).toEqual([]);
    expect(reference.some(([, text]) => text.includes("https://api.example.test"))).toBe(true);
  });

  it("runs only its own files, sends no form and refuses frames", async () => {
    const { headers } = await get("/docs");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    const inline =
      /<script(?! type="module" src="\/docs\/assets\/[^"]*"><\/script>)|<form|<iframe| style=| on\w+=/;
    for (const text of pages.values()) expect(text).not.toMatch(inline);
  });

  it("serves sections of every page for search but those of one bank's payers, each with an address that exists", async () => {
    const { body, headers } = await get("/docs/search.json");
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const sections: readonly { readonly id: string }[] = body;
    expect(sections.map(({ id }) => id).filter(leadsToNothing)).toEqual([]);
    const searched = [...pages.keys()].filter((path) => !path.startsWith("/docs/where-is-the-number-"));
    expect(new Set(sections.map(({ id }) => id.split("#")[0]))).toEqual(new Set(searched));
  });

  it("is cached for minutes, then revalidated by its entity tag", async () => {
    const first = await get("/docs/errors");
    expect(first.headers["cache-control"]).toBe("public, max-age=300");
    const tag = first.headers["etag"] ?? "";
    const again = await get("/docs/errors").set("if-none-match", tag);
    expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", tag]);
  });

  it("is sent packed: a page with its style and scripts in 40 KiB, search in another 136 KiB", async () => {
    const style = linksOf(pageAt("/docs")).find((link) => link.endsWith(".css")) ?? "";
    const asset = (file: string) => style.replace("docs.css", file);
    const packed = async (path: string) => {
      const answer = await get(path).buffer(true).set("accept-encoding", "gzip");
      expect(answer.headers["content-encoding"]).toBe("gzip");
      return Number(answer.headers["content-length"]);
    };
    const packedSum = async (paths: readonly string[]) =>
      (await Promise.all(paths.map(packed))).reduce((sum, bytes) => sum + bytes, 0);
    const scripts = ["docs.js", "copy.js", "tabs.js", "texts.js", "search.js", "search-index.js"];
    const common = await packedSum([style, ...scripts.map(asset)]);
    for (const path of pages.keys()) expect((await packed(path)) + common).toBeLessThan(40 * 1_024);
    expect(await packedSum([asset("minisearch.js"), "/docs/search.json"])).toBeLessThan(136 * 1_024);
  });

  it("responds to an unknown file with 404", async () => {
    const answer = await get("/docs/assets/hash/none.css");
    expect([answer.status, answer.body.error.code]).toEqual([404, "not_found"]);
    const posted = await supertest(system.url).post("/docs/assets/hash/none.css");
    expect([posted.status, posted.headers["allow"]]).toEqual([405, "GET, HEAD"]);
  });

  it.each(["/docs", "/docs/quick-start"])("serves %s with a trailing slash too", async (path) => {
    const answer = await get(`${path}/`);
    expect([answer.status, answer.text]).toEqual([200, pageAt(path)]);
  });

  it("shows a page for an unknown address, and accepts only reads", async () => {
    const missing = await fetch(`${system.url}/docs/nothing`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain("Page not found");
    const posted = await fetch(`${system.url}/docs`, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    await posted.arrayBuffer();
  });
});
