import { openPage } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({
  verifiers: [],
  env: {
    CHECKOUT_RECEIPTS_PER_MINUTE: "3",
    CHECKOUT_ADDRESS_RATE_LIMIT_PER_MINUTE: "20",
    TRUSTED_PROXIES: "127.0.0.1/32",
  },
});
beforeAll(async () => {
  shop = await openShop(system);
});

const from = (address: string) => ({ "x-forwarded-for": address });

describe("the limits of the hosted page", () => {
  it("allow a few receipts a minute per deposit, from all addresses together", async () => {
    const page = openPage(system, await shop.deposit());
    const send = (address: string) => page.send({ receipt: "nothing" }, { headers: from(address) });
    for (const address of ["10.1.0.1", "10.1.0.2", "10.1.0.3"])
      expect((await send(address)).status).toBe(422);
    const refused = await send("10.1.0.4");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.text).toContain("Too many attempts in a short time");
    expect(refused.html).toContain(`href="${page.path}"`);
    const translated = await page.send({ receipt: "nothing" }, { language: "am", headers: from("10.1.0.4") });
    expect([translated.status, translated.text.includes("በጣም ብዙ ሙከራ")]).toEqual([429, true]);
    const other = openPage(system, await shop.deposit());
    expect((await other.send({ receipt: "nothing" }, { headers: from("10.1.0.4") })).status).toBe(422);
    expect((await page.show(undefined, from("10.1.0.4"))).status).toBe(200);
  });

  it("limit each address separately", async () => {
    const page = openPage(system, await shop.deposit());
    const responses = await Promise.all(Array.from({ length: 25 }, () => page.show("am", from("10.2.0.1"))));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.text).toContain("በጣም ብዙ ሙከራ");
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(refused[0]?.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await page.show("am", from("10.2.0.2"))).status).toBe(200);
  });

  it("end open streams when a process stops, so that pages reconnect to another", async () => {
    const { path } = openPage(system, await shop.deposit());
    const stream = await fetch(`${system.url}${path}/events`, { headers: from("10.3.0.1") });
    const streamed = stream.text();
    system.gateway.startDraining();
    expect(await streamed).toMatch(/^event: revision\ndata: 1-awaiting_payment\n\nretry: 1000\n\n$/);
  });
});
