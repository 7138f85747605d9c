import { until } from "@receipts/testing";
import { messagePng, writtenPdf } from "../../../../packages/receipt-pictures/test/made-pictures.ts";
import { openPage } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: [], env: { CHECKOUT_RECEIPTS_PER_MINUTE: "100" } });
beforeEach(async () => {
  shop = await openShop(system);
});

describe("a payer's file", () => {
  it("is read for the form: it stores nothing, costs nothing, and uses no attempt", async () => {
    const deposit = await shop.deposit();
    const stored = () =>
      system.sql(
        `select (select count(*) from verification_requests) as requests, (select count(*) from deposit_submissions) as submissions,
                (select count(*) from deposit_events) as events, (select count(*) from audit_log) as acts`,
      );
    const before = [await stored(), await system.balanceOf(shop.account), await shop.read(deposit.id)];
    const file = writtenPdf(["telebirr", "Transaction number DJ57QK2M41"]);
    const { status, body } = await openPage(system, deposit).readFile(file);
    expect([status, body.candidates?.length]).toEqual([200, 1]);
    expect(body.candidates?.[0]).toMatchObject({ label: "telebirr DJ57QK2M41", text: "DJ57QK2M41" });
    expect(body.candidates?.[0]?.fields).not.toMatch(/name="(?:suffix|phone)"/);
    expect([await stored(), await system.balanceOf(shop.account), await shop.read(deposit.id)]).toEqual(
      before,
    );
  });

  it("fills in the digits that the bank requires, in the payer's language", async () => {
    await system.saveBankAccount(shop.account, "boa");
    const file = writtenPdf(["Bank of Abyssinia", "trx=FT26278QM4T158203", "05/10/2026"]);
    const { readFile } = openPage(system, await shop.deposit({ banks: ["boa"] }));
    const [english, amharic] = [await readFile(file), await readFile(file, { language: "am" })];
    expect(english.body.candidates?.[0]?.text).toBe("FT26278QM4T1");
    expect(english.body.candidates?.[0]?.fields).toMatch(/name="suffix"[^>]* value="58203"/);
    expect(amharic.body.candidates?.[0]?.label).toContain("አቢሲንያ ባንክ FT26278QM4T1");
    expect(amharic.body.candidates?.[0]?.fields).toContain("የከፈሉበት ሒሳብ የመጨረሻ አሃዞች");
  });

  it("of a bank that is not offered names that bank", async () => {
    const file = writtenPdf(["Bank of Abyssinia", "trx=FT26278QM4T158203", "05/10/2026"]);
    const { readFile } = openPage(system, await shop.deposit());
    const [english, amharic] = [await readFile(file), await readFile(file, { language: "am" })];
    expect([english.status, amharic.status]).toEqual([422, 422]);
    expect(english.body.message).toContain("This receipt is from Bank of Abyssinia");
    expect(amharic.body.message).toContain("ይህ የአቢሲንያ ባንክ ደረሰኝ ነው");
  });

  it.each([
    ["without a receipt", writtenPdf(["Thank you for your order"]), 422, /found no receipt/, /ደረሰኝ አላገኘንም/],
    ["of another format", Buffer.from("just a text"), 415, /cannot open this file/, /መክፈት አልቻልንም/],
  ])("%s is explained in both languages, with the way out", async (_what, file, status, english, amharic) => {
    const { readFile } = openPage(system, await shop.deposit());
    const answers = [await readFile(file), await readFile(file, { language: "am" })];
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expect(answers[0]?.body.message).toMatch(english);
    expect(answers[0]?.body.message).toContain("or type the transaction number");
    expect(answers[1]?.body.message).toMatch(amharic);
    expect(answers[1]?.body.message).toContain("የግብይት ቁጥሩን ያስገቡ");
  });
});

/** Otherwise a few links, and pictures that take seconds each, keep the shop's own server waiting. */
it("the files of a payer's address take turns with those of the shop's key", async () => {
  const deposits = await Promise.all([shop.deposit(), shop.deposit()]);
  let read = 0;
  const flood = deposits.flatMap((deposit) =>
    Array.from({ length: 4 }, async () => {
      const { status } = await openPage(system, deposit).readFile(messagePng);
      read += 1;
      return status;
    }),
  );
  await until(async () => (await system.metric("receipt_files_open")) === flood.length);
  const before = read;
  await system
    .call("post", "/api/verify/read-file", shop.account)
    .attach("file", Buffer.from(messagePng), "receipt.png")
    .expect(200);
  // The one that was being read, and one whose turn came as this file arrived.
  expect(read - before).toBeLessThanOrEqual(2);
  expect(await Promise.all(flood)).toEqual(flood.map(() => 200));
});
