import { openApiDocument } from "@receipts/contracts";
import express from "express";
import supertest from "supertest";
import { createDocumentation } from "./create-documentation.ts";
import type { Json } from "./reference/json-reading.ts";

/** Counts reads of one operation's responses, which only its page needs. */
function countedDocument() {
  const openApi = openApiDocument("https://api.example.test");
  const { post: submit } = (openApi["paths"] as Record<string, { readonly post: Json }>)["/api/verify"] ?? {};
  const { responses } = submit ?? {};
  let count = 0;
  Object.defineProperty(submit, "responses", {
    get: () => {
      count += 1;
      return responses;
    },
  });
  return { openApi, described: () => count };
}

const { openApi, described } = countedDocument();
const { page, front } = createDocumentation({
  publicBaseUrl: "https://api.example.test",
  checkoutBaseUrl: "https://pay.example.test",
  openApi: () => openApi,
});
const app = express().get("/docs/*path", page).get("/docs", page).get("/", front);
const get = (path: string) => supertest(app).get(path);

describe("the documentation", () => {
  it("renders a page once, on its first request", async () => {
    await get("/docs/errors").expect(200);
    await get("/docs/reference/webhooks").expect(200);
    expect(described()).toBe(0);
    const first = await get("/docs/reference/verification").expect(200);
    const once = described();
    expect(once).toBeGreaterThan(0);
    const second = await get("/docs/reference/verification").expect(200);
    expect([described(), second.text]).toEqual([once, first.text]);
  });

  it.each(["/docs", "/docs/quick-start", "/docs/reference/verification"])(
    "serves %s with a trailing slash too",
    async (path) => {
      const { text } = await get(path).expect(200);
      expect((await get(`${path}/`).expect(200)).text).toBe(text);
    },
  );

  it("refuses a second slash and an unknown page", async () => {
    await get("/docs/quick-start//").expect(404);
    expect((await get("/docs/nothing/").expect(404)).text).toContain("Page not found");
  });

  it("shows the front page to a browser, and its addresses to a program", async () => {
    const shown = await get("/").set("accept", "text/html,application/xhtml+xml,*/*;q=0.8").expect(200);
    expect(shown.text).toContain('href="/docs/quick-start"');
    expect(shown.text).toContain("https://api.example.test/api/verify");
    const read = await get("/").set("accept", "*/*").expect(200);
    expect(read.body).toMatchObject({ quickStart: "https://api.example.test/docs/quick-start" });
    expect([shown, read].map(({ headers }) => headers["vary"])).toEqual([
      "Accept, Accept-Encoding",
      "Accept",
    ]);
  });
});
