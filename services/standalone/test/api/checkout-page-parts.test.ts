import { openPage } from "../checkout-page-client.ts";
import { openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: ["telebirr"], env: { BANK_ATTEMPTS: "1", CHECKOUT_RECEIPTS_PER_MINUTE: "100" } });
beforeEach(async () => {
  shop = await openShop(system);
});
const pay = (amount: string, order: object = {}) => shop.pay({ amount, ...order });

async function aPage(draft: object = {}) {
  const deposit = await shop.deposit({ allowPartial: true, ...draft });
  return { id: deposit.id, ...openPage(system, deposit) };
}

describe("the page of a deposit that takes several receipts", () => {
  it("shows what has arrived and what is missing, and takes the next receipt", async () => {
    const page = await aPage({
      returnUrl: "https://shop.example/done",
      cancelUrl: "https://shop.example/cart",
    });
    expect((await page.show()).html).toContain('href="https://shop.example/cart"');
    expect((await page.show()).text).toContain(
      "Send ETB 1,250.00 to this account, in one transfer or in several",
    );
    const part = await page.send({ receipt: await pay("1000.00", { senderName: "Hana Girma" }) });
    expect(part.text).toContain("Pay the remaining ETB 250.00");
    expect(part.text).toMatch(
      /ETB 1,000.00 of ETB 1,250.00 has arrived telebirr ETB 1,000.00 Still missing ETB 250.00/,
    );
    expect(part.html).toContain('data-copy="250.00"');
    expect(part.html).toContain('href="https://shop.example/done"');
    expect(part.text).not.toContain("Go back without paying");
    expect(part.text).toContain("10 of 10 attempts left");
    expect(part.text).not.toContain("Hana");
    expect((await page.show("am")).text).toMatch(
      /ቀሪውን 250.00 ብር ይክፈሉ.*ከ1,250.00 ብር ውስጥ 1,000.00 ብር ደርሷል.*የቀረው 250.00 ብር/,
    );
    const paid = await page.send({ receipt: await pay("300.00") });
    expect(paid.text).toContain("Your payment of ETB 1,300.00 has arrived");
    expect(paid.text).toContain("You sent ETB 50.00 more than requested");
    expect(paid.html).not.toMatch(/<form|id="paid"/);
  });

  it("says that a receipt that counts need not be sent again", async () => {
    const page = await aPage();
    const receipt = await pay("1000.00");
    await page.send({ receipt });
    expect((await page.send({ receipt })).text).toMatch(
      /already used A receipt counts once.*it counts for this order/,
    );
    expect((await page.show("am")).text).toContain("አንድ ደረሰኝ የሚቆጠረው አንድ ጊዜ ብቻ ነው");
  });

  it("says at every end what becomes of the part", async () => {
    const atEnd =
      /ETB 1,000.00 of ETB 1,250.00 has arrived.*Still missing ETB 250.00.*Ask the seller to deliver or refund/;
    const page = await aPage();
    await page.send({ receipt: await pay("1000.00") });
    await shop.expire(page.id);
    expect((await page.show()).text).toMatch(atEnd);
    expect((await page.send({ receipt: await pay("250.00") })).text).toMatch(
      /Your payment arrived too late.*of ETB 1,250.00/,
    );
    const canceled = await aPage();
    await canceled.send({ receipt: await pay("1000.00") });
    await shop.cancel(canceled.id).expect(200);
    expect((await canceled.show()).text).toMatch(atEnd);
    expect((await canceled.show("am")).text).toContain("የደረሰው ገንዘብ በሻጩ እጅ ነው");
  });

  it("says without attempts that the part has arrived", async () => {
    const page = await aPage();
    await page.send({ receipt: await pay("1000.00") });
    await system.sql("update deposits set tries = 10 where id = $1", page.id);
    expect((await page.show()).text).toMatch(
      /All attempts for this order are used. The amounts above have arrived/,
    );
    expect((await page.show("am")).text).toContain("ከላይ የተዘረዘሩት ክፍያዎች ደርሰዋል");
  });

  it("takes another receipt during a review, and says that a doubtful one must wait", async () => {
    const page = await aPage();
    const doubtful = (amount: string) => pay(amount, { receiverName: "Abel Girma" });
    expect((await page.send({ receipt: await doubtful("500.00") })).text).toContain(
      "Do you have another receipt?",
    );
    expect((await page.send({ receipt: await pay("500.00") })).text).toMatch(
      /ETB 500.00 of ETB 1,250.00 has arrived/,
    );
    expect((await page.send({ receipt: await doubtful("250.00") })).text).toContain(
      "When that is done, send this one again",
    );
    expect((await page.show("am")).text).toContain("ሲጨርስ ይህን እንደገና ይላኩ");
  });

  it("keeps a second receipt that is sent while one is checked", async () => {
    const page = await aPage();
    const [first, second] = await Promise.all([pay("500.00"), pay("700.00")]);
    system.bus.setAvailable(false);
    await shop.submit(page.id, first);
    const refused = await page.send({ receipt: second });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("When the other one is done, send this one. No attempt was used");
    expect((await page.send({ receipt: second }, { language: "am" })).text).toContain(
      "የሌላኛው ውጤት ሲታወቅ ይህን ይላኩ",
    );
    system.bus.setAvailable(true);
  });
});
