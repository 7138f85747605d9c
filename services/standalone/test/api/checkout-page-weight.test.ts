import http from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { supportedBankCodes } from "@receipts/contracts";
import { openPage, pathOf } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: [] });
beforeAll(async () => {
  shop = await openShop(system);
  for (const bank of supportedBankCodes) await system.saveBankAccount(shop.account, bank);
});

interface Answer {
  readonly headers: http.IncomingHttpHeaders;
  readonly headerBytes: number;
  readonly body: Buffer;
}

/** Returns the response as it was transferred: fetch would decompress it. */
async function get(path: string, encoding: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  http
    .get(`${system.url}${path}`, { headers: { "accept-encoding": encoding } }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({
          headers: response.headers,
          headerBytes: Buffer.byteLength(response.rawHeaders.join("    ")),
          body: Buffer.concat(parts),
        }),
      );
    })
    .on("error", reject);
  return await promise;
}

describe("the data that a payer's phone loads", () => {
  it.each(["en", "am"])("is less than 60 KiB for the whole page, uncompressed, in %s", async (lang) => {
    const { html } = await openPage(system, await shop.deposit()).show(lang);
    const parts = await Promise.all(
      [...html.matchAll(/(?:src|href)="(\/checkout\/assets\/[^"]+)"/g)].map(async ([, url]) => {
        const response = await fetch(`${system.url}${url}`);
        expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        return (await response.arrayBuffer()).byteLength;
      }),
    );
    expect(parts).toHaveLength(2);
    const logo = 32 * 1024;
    expect(Buffer.byteLength(html) + logo + parts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(
      60 * 1024,
    );
  });

  /**
   * The first ten segments of a connection carry 14 KiB, headers included; later ones wait for the phone's
   * acknowledgement.
   */
  it.each(["en", "am"].flatMap((lang) => ["any", "cbe"].map((from) => [lang, from] as const)))(
    "arrives in one round trip, with its style, and costs 10 KB at most: %s, from %s",
    async (lang, from) => {
      const deposit = await shop.deposit({
        description: "ከ".repeat(200),
        reference: "x".repeat(64),
        returnUrl: `https://shop.example/${"r".repeat(2_000)}`,
      });
      const path = `${pathOf(deposit)}?lang=${lang}&from=${from}`;
      const { headers, headerBytes, body } = await get(path, "gzip, deflate, br");
      expect([headers["content-encoding"], headers.vary]).toEqual(["br", "Accept-Encoding"]);
      expect(headerBytes + body.byteLength).toBeLessThanOrEqual(14 * 1024);
      expect(body.byteLength).toBeLessThanOrEqual(10 * 1024);
      const html = brotliDecompressSync(body).toString();
      expect(html).toContain("<style>");
      expect(html).not.toMatch(/rel="stylesheet"|@import|url\(/);
      expect(html).toMatch(/<script type="module" src="[^"]+"><\/script>/);
    },
  );

  it("is sent uncompressed to clients that cannot decompress it", async () => {
    const path = pathOf(await shop.deposit());
    for (const encoding of ["identity", "deflate", "gzip;q=0, br;q=0"]) {
      const { headers, body } = await get(path, encoding);
      expect(headers["content-encoding"]).toBeUndefined();
      expect(body.toString()).toContain("<!doctype html>");
    }
  });

  it("is compressed for error pages and the script too", async () => {
    const missing = await get(`/checkout/${"A".repeat(32)}`, "gzip");
    expect(gunzipSync(missing.body).toString()).toContain("Payment not found");
    const { html } = await openPage(system, await shop.deposit()).show();
    const script = await get(/src="([^"]+)"/.exec(html)?.[1] ?? "", "gzip");
    expect(script.headers["content-encoding"]).toBe("gzip");
    expect(script.body.byteLength).toBeLessThan(4 * 1024);
    expect(gunzipSync(script.body).toString()).toContain("EventSource");
  });
});
