import { until } from "@receipts/testing";
import { openPage, pathOf } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: ["telebirr"] });
beforeEach(async () => {
  shop = await openShop(system);
});
const expire = (id: string, interval = "1 minute") =>
  system.sql("update deposits set expires_at = now_ms() - $2::interval where id = $1", id, interval);

describe("the live status", () => {
  const events = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${system.url}${path}/events`, { headers });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    return {
      response,
      heard: () => heard,
      waitFor: async (text: string) => {
        while (!heard.includes(text)) {
          const chunk = await reader?.read();
          if (chunk === undefined || chunk.done) throw new Error(`ended with ${heard}`);
          heard += chunk.value;
        }
      },
      ended: async () => {
        for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read())
          heard += chunk.value;
        return heard;
      },
      close: () => reader?.cancel(),
    };
  };

  it("sends each change and nothing else, and ends with the deposit", async () => {
    const deposit = await shop.deposit();
    const page = openPage(system, deposit);
    const stream = await events(page.path);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await stream.waitFor("data: 1-awaiting_payment");
    await page.send({ receipt: await shop.pay(), live: "yes" });
    await stream.waitFor("-confirmed");
    expect(await stream.ended()).toMatch(/event: end\ndata: \n\n$/);
    for (const line of stream.heard().split("\n")) {
      expect(line).toMatch(/^(?:event: (?:revision|end)|data: (?:\d+-[a-z_]+)?|)$/);
    }
    expect(await (await events(page.path)).ended()).toMatch(/-confirmed\n\nevent: end/);
  });

  it("sends the expiry, even before the sweep records it", async () => {
    const deposit = await shop.deposit();
    const stream = await events(pathOf(deposit));
    await stream.waitFor("awaiting_payment");
    await expire(deposit.id);
    expect(await stream.ended()).toContain("-expired");
  });

  it("allows eight streams per deposit, and another one when one has ended", async () => {
    const path = pathOf(await shop.deposit());
    const open = await Promise.all(Array.from({ length: 8 }, () => events(path)));
    for (const stream of open) await stream.waitFor("awaiting_payment");
    const refused = await fetch(`${system.url}${path}/events`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "15"]);
    await open[0]?.close();
    await until(async () => {
      const again = await fetch(`${system.url}${path}/events`);
      await again.body?.cancel();
      return again.status === 200;
    });
    for (const stream of open) await stream.close();
  });
});
