import type { BankCode } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { openPage } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({
  verifiers: ["telebirr", "cbe", "boa", "cbebirr"],
  env: { BANK_ATTEMPTS: "1", CHECKOUT_RECEIPTS_PER_MINUTE: "100" },
});
beforeEach(async () => {
  shop = await openShop(system);
});
const account = (bank: BankCode, number: string) => system.saveBankAccount(shop.account, bank, number);

describe("a submitted receipt", () => {
  it("is awaited, and the page shows the payment and a link to the shop", async () => {
    const page = openPage(system, await shop.deposit({ returnUrl: "https://shop.example/done" }));
    const paid = await page.send({ receipt: await shop.pay() });
    expect(paid.status).toBe(200);
    expect(paid.text).toContain("Payment confirmed");
    expect(paid.text).toContain("Your payment of ETB 1,250.00 has arrived");
    expect(paid.html).toContain('href="https://shop.example/done"');
    expect(paid.html).not.toMatch(/<form|data-events/);
    expect((await page.show("am")).text).toContain("ክፍያዎ ተረጋግጧል");
  });

  it("for a higher amount is confirmed, and the page shows the difference", async () => {
    const page = openPage(system, await shop.deposit());
    const paid = await page.send({ receipt: await shop.pay({ amount: "1300.50" }) });
    expect(paid.text).toContain("You sent ETB 50.50 more than requested");
    expect((await page.show("am")).text).toContain("የላኩት ከተጠየቀው በ50.50 ብር ይበልጣል");
  });

  it.each<[string, () => Promise<string> | string, RegExp, RegExp, RegExp]>([
    [
      "receipt_not_found",
      () => "DJ57QK2MNF",
      /did not find this receipt/,
      /ባንኩ ይህን ደረሰኝ አላገኘውም.*ስልክ ቁጥር አስገብተው ከሆነም/,
      /Check the number, and the account digits or phone number if you entered any/,
    ],
    [
      "wrong_receiver",
      () => shop.pay({ receiverAccount: "0999887766" }),
      /not one of the seller's accounts/,
      /ከሻጩ ሒሳቦች አንዱን አያሳይም/,
      /Compare the account on your receipt/,
    ],
    [
      "amount_too_low",
      () => shop.pay({ amount: "1249.99" }),
      /less than the amount/,
      /ከሚፈለገው መጠን ያነሰ/,
      /send the full amount in one transfer/,
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
      /We cannot reach the bank/,
      /መጠየቅ አልተቻለም.*ችግሩ ከቀጠለ ሻጩን ያነጋግሩ/,
      /Do not pay again.*If this continues, contact the seller/,
    ],
    [
      "receipt_already_used",
      async () => {
        const sms = await shop.pay();
        await shop.submitAndSettle((await shop.deposit()).id, sms);
        return sms;
      },
      /was already used/,
      /ጥቅም ላይ ውሏል/,
      /Paste the receipt of the payment for this order/,
    ],
  ])(
    "that is rejected (%s) shows the reason and the next step, in both languages",
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

  it("after the last attempt shows no form, and does not ask to pay again", async () => {
    const deposit = await shop.deposit();
    const page = openPage(system, deposit);
    await system.sql("update deposits set tries = 9 where id = $1", deposit.id);
    const answer = await page.send({ receipt: "DJ57QK2MNF" });
    expect(answer.text).toContain("No attempts left");
    expect(answer.text).toContain("send your receipt to the seller");
    expect(answer.text).toContain("The bank did not find this receipt");
    expect(answer.html).not.toMatch(/<form|class="accounts"/);
    expect((await page.show("am")).text).toContain("የቀረ ሙከራ የለም");
    expect((await page.send({ receipt: await shop.pay() })).text).toContain("No attempts left");
  });

  it("without a verdict on the last attempt is not reported as rejected", async () => {
    const deposit = await shop.deposit();
    await system.sql(
      "update deposits set tries = 10, last_error = 'bank_unavailable' where id = $1",
      deposit.id,
    );
    const page = openPage(system, deposit);
    const english = await page.show();
    expect(english.text).toContain("we could not reach the bank for the last receipt");
    expect(english.text).not.toContain("none of the receipts fits");
    expect((await page.show("am")).text).toContain("ስለ መጨረሻው ደረሰኝ ባንኩን መጠየቅ አልተቻለም");
  });

  it.each([
    ["", "Paste your receipt into the field first", "ደረሰኝ አላስገቡም"],
    ["good <i>morning</i>", "We found no receipt in your text", "በላኩት ውስጥ ደረሰኝ አላገኘንም"],
    ["no number ".repeat(250), "We found no receipt in your text", "በላኩት ውስጥ ደረሰኝ አላገኘንም"],
  ])(
    "that is unreadable uses no attempt, and stays in the field as typed: %j",
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

  it("of a bank that is not offered gets its own message", async () => {
    const { smsText } = await system.pay({
      bank: "dashen",
      amount: "1250.00",
      receiverAccount: "5000123456011",
      receiverName: "Another Shop",
    });
    const page = openPage(system, await shop.deposit());
    expect((await page.send({ receipt: smsText })).text).toContain("This receipt is from another bank");
    expect((await page.send({ receipt: smsText }, { language: "am" })).text).toContain("የሌላ ባንክ");
  });

  it("of CBE needs only its reference: the shop's own account opens it", async () => {
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

  it("that was read from a file needs no digits to tell its bank; a corrected one does", async () => {
    await account("cbe", "1000412270936");
    await account("boa", "104273658");
    const { referenceNumber } = await system.pay({
      bank: "cbe",
      amount: "1250.00",
      receiverAccount: "1000412270936",
      receiverName: "Test Merchant",
    });
    const page = openPage(system, await shop.deposit({ banks: ["cbe", "boa"] }));
    const corrected = await page.send({ receipt: referenceNumber, read: "cbe FT26061K3WQ8" });
    expect([corrected.status, corrected.html.includes('name="suffix"')]).toEqual([422, true]);
    const paid = await page.send({ receipt: referenceNumber, read: `cbe ${referenceNumber}` });
    expect([paid.status, paid.text.includes("Payment confirmed")]).toEqual([200, true]);
  });

  it("without the payer's digits or phone leads to a request for exactly these", async () => {
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
    const incomplete = await page.send({ receipt: referenceNumber });
    expect([incomplete.status, incomplete.html.includes('name="phone"')]).toEqual([422, false]);
    expect(incomplete.text).toContain("Last digits of the account you paid from");
    expect((await page.send({ receipt: referenceNumber }, { language: "am" })).text).toContain(
      "የከፈሉበት ሒሳብ የመጨረሻ አሃዞች",
    );
    const tried = await page.send({ receipt: referenceNumber, suffix: suffix ?? "" });
    expect([tried.status, tried.text.includes("Payment confirmed")]).toEqual([200, true]);
    const wallet = openPage(system, await shop.deposit({ banks: ["cbebirr"] }));
    const withoutPhone = await wallet.send({ receipt: "DJ57QK2M41" });
    expect(withoutPhone.html).toContain('name="phone"');
    expect(withoutPhone.html).not.toContain('name="suffix"');
  });

  it("hides the form while the bank is queried, and the page follows its status", async () => {
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
    expect(second.text).toContain("This one was not checked");
    // The first step is not on this page.
    expect(second.text).not.toContain("2. Paste");
    expect(second.html).toMatch(/<textarea[^>]*>\nDJ57QK2M41<\/textarea>/);
    expect((await page.send({ receipt: "DJ57QK2M41" }, { language: "am" })).text).toContain(
      "ሌላ ደረሰኝ እየተረጋገጠ ነው",
    );
    expect((await shop.read(deposit.id)).attemptsLeft).toBe(9);
    system.bus.setAvailable(true);
    await until(async () => (await page.show()).text.includes("Payment confirmed"));
  });
});
