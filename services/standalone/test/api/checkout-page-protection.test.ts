import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import { createLog } from "@receipts/service-kit";
import { appendToSuiteLog } from "@receipts/testing/suite-log";
import { openPage, pathOf, shown } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

const lines: string[] = [];
const destination = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    appendToSuiteLog(String(chunk));
    done();
  },
});
const log = createLog({ service: "test", level: "debug", destination });

let shop: Shop;
useSystem({ log, verifiers: ["telebirr"], env: { CHECKOUT_RECEIPTS_PER_MINUTE: "100" } });
beforeEach(async () => {
  shop = await openShop(system);
});

describe("the protection of the page", () => {
  it("forbids inline code, foreign content, framing, indexing, caching and referrers", async () => {
    const deposit = await shop.deposit({
      returnUrl: "https://shop.example/done",
      cancelUrl: "https://shop.example/cart",
    });
    const { path, show, send } = openPage(system, deposit);
    const pages = [
      await show(),
      await send({ receipt: "nothing" }),
      await shown(await fetch(`${system.url}/checkout/${"x".repeat(32)}`)),
      await shown(await fetch(`${system.url}${path}/receipts`, { method: "PUT" })),
    ];
    // The link to the shop sends no referrer either, even in a browser that ignores the header.
    const waysBack = pages[0]?.html.match(/<a [^>]*href="https:[^>]*>/g) ?? [];
    expect(waysBack).toHaveLength(1);
    for (const link of waysBack) expect(link).toContain('rel="noreferrer"');
    for (const { headers, html } of pages) {
      const csp = headers.get("content-security-policy") ?? "";
      expect(csp).toContain("default-src 'none'");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).toContain("form-action 'self'");
      expect(csp).not.toMatch(/unsafe|\*|https?:|data:|nonce/);
      const [style = "", ...otherStyles] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(
        ([, text]) => text ?? "",
      );
      expect(otherStyles).toEqual([]);
      expect(csp).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}';`);
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("set-cookie")).toBeNull();
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style(?!>)|\sstyle=|\son\w+=/);
      const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*?(?:src|href)="([^"]+)"/g)].map(
        ([, url]) => url,
      );
      expect(loaded.length).toBeGreaterThanOrEqual(2);
      for (const url of loaded) expect(url).toMatch(/^\/checkout\//);
    }
  });

  it.each([
    [{ origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    [{ origin: "null", "sec-fetch-site": "cross-site" }],
    [{ origin: "null", "sec-fetch-site": "same-site" }],
    [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
    [{ origin: "null", "sec-fetch-site": "" }],
    [{ origin: "http://pay.example.test", host: "pay.example.test", "sec-fetch-site": "cross-site" }],
  ])("refuses a form posted by a foreign page: %j", async (headers) => {
    const deposit = await shop.deposit();
    const page = openPage(system, deposit);
    const answer = await page.send({ receipt: "DJ57QK2M41" }, { headers });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("This was not sent from our page");
    expect((await page.send({ receipt: "x" }, { headers, language: "am" })).text).toContain(
      "ከገጻችን የተላከ አይደለም",
    );
    expect((await shop.read(deposit.id)).attemptsLeft).toBe(10);
  });

  it("accepts the form from its public address, behind any internal host name", async () => {
    const page = openPage(system, await shop.deposit());
    for (const host of ["pay.example.test", "gateway.internal"]) {
      const headers = { origin: "https://pay.example.test", host };
      expect((await page.send({ receipt: "nothing" }, { headers })).status).toBe(422);
    }
    expect((await page.send({ receipt: "nothing" }, { headers: { origin: "null" } })).status).toBe(422);
  });

  /** Safari before 16.4, old WebViews, and every browser over plain http. */
  it("checks the origin of a form if the browser sends no Fetch Metadata", async () => {
    const { path } = openPage(system, await shop.deposit());
    const post = async (origin: string) => {
      const body = new URLSearchParams({ receipt: "nothing" });
      return (await fetch(`${system.url}${path}/receipts`, { method: "POST", headers: { origin }, body }))
        .status;
    };
    expect(await post("https://pay.example.test")).toBe(422);
    const foreign = ["https://evil.example", "null", system.url, "http://pay.example.test"];
    expect(await Promise.all(foreign.map(post))).toEqual([403, 403, 403, 403]);
  });

  it.each([
    ["a guessed token", () => `/checkout/${"A".repeat(32)}`],
    ["a shortened token", (path: string) => path.slice(0, -1)],
    ["a longer token", (path: string) => `${path}x`],
    ["a token in another case", (path: string) => path.toUpperCase().replace("/CHECKOUT", "/checkout")],
    ["a malformed token", () => "/checkout/%E0%A4%A"],
    ["an SQL injection", () => "/checkout/'%20or%201=1--"],
    ["a path below a token", (path: string) => `${path}/edit`],
    ["no token", () => "/checkout/"],
  ])("responds to %s with the same page, without data of a deposit", async (_name, pathFrom) => {
    const path = pathFrom(pathOf(await shop.deposit()));
    const page = await shown(await fetch(`${system.url}${path}`));
    expect([page.status, page.text.includes("Payment not found")]).toEqual([404, true]);
    expect(page.text).not.toContain("1,250.00");
    const translated = await shown(await fetch(`${system.url}${path}?lang=am`));
    expect(translated.text).toContain("እንዲህ ያለ ክፍያ የለም");
  });

  it("responds to another method with 405, and to an unusable form with its own page", async () => {
    const { path, send } = openPage(system, await shop.deposit());
    const put = await fetch(`${system.url}${path}`, { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    const json = await fetch(`${system.url}${path}/receipts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(json.status).toBe(415);
    expect((await send({ receipt: "x".repeat(30_000) })).status).toBe(413);
    const latin = await fetch(`${system.url}${path}/receipts`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded; charset=koi8-r" },
      body: "receipt=1",
    });
    expect([latin.status, (await shown(latin)).text.includes("We cannot read your input")]).toEqual([
      415,
      true,
    ]);
    const back = await fetch(`${system.url}${path}/receipts`, { redirect: "manual" });
    expect([back.status, back.headers.get("location")]).toEqual([303, path]);
    expect((await fetch(`${system.url}${path}`, { method: "HEAD" })).status).toBe(200);
  });

  /** Creating a deposit refuses these; one that was stored by another way must still not become a link. */
  it.each(["javascript:alert(1)", "data:text/html,x", "JaVaScRiPt:alert(1)", "/checkout", "x"])(
    "shows no unsafe link to the shop: %s",
    async (url) => {
      const deposit = await shop.deposit();
      for (const field of ["returnUrl", "cancelUrl"]) await shop.create({ [field]: url }).expect(400);
      await system.sql("update deposits set return_url = $2, cancel_url = $2 where id = $1", deposit.id, url);
      const page = openPage(system, deposit);
      expect((await page.show()).html.toLowerCase()).not.toMatch(/href="(?:javascript|data|x")/);
      expect((await page.show()).html).not.toContain("Go back without paying");
      expect((await page.send({ receipt: await shop.pay() })).html).not.toContain("Return to");
    },
  );

  it("is not found for a deposit of an erased account", async () => {
    const page = openPage(system, await shop.deposit());
    await system.sql(
      "update users set erased_at = now(), disabled_at = now() where id = $1",
      shop.account.userId,
    );
    expect((await page.show()).status).toBe(404);
  });

  /** A token in the address opens the page, so readers of our logs must not see it. */
  it("leaks no token, key, receipt or name into other pages, log lines or metrics", async () => {
    const [mine, other] = [
      await shop.deposit({ customer: { name: "Canary Customer" } }),
      await shop.deposit(),
    ];
    const sms = await shop.pay({ senderName: "Canary Sender" });
    const page = openPage(system, mine);
    const shownPages = [
      await page.show(),
      await page.send({ receipt: "canary typed text" }),
      await page.send({ receipt: sms }),
      await page.show("am"),
      await openPage(system, other).send({ receipt: sms }),
      await page.send({ receipt: "x" }, { headers: { origin: "https://evil.example" } }),
      await shown(await fetch(`${system.url}${page.path}/nothing`)),
    ];
    await (await fetch(`${system.url}${page.path}/events`)).text();
    const { receipt } = await shop.read(mine.id);
    const foreign = [
      "Canary Customer",
      "Canary Sender",
      shop.key,
      shop.account.apiKey,
      pathOf(other).slice(-32),
      shop.account.userId,
    ];
    for (const { html } of shownPages.filter((_page, index) => index !== 4)) {
      for (const canary of foreign) expect(html).not.toContain(canary);
    }
    for (const canary of ["Canary", receipt?.referenceNumber ?? "?", pathOf(mine).slice(-32)]) {
      // What this payer typed stands in the field again.
      const told = shownPages[4]?.html.replace(/<textarea.*?<\/textarea>/s, "");
      expect(told).not.toContain(canary);
    }
    const metrics = await (await fetch(`${system.url}/metrics`)).text();
    const printed = `${lines.join("\n")}\n${metrics}`;
    expect(printed).toContain("/checkout/{token}/receipts");
    for (const canary of [
      pathOf(mine).slice(-32),
      pathOf(other).slice(-32),
      "Canary",
      "canary typed",
      receipt?.referenceNumber ?? "?",
    ]) {
      expect(printed).not.toContain(canary);
    }
  });
});
