import http from "node:http";
import { until } from "@receipts/testing";
import { openMailbox } from "../mailbox.ts";
import { openSystem, type System, system, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

/** Requests the page with any Host header, which `fetch` does not allow. */
function load(headers: Record<string, string> = {}, on: System = system) {
  return new Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }>(
    (resolve, reject) => {
      const request = http.get(`${on.url}/dashboard/mail`, { headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
      });
      request.once("error", reject);
    },
  );
}

describe("/dashboard/mail", () => {
  it("shows development mails with their links, and escapes their markup", async () => {
    expect((await load()).text).toContain("No emails yet.");
    const email = "a&amp'x'@example.test";
    await system
      .call("post", "/api/auth/register")
      .send({ email, password: "correct horse battery", name: "Sara" })
      .expect(202);
    const { text, headers } = await until(async () => {
      const page = await load();
      return page.text.includes("No emails yet.") ? undefined : page;
    });
    expect(text).toMatch(/<a href="https:\/\/api\.example\.test\/dashboard\/confirm#token=[\w-]{43}">/);
    expect(text).toContain("To: a&amp;amp&#39;x&#39;@example.test");
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
  });

  /** A foreign page's host name may resolve to 127.0.0.1; a tunnel or proxy forwards calls of others. */
  it.each([
    ["another name", { host: "evil.example" }],
    ["another name that begins like ours", { host: "localhost.evil.example:8080" }],
    ["a caller behind a proxy", { "x-forwarded-for": "203.0.113.7" }],
    ["a caller behind a proxy, in the other notation", { forwarded: "for=203.0.113.7" }],
  ])("is not found for %s", async (_what, headers) => {
    const { status, text } = await load(headers);
    expect([status, text]).toEqual([404, expect.not.stringContaining("#token=")]);
  });

  it.each(["localhost:8080", "127.0.0.1", "[::1]:8080", "api.example.test"])(
    "is found at %s",
    async (host) => {
      expect((await load({ host })).status).toBe(200);
    },
  );

  it("is not found if mails are sent", async () => {
    const mailbox = await openMailbox();
    await using sending = await openSystem({ verifiers: [], env: mailbox.env });
    expect((await load({}, sending)).status).toBe(404);
    await mailbox.close();
  });
});
