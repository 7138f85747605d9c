import { Writable } from "node:stream";
import type { BankCode } from "@receipts/contracts";
import { createLog } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { appendToSuiteLog } from "@receipts/testing/suite-log";
import { openPage, pathOf, shown } from "../checkout-page-client.ts";
import { freshKey, openShop, type Shop } from "../shop.ts";
import { openSystem, type System } from "../system.ts";

const lines: string[] = [];
const destination = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    appendToSuiteLog(String(chunk));
    done();
  },
});
const log = createLog({ service: "test", level: "debug", destination });

let system: System;
let shop: Shop;
beforeAll(async () => {
  system = await openSystem({
    log,
    verifiers: ["telebirr", "cbe", "boa", "cbebirr"],
    env: { BANK_ATTEMPTS: "1", CHECKOUT_RECEIPTS_PER_MINUTE: "100" },
  });
});
afterAll(() => system.stop());
beforeEach(async () => {
  shop = await openShop(system);
});

const sql = (text: string, values: unknown[] = []) => system.database.pool.query(text, values);
const expire = (id: string, interval = "1 minute") =>
  sql("update deposits set expires_at = now_ms() - $2::interval where id = $1", [id, interval]);
const cancel = (id: string) =>
  shop.call("post", `/v1/deposits/${id}/cancel`).set("idempotency-key", freshKey()).expect(200);
const account = (bank: BankCode, number: string) => system.saveBankAccount(shop.account, bank, number);

describe("the page of a new deposit", () => {
  it("shows what to pay, to whom, where and until when, in English", async () => {
    await sql("insert into businesses (id, user_id, name) values ($1, $2, 'Selam & Sons')", [
      `biz_${shop.account.userId}`,
      shop.account.userId,
    ]);
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
    expect(page.html).not.toContain("<b>chairs");
  });

  it("is in Amharic where the browser likes it best, or where it was chosen; every link goes on with the choice", async () => {
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

  it("shows the logo that the merchant has, and none that weighs more than a page may", async () => {
    const { path, show } = openPage(system, await shop.deposit());
    const logo = () => fetch(`${system.url}${path}/logo`);
    expect((await show()).html).not.toContain("<img");
    expect((await logo()).status).toBe(404);
    const put = (size: number) =>
      sql(
        `insert into logos (user_id, content_type, bytes, content_hash) values ($1, 'image/png', $2, $3)
         on conflict (user_id) do update set bytes = excluded.bytes`,
        [shop.account.userId, Buffer.alloc(size, 7), Buffer.alloc(32, 1)],
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

describe("a receipt that is sent", () => {
  it("is waited for, and the page says that it is paid and leads back to the shop", async () => {
    const page = openPage(system, await shop.deposit({ returnUrl: "https://shop.example/done" }));
    const paid = await page.send({ receipt: await shop.pay() });
    expect(paid.status).toBe(200);
    expect(paid.text).toContain("Payment confirmed");
    expect(paid.text).toContain("Your payment of ETB 1,250.00 has arrived");
    expect(paid.html).toContain('href="https://shop.example/done"');
    expect(paid.html).not.toMatch(/<form|data-events/);
    expect((await page.show("am")).text).toContain("ክፍያዎ ተረጋግጧል");
  });

  it("of too much is confirmed, and its payer is told how much more came", async () => {
    const page = openPage(system, await shop.deposit());
    const paid = await page.send({ receipt: await shop.pay({ amount: "1300.50" }) });
    expect(paid.text).toContain("You sent ETB 50.50 more than was asked for");
    expect((await page.show("am")).text).toContain("የላኩት ከተጠየቀው በ50.50 ብር ይበልጣል");
  });

  it.each<[string, () => Promise<string> | string, RegExp, RegExp, RegExp]>([
    [
      "receipt_not_found",
      () => "DJ57QK2MNF",
      /does not know this receipt/,
      /ባንኩ ይህን ደረሰኝ አላገኘውም.*ስልክ ቁጥር አስገብተው ከሆነም/,
      /Look at the number again, and at the account digits or the phone number if you gave any/,
    ],
    [
      "wrong_receiver",
      () => shop.pay({ receiverAccount: "0999887766" }),
      /does not show one of the seller's accounts/,
      /ከሻጩ ሂሳቦች አንዱን አያሳይም/,
      /Compare the account on your receipt/,
    ],
    [
      "amount_too_low",
      () => shop.pay({ amount: "1249.99" }),
      /less than the amount/,
      /ከሚፈለገው መጠን ያነሰ/,
      /send the whole amount in one transfer/,
    ],
    [
      "paid_before_created",
      () => shop.pay({ paidAt: new Date(Date.now() - 11 * 60_000).toISOString() }),
      /older than the order/,
      /ከትዕዛዙ በፊት/,
      /Only a payment made after the order counts/,
    ],
    [
      "bank_unavailable",
      () => "DJ57QK2MDN",
      /cannot be asked at the moment/,
      /መጠየቅ አልተቻለም.*ችግሩ ከቀጠለ ሻጩን ያነጋግሩ/,
      /need not pay again.*If it goes on, contact the seller/,
    ],
    [
      "receipt_already_used",
      async () => {
        const sms = await shop.pay();
        await shop.submitAndSettle((await shop.deposit()).id, sms);
        return sms;
      },
      /has been used before/,
      /ጥቅም ላይ ውሏል/,
      /Paste the receipt of the payment for this order/,
    ],
  ])(
    "and does not fit (%s) has its reason and a way on, in both languages",
    async (reason, receipt, english, amharic, todo) => {
      const deposit = await shop.deposit();
      const page = openPage(system, deposit);
      const answer = await page.send({ receipt: await receipt() });
      expect((await shop.read(deposit.id)).lastError).toBe(reason);
      expect(answer.text).toMatch(english);
      expect(answer.text).toMatch(todo);
      expect(answer.text).toContain("9 of 10 attempts left");
      expect(answer.html).toContain("<textarea");
      const translated = await page.show("am");
      expect(translated.text).toMatch(amharic);
      expect(translated.text).toContain("ከ10 ሙከራዎች 9 ቀርተዋል");
    },
  );

  it("for the last time has no form any more, and does not let the payer pay again", async () => {
    const deposit = await shop.deposit();
    const page = openPage(system, deposit);
    await sql("update deposits set tries = 9 where id = $1", [deposit.id]);
    const answer = await page.send({ receipt: "DJ57QK2MNF" });
    expect(answer.text).toContain("No attempts left");
    expect(answer.text).toContain("send your receipt to the seller");
    expect(answer.text).toContain("The bank does not know this receipt");
    expect(answer.html).not.toMatch(/<form|class="accounts"/);
    expect((await page.show("am")).text).toContain("የቀረ ሙከራ የለም");
    expect((await page.send({ receipt: await shop.pay() })).text).toContain("No attempts left");
  });

  it("for the last time, of which the bank said nothing, is not said not to fit", async () => {
    const deposit = await shop.deposit();
    await sql("update deposits set tries = 10, last_error = 'bank_unavailable' where id = $1", [deposit.id]);
    const page = openPage(system, deposit);
    const english = await page.show();
    expect(english.text).toContain("the bank could not be asked about the last receipt");
    expect(english.text).not.toContain("none of the receipts fits");
    expect((await page.show("am")).text).toContain("ስለ መጨረሻው ደረሰኝ ባንኩን መጠየቅ አልተቻለም");
  });

  it.each([
    ["", "Paste your receipt into the field first", "ደረሰኝ አልገባም"],
    ["good <i>morning</i>", "We found no receipt in this", "በላኩት ውስጥ ደረሰኝ አላገኘንም"],
    ["no number ".repeat(250), "We found no receipt in this", "በላኩት ውስጥ ደረሰኝ አላገኘንም"],
  ])(
    "and cannot be tried uses up no attempt, and comes back as it was typed: %j",
    async (receipt, english, amharic) => {
      const deposit = await shop.deposit();
      const page = openPage(system, deposit);
      const answer = await page.send({ receipt });
      expect(answer.status).toBe(422);
      expect(answer.text).toContain(english);
      expect(answer.html).toMatch(/<title>Not done: /);
      expect(answer.html).toContain('aria-invalid="true"');
      expect(answer.text).toContain(receipt);
      expect(answer.html).not.toContain("<i>");
      expect((await page.send({ receipt }, { language: "am" })).text).toContain(amharic);
      expect((await shop.read(deposit.id)).attemptsLeft).toBe(10);
    },
  );

  it("of a bank that is not offered is told apart", async () => {
    const { smsText } = await system.pay({
      bank: "dashen",
      amount: "1250.00",
      receiverAccount: "5000123456011",
      receiverName: "Somebody",
    });
    const page = openPage(system, await shop.deposit());
    expect((await page.send({ receipt: smsText })).text).toContain("This receipt is of another bank");
    expect((await page.send({ receipt: smsText }, { language: "am" })).text).toContain("የሌላ ባንክ");
  });

  it("of CBE by its bare reference needs nothing more: the shop's own account opens it", async () => {
    await account("cbe", "1000412270936");
    const deposit = await shop.deposit({ banks: ["cbe"] });
    const { referenceNumber } = await system.pay({
      bank: "cbe",
      amount: "1250.00",
      receiverAccount: "1000412270936",
      receiverName: "Test Merchant",
    });
    expect((await openPage(system, deposit).send({ receipt: referenceNumber })).text).toContain(
      "Payment confirmed",
    );
  });

  it("that lacks the payer's digits or phone is asked for them, and them alone", async () => {
    await account("boa", "104273658");
    await account("cbebirr", "0911000111");
    const page = openPage(system, await shop.deposit({ banks: ["boa"] }));
    expect((await page.show()).html).not.toContain('name="suffix"');
    const { referenceNumber, suffix } = await system.pay({
      bank: "boa",
      amount: "1250.00",
      receiverAccount: "104273658",
      receiverName: "Test Merchant",
    });
    const asked = await page.send({ receipt: referenceNumber });
    expect([asked.status, asked.html.includes('name="phone"')]).toEqual([422, false]);
    expect(asked.text).toContain("Last digits of the account you paid from");
    expect((await page.send({ receipt: referenceNumber }, { language: "am" })).text).toContain(
      "የከፈሉበት ሂሳብ የመጨረሻ አሃዞች",
    );
    const tried = await page.send({ receipt: referenceNumber, suffix: suffix ?? "" });
    // The bank was asked. Its receipts hide more of the receiver's number than confirms a deposit.
    expect([tried.status, tried.text.includes("9 of 10 attempts left")]).toEqual([200, true]);
    const wallet = openPage(system, await shop.deposit({ banks: ["cbebirr"] }));
    const phoneAsked = await wallet.send({ receipt: "DJ57QK2M41" });
    expect(phoneAsked.html).toContain('name="phone"');
    expect(phoneAsked.html).not.toContain('name="suffix"');
  });

  it("is on trial while the bank thinks: no form, and the page follows it", async () => {
    const deposit = await shop.deposit();
    const page = openPage(system, deposit);
    system.bus.setAvailable(false);
    const answer = await page.send({ receipt: await shop.pay(), live: "yes" });
    expect(answer.text).toContain("We are checking your payment");
    expect(answer.text).toContain("Check again");
    expect(answer.html).toContain(`data-events="${page.path}/events"`);
    expect(answer.html).not.toMatch(/<form|class="accounts"/);
    expect((await page.show("am")).text).toContain("ክፍያዎን እያረጋገጥን ነው");
    const second = await page.send({ receipt: "DJ57QK2M41", live: "yes" });
    expect(second.status).toBe(422);
    expect(second.text).toContain("We are checking your payment");
    expect(second.text).toContain("Another receipt is being checked");
    expect(second.text).toContain("Send it again afterwards");
    expect(second.html).toMatch(/<textarea[^>]*>\nDJ57QK2M41<\/textarea>/);
    expect((await page.send({ receipt: "DJ57QK2M41" }, { language: "am" })).text).toContain(
      "ሌላ ደረሰኝ እየተረጋገጠ ነው",
    );
    expect((await shop.read(deposit.id)).attemptsLeft).toBe(9);
    system.bus.setAvailable(true);
    await until(async () => (await page.show()).text.includes("Payment confirmed"), { timeoutMs: 20_000 });
  });
});

describe("the page of a deposit that has ended", () => {
  it("without its payment says not to pay, and takes the receipt of whoever has", async () => {
    const deposit = await shop.deposit({ cancelUrl: "https://shop.example/cart" });
    const page = openPage(system, deposit);
    await expire(deposit.id);
    const over = await page.show();
    expect(over.text).toContain("The time to pay is over");
    expect(over.text).toContain("Do not send money for this order any more");
    expect(over.text).toContain("Have you paid already?");
    expect(over.html).toContain('href="https://shop.example/cart"');
    expect(over.text).not.toContain(deposit.paymentOptions[0]?.accountNumber);
    expect((await page.show("am")).text).toContain("የመክፈያው ጊዜ አልፏል");
    const unfit = await page.send({ receipt: "DJ57QK2MNF" });
    expect(unfit.text).toContain("The bank does not know this receipt Do not pay again.");
    const late = await page.send({ receipt: await shop.pay() });
    expect(late.text).toContain("Your payment came after the time was over");
    expect(late.text).toContain("We have recorded ETB 1,250.00 and told the seller");
    expect(late.html).not.toContain("<form");
    expect((await page.show("am")).text).toContain("1,250.00 ብር መድረሱን መዝግበን");
  });

  it("a week ago takes nothing any more", async () => {
    const deposit = await shop.deposit();
    await expire(deposit.id, "7 days 1 second");
    const page = await openPage(system, deposit).show();
    expect(page.text).toContain("If you have paid already, send your receipt to the seller.");
    expect(page.html).not.toContain("<form");
  });

  it("by the shop says so, and what to do with money that was sent", async () => {
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

describe("the page of a merchant who is disabled", () => {
  const disable = () => sql("update users set disabled_at = now() where id = $1", [shop.account.userId]);
  const enable = () => sql("update users set disabled_at = null where id = $1", [shop.account.userId]);

  it("shows nowhere to pay to, takes no receipt, and says what to do, in both languages", async () => {
    const [open, over] = [await shop.deposit(), await shop.deposit()];
    await expire(over.id);
    const sms = await shop.pay();
    await disable();
    for (const deposit of [open, over]) {
      const page = openPage(system, deposit);
      for (const { text, html } of [await page.show(), await page.send({ receipt: sms })]) {
        expect(text).toContain("Do not pay here");
        expect(text).toContain("If you have paid already, contact the seller");
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

  it("that is open is told", async () => {
    const answer = await fetch(`${system.url}${pathOf(await shop.deposit())}/events`);
    const heard = answer.text();
    await disable();
    expect(await heard).toMatch(/data: 1-suspended\n\nevent: end/);
  });

  it("still says that a payment is confirmed", async () => {
    const deposit = await shop.deposit();
    await shop.submitAndSettle(deposit.id, await shop.pay());
    await disable();
    expect((await openPage(system, deposit).show()).text).toContain("Payment confirmed");
  });
});

describe("the way back to the shop", () => {
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
    "of a deposit that is %s leads to /%s, and to /%s where that is all there is",
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

describe("the live status", () => {
  const events = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${system.url}${path}/events`, { headers });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = "";
    return {
      answer,
      heard: () => heard,
      hears: async (text: string) => {
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

  it("tells each change, and ends with the deposit; it says nothing else of it", async () => {
    const deposit = await shop.deposit();
    const page = openPage(system, deposit);
    const stream = await events(page.path);
    expect(stream.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    await stream.hears("data: 1-awaiting_payment");
    await page.send({ receipt: await shop.pay(), live: "yes" });
    await stream.hears("-confirmed");
    expect(await stream.ended()).toMatch(/event: end\ndata: \n\n$/);
    for (const line of stream.heard().split("\n")) {
      expect(line).toMatch(/^(?:event: (?:revision|end)|data: (?:\d+-[a-z_]+)?|)$/);
    }
    expect(await (await events(page.path)).ended()).toMatch(/-confirmed\n\nevent: end/);
  });

  it("tells that the time is over, whether or not anybody has noted it", async () => {
    const deposit = await shop.deposit();
    const stream = await events(pathOf(deposit));
    await stream.hears("awaiting_payment");
    await expire(deposit.id);
    expect(await stream.ended()).toContain("-expired");
  });

  it("is open eight times for one deposit at most, and again when one has gone", async () => {
    const path = pathOf(await shop.deposit());
    const open = await Promise.all(Array.from({ length: 8 }, () => events(path)));
    for (const stream of open) await stream.hears("awaiting_payment");
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

describe("what protects the page", () => {
  it("runs nothing inline, loads nothing foreign, is framed, indexed and kept by nobody, and tells its address to no other site", async () => {
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
    // Nor does the way to the shop, whatever a browser makes of the header.
    const waysBack = pages[0]?.html.match(/<a [^>]*href="https:[^>]*>/g) ?? [];
    expect(waysBack).toHaveLength(1);
    for (const link of waysBack) expect(link).toContain('rel="noreferrer"');
    for (const { headers, html } of pages) {
      const csp = headers.get("content-security-policy") ?? "";
      expect(csp).toContain("default-src 'none'");
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).toContain("form-action 'self'");
      expect(csp).not.toMatch(/unsafe|\*|https?:|data:/);
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("set-cookie")).toBeNull();
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
      const loaded = [...html.matchAll(/<(?:script|link|img)[^>]*?(?:src|href)="([^"]+)"/g)].map(
        ([, url]) => url,
      );
      expect(loaded.length).toBeGreaterThanOrEqual(3);
      for (const url of loaded) expect(url).toMatch(/^\/checkout\//);
    }
  });

  it("weighs less than 60 KiB with all that belongs to it, and can be read after one round trip", async () => {
    for (const bank of ["cbe", "boa", "dashen", "awash"] as const)
      await system.saveBankAccount(shop.account, bank);
    const { show } = openPage(system, await shop.deposit());
    const { html } = await show("am");
    const parts = await Promise.all(
      [...html.matchAll(/(?:src|href)="(\/checkout\/assets\/[^"]+)"/g)].map(async ([, url]) => {
        const answer = await fetch(`${system.url}${url}`);
        expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        return (await answer.arrayBuffer()).byteLength;
      }),
    );
    expect(parts).toHaveLength(3);
    // The first ten segments of a connection carry 14 KB; headers and TLS want some of it.
    const page = Buffer.byteLength(html);
    expect(page).toBeLessThan(12 * 1024);
    expect(page + 32 * 1024 + parts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(60 * 1024);
  });

  it.each([
    [{ origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    [{ origin: "null", "sec-fetch-site": "cross-site" }],
    [{ origin: "null", "sec-fetch-site": "same-site" }],
    [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
    [{ origin: "null", "sec-fetch-site": "" }],
  ])("refuses a form that a foreign page posts: %j", async (headers) => {
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

  it("takes the form from its own address, whatever it is called outside", async () => {
    const page = openPage(system, await shop.deposit());
    for (const origin of ["https://pay.example.test", system.url]) {
      expect((await page.send({ receipt: "nothing" }, { headers: { origin } })).status).toBe(422);
    }
    expect((await page.send({ receipt: "nothing" }, { headers: { origin: "null" } })).status).toBe(422);
  });

  /** Safari before 16.4, old WebViews, and every browser over plain http. */
  it("takes the form of a browser without Fetch Metadata by its origin, and refuses a foreign one", async () => {
    const { path } = openPage(system, await shop.deposit());
    const post = async (origin: string) => {
      const body = new URLSearchParams({ receipt: "nothing" });
      return (await fetch(`${system.url}${path}/receipts`, { method: "POST", headers: { origin }, body }))
        .status;
    };
    expect(await Promise.all([system.url, "https://pay.example.test"].map(post))).toEqual([422, 422]);
    expect(await Promise.all(["https://evil.example", "null"].map(post))).toEqual([403, 403]);
  });

  it.each([
    ["a guessed token", () => `/checkout/${"A".repeat(32)}`],
    ["a cut one", (path: string) => path.slice(0, -1)],
    ["a longer one", (path: string) => `${path}x`],
    ["another case", (path: string) => path.toUpperCase().replace("/CHECKOUT", "/checkout")],
    ["a broken one", () => "/checkout/%E0%A4%A"],
    ["a statement", () => "/checkout/'%20or%201=1--"],
    ["a path behind it", (path: string) => `${path}/edit`],
    ["none", () => "/checkout/"],
  ])("answers %s with the same page and nothing of a deposit", async (_name, pathFrom) => {
    const path = pathFrom(pathOf(await shop.deposit()));
    const page = await shown(await fetch(`${system.url}${path}`));
    expect([page.status, page.text.includes("There is no such payment")]).toEqual([404, true]);
    expect(page.text).not.toContain("1,250.00");
    const translated = await shown(await fetch(`${system.url}${path}?lang=am`));
    expect(translated.text).toContain("እንዲህ ያለ ክፍያ የለም");
  });

  it("answers a method that there is not with 405, and a form that is none with its own page", async () => {
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
    expect([latin.status, (await shown(latin)).text.includes("We cannot use what was sent")]).toEqual([
      415,
      true,
    ]);
    const back = await fetch(`${system.url}${path}/receipts`, { redirect: "manual" });
    expect([back.status, back.headers.get("location")]).toEqual([303, path]);
    expect((await fetch(`${system.url}${path}`, { method: "HEAD" })).status).toBe(200);
  });

  /** Refused when a deposit is made; if one came in by another way, it must still not be one click away. */
  it.each(["javascript:alert(1)", "data:text/html,x", "JaVaScRiPt:alert(1)", "/checkout", "x"])(
    "shows no way back that is none: %s",
    async (url) => {
      const deposit = await shop.deposit();
      for (const field of ["returnUrl", "cancelUrl"]) await shop.create({ [field]: url }).expect(400);
      await sql("update deposits set return_url = $2, cancel_url = $2 where id = $1", [deposit.id, url]);
      const page = openPage(system, deposit);
      expect((await page.show()).html.toLowerCase()).not.toMatch(/href="(?:javascript|data|x")/);
      expect((await page.show()).html).not.toContain("Go back without paying");
      expect((await page.send({ receipt: await shop.pay() })).html).not.toContain("Return to");
    },
  );

  it("goes no further than a deposit of an account that is gone", async () => {
    const page = openPage(system, await shop.deposit());
    await sql("update users set erased_at = now(), disabled_at = now() where id = $1", [shop.account.userId]);
    expect((await page.show()).status).toBe(404);
  });

  /** The address opens the page: whoever reads our logs must not be able to. */
  it("leaves no token, key, receipt or name in pages that are not theirs, nor in any log line or metric", async () => {
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
      expect(shownPages[4]?.html).not.toContain(canary);
    }
    const metrics = await (await fetch(`${system.url}/metrics`)).text();
    const told = `${lines.join("\n")}\n${metrics}`;
    expect(told).toContain("/checkout/{token}/receipts");
    for (const canary of [
      pathOf(mine).slice(-32),
      pathOf(other).slice(-32),
      "Canary",
      "canary typed",
      receipt?.referenceNumber ?? "?",
    ]) {
      expect(told).not.toContain(canary);
    }
  });
});
