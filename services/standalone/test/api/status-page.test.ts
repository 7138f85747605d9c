import { createHash } from "node:crypto";
import { createPool } from "@receipts/database";
import { ADMIN_URL_VARIABLE, until } from "@receipts/testing";
import { insertBankPast } from "../bank-past.ts";
import { type ShownPage, shown } from "../checkout-page-client.ts";
import { system, useSystem } from "../system.ts";

useSystem({ verifiers: [] });
beforeAll(async () => {
  await insertBankPast(system, {
    telebirr: { now: [20, 0], days: [[100, 0], [50, 50], null] },
    boa: { now: [0, 9], days: [[1, 9]], incidents: 2 },
  });
});

const open = async (query = "", headers: Record<string, string> = {}) =>
  shown(await fetch(`${system.url}/status${query}`, { headers }));

/** The page is cached for a second: load it until the condition holds. */
async function openUntil(holds: (status: number) => boolean, query = ""): Promise<ShownPage> {
  let page = await open(query);
  await until(async () => {
    page = await open(query);
    return holds(page.status);
  });
  return page;
}

describe("GET /status", () => {
  it("shows every bank's state without an account, as in the API", async () => {
    const page = await open();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain("Bank of Abyssinia is down");
    expect(page.text).toContain("telebirr");
    const { body } = await system.call("get", "/api/uptime/client/overview").expect(200);
    for (const { bank, name, since, incidents } of body.data.banks) {
      expect(page.html).toContain(`<h3 id="${bank}">${name}</h3>`);
      for (const { startedAt } of incidents) expect(page.html).toContain(`datetime="${startedAt}"`);
      if (since !== null) expect(page.html).toContain(`datetime="${since}"`);
    }
  });

  it("is in the chosen language, else in the browser's", async () => {
    expect((await open("?lang=am", { "accept-language": "en" })).text).toContain("አቢሲንያ ባንክ መልስ አይሰጥም");
    expect((await open("", { "accept-language": "am-ET" })).html).toContain('<html lang="am">');
    expect((await open("?lang=en", { "accept-language": "am" })).html).toContain('<html lang="en">');
    const { headers } = await open();
    expect(headers.get("vary")).toMatch(/Accept-Language/);
  });

  it("is cacheable for 30 s, sets no cookie and loads only its icon", async () => {
    const { headers, html } = await open();
    expect(headers.get("cache-control")).toBe("public, max-age=30");
    expect(headers.get("set-cookie")).toBeNull();
    const csp = headers.get("content-security-policy") ?? "";
    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).not.toMatch(/unsafe|\*|https?:|data:|nonce|script-src/);
    const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    expect(csp).toContain(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}';`);
    expect(html).not.toMatch(/<script|\sstyle=|\son\w+=/);
    const loaded = [...html.matchAll(/<(?:link|img)[^>]*?(?:href|src)="([^"]+)"/g)].map(
      ([, url = ""]) => url,
    );
    expect(loaded).toHaveLength(1);
    const icon = await fetch(`${system.url}${loaded[0]}`);
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(icon.headers.get("cache-control")).toContain("immutable");
  });

  /** On a slow line the page must arrive within the first few round trips. */
  it("is less than 100 KiB uncompressed, with every bank at its worst", async () => {
    expect(Buffer.byteLength((await open("?lang=am")).html)).toBeLessThan(100 * 1024);
  });

  it("accepts no other method or path below it", async () => {
    const post = await fetch(`${system.url}/status`, { method: "POST" });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect(await post.json()).toMatchObject({ error: { code: "method_not_allowed" } });
    expect((await fetch(`${system.url}/status`, { method: "HEAD" })).status).toBe(200);
    for (const path of ["/status/", "/Status", "/status/x", "/status/assets/x/none.svg", "/status%2f"]) {
      const answer = await fetch(`${system.url}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
    }
  });

  it("has one metric label for any query or path", async () => {
    await open("?lang=label-sentinel");
    await fetch(`${system.url}/status/assets/label-sentinel/status.svg`);
    await fetch(`${system.url}/status/label-sentinel`);
    const text = await (await fetch(`${system.url}/metrics`)).text();
    expect(text).toContain('route="/status"');
    expect(text).toContain('route="/status/assets/{hash}/{file}"');
    expect(text).not.toContain("label-sentinel");
  });

  it("contains no account data", async () => {
    const account = await system.account();
    const { html } = await open();
    for (const secret of [account.userId, "usr_", "ver_", "@example"]) expect(html).not.toContain(secret);
  });
});

describe("GET /status during a database outage", () => {
  it("reports that the status is unknown, and recovers afterwards", async () => {
    const name = new URL(system.database.url).pathname.slice(1);
    const admin = createPool({
      connectionString: process.env[ADMIN_URL_VARIABLE] ?? "",
      applicationName: "test",
      maxConnections: 1,
    });
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'gateway'",
      [name],
    );
    try {
      const page = await openUntil((status) => status !== 200);
      expect(page.status).toBe(503);
      expect(page.text).toContain("The status is unavailable");
      expect(page.text).not.toContain("telebirr");
      expect(page.headers.get("retry-after")).toBe("5");
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect((await openUntil((status) => status !== 200, "?lang=am")).text).toContain(
        "ሁኔታውን አሁን ማወቅ አልተቻለም",
      );
    } finally {
      await admin.query(`alter database ${name} with allow_connections true`);
      await admin.end();
    }
    await openUntil((status) => status === 200);
  });

  it("reveals nothing of an unexpected error", async () => {
    await system.sql("alter table bank_incidents rename to moved");
    const page = await openUntil((status) => status !== 200);
    await system.sql("alter table moved rename to bank_incidents");
    expect(page.status).toBe(500);
    expect(page.text).toContain("Something failed on our side");
    expect(page.html).not.toMatch(/bank_incidents|relation|postgres/i);
  });
});
