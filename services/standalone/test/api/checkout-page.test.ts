import { shownTime, usualDays } from "@receipts/web-pages";
import { openPage, pathOf } from "../checkout-page-client.ts";
import { freshKey, openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({
  verifiers: ["telebirr"],
  env: { BANK_ATTEMPTS: "1", CHECKOUT_RECEIPTS_PER_MINUTE: "100" },
});
beforeEach(async () => {
  shop = await openShop(system);
});
const expire = (id: string, interval = "1 minute") =>
  system.sql("update deposits set expires_at = now_ms() - $2::interval where id = $1", id, interval);
const cancel = (id: string) =>
  shop.call("post", `/v1/deposits/${id}/cancel`).set("idempotency-key", freshKey()).expect(200);

describe("the page of a new deposit", () => {
  it("shows amount, receiver, accounts and time left, in English", async () => {
    await system.sql(
      "insert into businesses (id, user_id, name) values ($1, $2, 'Selam & Sons')",
      `biz_${shop.account.userId}`,
      shop.account.userId,
    );
    const deposit = await shop.deposit({
      description: "Two <b>chairs</b>",
      cancelUrl: "https://shop.example/cart?a=1&b=2",
    });
    const page = await openPage(system, deposit).show();
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.html).toContain('<html lang="en">');
    expect(page.text).toContain("Selam & Sons");
    expect(page.text).toContain("Pay ETB 1,250.00");
    expect(page.text).toContain("Two <b>chairs</b> · order-1");
    expect(page.text).toContain(deposit.paymentOptions[0]?.accountNumber);
    expect(page.text).toContain("Time left: 1 hour");
    expect(page.text).toContain("10 of 10 attempts left");
    expect(page.html).toContain('href="https://shop.example/cart?a=1&amp;b=2"');
    expect(page.html).toContain("<bdi>order-1</bdi>"); // isolates the direction of its text
    expect(page.html).not.toContain("<b>chairs");
  });

  it("shows times on the merchant's calendar and clock", async () => {
    await system.sql(
      "update users set calendar = 'ethiopian', clock = 'ethiopian' where id = $1",
      shop.account.userId,
    );
    const days = { ...usualDays, calendar: "ethiopian", clock: "ethiopian" } as const;
    const [near, far] = [await shop.deposit(), await shop.deposit({ expiresInMinutes: 2_880 })];
    const untilNear = shownTime(new Date(near.expiresAt), "en", days, "clockMinute");
    expect((await openPage(system, near).show()).text).toContain(
      `Pay before ${untilNear} (Addis Ababa, Ethiopian clock)`,
    );
    const inAmharic = (await openPage(system, near).show("am")).text;
    expect(inAmharic).toMatch(/ከ(?:ሌሊት|ጠዋት|ቀን|ምሽት) \d+:\d\d በፊት ይክፈሉ \(በኢትዮጵያ ሰዓት አቆጣጠር\)/);
    const untilFar = shownTime(new Date(far.expiresAt), "am", days);
    expect((await openPage(system, far).show("am")).text).toContain(untilFar);
  });

  it("is in Amharic if the browser prefers it or the payer chose it, and links keep the choice", async () => {
    const page = openPage(system, await shop.deposit());
    const liked = await page.show(undefined, { "accept-language": "am-ET,am;q=0.9,en;q=0.8" });
    expect(liked.html).toContain('<html lang="am">');
    expect(liked.text).toContain("1,250.00 ብር ይክፈሉ");
    expect(liked.text).toContain("ቴሌብር");
    const chosen = await page.show("am");
    expect(chosen.html).toContain(`action="${page.path}/receipts?lang=am#paste"`);
    expect(chosen.headers.get("set-cookie")).toBeNull();
    expect((await page.send({ receipt: "good morning" }, { language: "am" })).text).toContain(
      "በላኩት ውስጥ ደረሰኝ አላገኘንም",
    );
  });

  it("shows the merchant's logo unless it is too large", async () => {
    const { path, show } = openPage(system, await shop.deposit());
    const logo = () => fetch(`${system.url}${path}/logo`);
    expect((await show()).html).not.toContain("<img");
    expect((await logo()).status).toBe(404);
    const put = (size: number) =>
      system.sql(
        `insert into logos (user_id, content_type, bytes, content_hash) values ($1, 'image/png', $2, $3)
         on conflict (user_id) do update set bytes = excluded.bytes`,
        shop.account.userId,
        Buffer.alloc(size, 7),
        Buffer.alloc(32, 1),
      );
    await put(32 * 1024);
    expect((await show()).html).toContain(`<img src="${path}/logo?0101`);
    const answer = await logo();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await answer.arrayBuffer()).byteLength).toBe(32 * 1024);
    await put(32 * 1024 + 1);
    expect((await show()).html).not.toContain("<img");
    expect((await logo()).status).toBe(404);
  });
});

describe("the page of a deposit that has ended", () => {
  it("says not to pay after expiry, and accepts the receipt of an earlier payment", async () => {
    const deposit = await shop.deposit({ cancelUrl: "https://shop.example/cart" });
    const page = openPage(system, deposit);
    await expire(deposit.id);
    const over = await page.show();
    expect(over.text).toContain("The time to pay has expired");
    expect(over.text).toContain("Do not send money for this order.");
    expect(over.text).toContain("Have you already paid?");
    expect(over.html).toContain('href="https://shop.example/cart"');
    expect(over.text).not.toContain(deposit.paymentOptions[0]?.accountNumber);
    expect((await page.show("am")).text).toContain("የመክፈያው ጊዜ አልፏል");
    const unfit = await page.send({ receipt: "DJ57QK2MNF" });
    expect(unfit.text).toContain("The bank did not find this receipt Do not pay again.");
    const late = await page.send({ receipt: await shop.pay() });
    expect(late.text).toContain("Your payment arrived too late");
    expect(late.text).toContain("We have recorded ETB 1,250.00 and notified the seller");
    expect(late.html).not.toContain("<form");
    expect((await page.show("am")).text).toContain("1,250.00 ብር መድረሱን መዝግበን");
  });

  it("accepts no receipt a week after expiry", async () => {
    const deposit = await shop.deposit();
    await expire(deposit.id, "7 days 1 second");
    const page = await openPage(system, deposit).show();
    expect(page.text).toContain("If you have already paid, send your receipt to the seller.");
    expect(page.html).not.toContain("<form");
  });

  it("shows a cancellation by the shop, and what to do after a payment", async () => {
    const deposit = await shop.deposit();
    const page = openPage(system, deposit);
    await cancel(deposit.id);
    const over = await page.send({ receipt: await shop.pay() });
    expect(over.text).toContain("This payment was canceled");
    expect(over.text).toContain("Do not send money for it");
    expect(over.html).not.toContain("<form");
    expect((await page.show("am")).text).toContain("ይህ ክፍያ ተሰርዟል");
  });
});

describe("the page of a disabled merchant", () => {
  const disable = () => system.sql("update users set disabled_at = now() where id = $1", shop.account.userId);
  const enable = () => system.sql("update users set disabled_at = null where id = $1", shop.account.userId);

  it("shows no account, accepts no receipt, and says what to do, in both languages", async () => {
    const [open, over] = [await shop.deposit(), await shop.deposit()];
    await expire(over.id);
    const sms = await shop.pay();
    await disable();
    for (const deposit of [open, over]) {
      const page = openPage(system, deposit);
      for (const { text, html } of [await page.show(), await page.send({ receipt: sms })]) {
        expect(text).toContain("Do not pay here");
        expect(text).toContain("If you have already paid, contact the seller");
        expect(html).not.toMatch(/<form|class="accounts"|data-events/);
        expect(text).not.toContain(deposit.paymentOptions[0]?.accountNumber);
      }
      expect((await page.show("am")).text).toContain("እዚህ አይክፈሉ");
      expect(await shop.submit(deposit.id, sms)).toEqual({ kind: "refused", refusal: "closed" });
    }
    await enable();
    expect((await shop.read(open.id)).attemptsLeft).toBe(10);
    expect((await openPage(system, open).send({ receipt: sms })).text).toContain("Payment confirmed");
  });

  it("is updated while it is open", async () => {
    const answer = await fetch(`${system.url}${pathOf(await shop.deposit())}/events`);
    const streamed = answer.text();
    await disable();
    expect(await streamed).toMatch(/data: 1-suspended\n\nevent: end/);
  });

  it("still shows a confirmed payment", async () => {
    const deposit = await shop.deposit();
    await shop.submitAndSettle(deposit.id, await shop.pay());
    await disable();
    expect((await openPage(system, deposit).show()).text).toContain("Payment confirmed");
  });
});

describe("the link to the shop", () => {
  const addresses = { returnUrl: "https://shop.example/done", cancelUrl: "https://shop.example/cart" };
  const wayOf = async (deposit: { readonly checkoutUrl: string }) =>
    (await openPage(system, deposit).show()).html.match(/href="(https:[^"]*)"/)?.[1];
  const states: Record<string, (id: string) => Promise<unknown>> = {
    waiting: async () => undefined,
    expired: (id) => expire(id),
    canceled: (id) => cancel(id),
    late: async (id) => {
      await expire(id);
      await shop.submitAndSettle(id, await shop.pay());
    },
    confirmed: async (id) => shop.submitAndSettle(id, await shop.pay()),
  };

  it.each([
    ["waiting", "cart", "done"],
    ["expired", "cart", "done"],
    ["canceled", "cart", "done"],
    ["late", "done", "done"],
    ["confirmed", "done", "done"],
  ])(
    "from a deposit that is %s leads to /%s, or to /%s if it has only that URL",
    async (state, end, only) => {
      const [both, one] = [
        await shop.deposit(addresses),
        await shop.deposit({ returnUrl: addresses.returnUrl }),
      ];
      for (const { id } of [both, one]) await states[state]?.(id);
      expect([await wayOf(both), await wayOf(one)]).toEqual([
        `https://shop.example/${end}`,
        `https://shop.example/${only}`,
      ]);
    },
  );
});
