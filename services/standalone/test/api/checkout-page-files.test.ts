import http from "node:http";
import { until } from "@receipts/testing";
import { openPage, pathOf } from "../checkout-page-client.ts";
import { onePixelPng } from "../pictures.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: [], env: { CHECKOUT_RECEIPTS_PER_MINUTE: "6", TRUSTED_PROXIES: "127.0.0.0/8" } });
beforeEach(async () => {
  shop = await openShop(system);
});

const languages = ["en", "am"] as const;

/** Each leaves the form as it is, and names the way out. */
describe("a payer's file that is not read", () => {
  it.each<[string, number, RegExp, RegExp, () => Promise<Awaited<ReturnType<typeof refused>>>]>([
    [
      "sent by a foreign page",
      403,
      /was not sent from our page/,
      /ከገጻችን የተላከ አይደለም/,
      async () => refused(onePixelPng, { origin: "https://evil.example" }),
    ],
    [
      "too large",
      413,
      /too large.*type the transaction number/,
      /በጣም ትልቅ ነው/,
      async () => refused(Buffer.alloc(8 * 1024 * 1024 + 1)),
    ],
    ["empty", 422, /Could not send the file/, /መላክ አልተቻለም/, async () => refused(Buffer.alloc(0))],
    [
      "not sent as a form",
      415,
      /We cannot open this file/,
      /ይህን ፋይል መክፈት አልቻልንም/,
      async () => refused(onePixelPng, { "content-type": "image/png" }),
    ],
  ])("because it is %s, is explained in both languages", async (_what, status, english, amharic, send) => {
    const answers = await send();
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expect(answers[0]?.body.message).toMatch(english);
    expect(answers[1]?.body.message).toMatch(amharic);
  });

  async function refused(file: Uint8Array, headers: Record<string, string> = {}) {
    const { readFile } = openPage(system, await shop.deposit());
    return await Promise.all(languages.map((language) => readFile(file, { language, headers })));
  }

  it("because the deposit takes no receipt, is explained in both languages", async () => {
    const verifying = await shop.deposit();
    await system.sql("update deposits set status = 'verifying', tries = 1 where id = $1", verifying.id);
    const used = await shop.deposit();
    await system.sql("update deposits set tries = 10 where id = $1", used.id);
    const canceled = await shop.deposit();
    await shop.cancel(canceled.id).send({}).expect(200);
    for (const deposit of [verifying, used, canceled]) {
      const { readFile } = openPage(system, deposit);
      const [english, amharic] = [
        await readFile(onePixelPng),
        await readFile(onePixelPng, { language: "am" }),
      ];
      expect([english.status, amharic.status]).toEqual([409, 409]);
      expect(english.body.message).toContain("takes no receipt now");
      expect(amharic.body.message).toContain("ደረሰኝ መላክ አይቻልም");
    }
  });

  it("because the link opens no payment, reveals nothing", async () => {
    const { readFile } = openPage(system, {
      checkoutUrl: `https://pay.example.test/checkout/${"A".repeat(32)}`,
    });
    const { status, body, headers } = await readFile(onePixelPng);
    expect([status, Object.keys(body)]).toEqual([404, ["message"]]);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("because there were too many, leaves the receipts of the deposit their own limit", async () => {
    const { readFile, send } = openPage(system, await shop.deposit());
    const empty = Buffer.alloc(0);
    for (let file = 0; file < 6; file += 1) expect((await readFile(empty)).status).toBe(422);
    const { status, headers, body } = await readFile(empty);
    expect([status, body.message?.includes("Too many files")]).toEqual([429, true]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await readFile(empty, { language: "am" })).body.message).toContain("ብዙ ፋይሎች ተልከዋል");
    expect((await send({ receipt: "nothing" })).status).toBe(422);
  });

  it("because four of the deposit are still arriving, leaves places to other deposits", async () => {
    const [slow, other] = [await shop.deposit(), await shop.deposit()];
    const open = Array.from({ length: 4 }, () => startSending(`${pathOf(slow)}/read-file`));
    await until(async () => (await system.metric("receipt_files_open")) === 4);
    expect((await openPage(system, slow).readFile(onePixelPng)).status).toBe(429);
    expect((await openPage(system, other).readFile(Buffer.alloc(0))).status).toBe(422);
    await leave(open);
  });

  /** A few links and slow uploads would close photos to all payers of the shop, and to its server. */
  it("because eight of its address are still arriving, leaves places to other addresses and shops, and to the shop's key", async () => {
    const deposits = await Promise.all(Array.from({ length: 8 }, () => shop.deposit()));
    const open: http.ClientRequest[] = [];
    const addresses = ["203.0.113.1", "203.0.113.2", "203.0.113.3"];
    for (const [nth, address] of addresses.entries()) {
      for (const deposit of deposits)
        open.push(startSending(`${pathOf(deposit)}/read-file`, { "x-forwarded-for": address }));
      const taken = 8 * (nth + 1);
      await until(async () => (await system.metric("receipt_files_open")) === taken);
      expect(await statusFrom(address)).toBe(429);
      if (nth < 2) expect(await statusFrom("198.51.100.1")).toBe(422);
    }
    // The payers' share of the shop is taken: another address gets the oldest place of one that has eight.
    expect(await statusFrom("198.51.100.1")).toBe(422);
    const byKey = await system
      .call("post", "/api/verify/read-file", shop.account)
      .attach("file", Buffer.alloc(0), "receipt.jpg");
    expect([byKey.status, byKey.body.error.code]).toEqual([422, "invalid_payload"]);
    expect(await statusFrom("203.0.113.1", await openShop(system))).toBe(422);
    await leave(open);
  });

  /** The status for an empty file, which takes a place as any other. */
  async function statusFrom(address: string, of = shop): Promise<number> {
    const headers = { "x-forwarded-for": address };
    return (await openPage(system, await of.deposit()).readFile(Buffer.alloc(0), { headers })).status;
  }

  async function leave(open: readonly http.ClientRequest[]): Promise<void> {
    for (const request of open) request.destroy();
    await until(async () => (await system.metric("receipt_files_open")) === 0);
  }
});

/** The first bytes of a file. */
function startSending(path: string, from: Readonly<Record<string, string>> = {}): http.ClientRequest {
  const request = http.request(`${system.url}${path}`, {
    method: "POST",
    headers: {
      origin: "https://pay.example.test",
      "content-type": "multipart/form-data; boundary=x",
      "content-length": "1000",
      ...from,
    },
  });
  request.on("error", () => undefined);
  request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="receipt"\r\n\r\n%PDF');
  return request;
}
