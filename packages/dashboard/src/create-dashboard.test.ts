import { bankTitle } from "@receipts/contracts";
import express from "express";
import supertest from "supertest";
import { createDashboard } from "./create-dashboard.ts";

const { page, asset } = createDashboard({
  isLive: () => true,
  cookieName: "svc_session",
  bankName: (bank) => bankTitle(bank),
});
const app = express()
  .get("/dashboard/assets/:hash/*file", asset)
  .get(["/dashboard", "/dashboard/*path"], page);
const get = (path: string) => supertest(app).get(path);

describe("the document", () => {
  it("is small, uncached, and shows an address as text", async () => {
    const { text, headers } = await get("/dashboard/requests/ver_1?x=%3Cscript%3E").expect(200);
    expect(text).not.toMatch(/<script>/i);
    expect(headers["cache-control"]).toBe("no-store");
    expect(Number(headers["content-length"])).toBeLessThan(8 * 1024);
  });

  it("runs and loads only files of its own origin", async () => {
    const { headers, text } = await get("/dashboard");
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("img-src 'self' blob:;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    for (const [, address = ""] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
      expect(address).toMatch(/^\/dashboard(?:\/|\?)/);
    }
  });

  it("names its scripts, which are cached for a year", async () => {
    const { text } = await get("/dashboard");
    const addresses = [...text.matchAll(/(?:modulepreload" href|module" src)="([^"]*)"/g)].map(
      ([, address = ""]) => address,
    );
    expect(addresses.map((address) => address.replace(/.*\//, ""))).toEqual(["main.js"]);
    for (const address of addresses) {
      const { headers } = await get(address).expect(200);
      expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
      expect(headers["cache-control"]).toContain("immutable");
    }
  });

  it.each([
    [undefined, "none"],
    ["other=1", "none"],
    ["other=1; svc_session=x", "asked"],
  ])("tells its script whether there is a session cookie: %j", async (cookie, session) => {
    const { text } = await get("/dashboard").set(cookie === undefined ? {} : { cookie });
    expect(text).toContain(`data-session="${session}"`);
  });

  it("is in the reader's language", async () => {
    const { text } = await get("/dashboard").set("accept-language", "am-ET");
    expect(text).toContain('<html lang="am">');
  });
});
