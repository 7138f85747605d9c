import { until } from "@receipts/testing";
import { system } from "../system.ts";
import { useChromium } from "./chromium.ts";
import { heading, visitDashboard } from "./dashboard-visits.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";
import { account, answerOf, ask, openShift, PHONE, payment, person, useTills } from "./till-visits.ts";

useChromium();
useTills();

const phone = { viewport: { width: 390, height: 844 } };
const inAnotherName = () => payment("1250.00", { receiverAccount: PHONE, receiverName: "Abel Girma" });

async function idInReview(referenceNumber: string): Promise<string> {
  const { body } = await person("get", "/api/reviews").expect(200);
  return body.data.find((row: { referenceNumber: string }) => row.referenceNumber === referenceNumber).id;
}

async function decide(referenceNumber: string, decision: "accept" | "reject"): Promise<void> {
  const id = await idInReview(referenceNumber);
  await person("post", `/api/verify/${id}/resolve`).send({ decision }).expect(200);
}

describe("a receipt in review at a till", () => {
  it("is decided by the owner in four actions while the till waits, and the till says so", async () => {
    const { page: till, complaints } = await openShift();
    const { smsText } = await inAnotherName();
    await ask(till, smsText);
    await till.getByText("A manager decides. The decision comes here").waitFor();
    expect(await violations(till)).toEqual([]);
    await expectToFit(till, "till-in-review");

    const { page, complaints: ofOwner } = await visitDashboard(account, "", phone);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "To decide 1" }).click();
    await heading(page, "To decide");
    await page.getByText("the receipt does not prove that the money went to you").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await violationsInTheDark(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await expectToFit(page, "reviews");
    await page.setViewportSize(phone.viewport);
    await page.getByRole("link", { name: "Decide", exact: true }).click();
    const review = page.getByRole("region", { name: "Accept this payment?" });
    await review.getByText("has payment").waitFor();
    await expectToFit(page, "request-in-review");
    await page.setViewportSize(phone.viewport);
    await review.getByRole("button", { name: "Accept payment" }).click();

    expect(await answerOf(till, "accept")).toContain("A manager looked at it and accepted it.");
    await page
      .getByText(/^Accepted by /)
      .first()
      .waitFor();
    expect(await review.count()).toBe(0);
    await page.goto(`${system.url}/dashboard/reviews`);
    await page.getByText("Nothing to decide").waitFor();
    expect([...complaints, ...ofOwner].filter((text) => !text.includes("status of 401"))).toEqual([]);
  });

  it("that is rejected while the cashier serves the next customer is told as news", async () => {
    const { page: till } = await openShift();
    const { referenceNumber } = await inAnotherName();
    await ask(till, referenceNumber);
    await till.getByText("A manager decides. The decision comes here").waitFor();
    await till.locator("#next").click();
    await till.locator("#reference").fill("DC2");
    await decide(referenceNumber, "reject");
    await till.locator("#news").getByText(referenceNumber).waitFor();
    expect(await till.locator("#reference").inputValue()).toBe("DC2");
  });

  /** The reasons for the review ask for a manager, who has decided. */
  it("that is looked at again shows its rejection at once, without the reasons for the review", async () => {
    const { page: till } = await openShift();
    const { referenceNumber } = await inAnotherName();
    await ask(till, referenceNumber);
    await till.getByText("A manager must check").waitFor();
    await till.locator("#next").click();
    await till.locator("#reference").fill("DC2");
    await till.locator("#shift").getByRole("button", { name: referenceNumber }).click();
    await till.getByText("A manager decides. The decision comes here").waitFor();
    await decide(referenceNumber, "reject");
    const answer = await answerOf(till, "reject");
    expect(answer).toContain("A manager looked at it and rejected it.");
    expect(answer).toContain(referenceNumber);
    expect(answer).not.toContain("A manager must check");
    await till.locator("#next").click();
    expect(await till.locator("#reference").inputValue()).toBe("DC2");
  });

  it("that was rejected has the person's decision alone on its page", async () => {
    const { page: till } = await openShift();
    const { referenceNumber } = await inAnotherName();
    await ask(till, referenceNumber);
    await till.getByText("A manager must check").waitFor();
    const id = await idInReview(referenceNumber);
    await decide(referenceNumber, "reject");
    const { page } = await visitDashboard(account, `/requests/${id}?lang=en`, phone);
    await page.getByText("Do not deliver: a person rejected it").waitFor();
    await page
      .getByText(/^Rejected by /)
      .first()
      .waitFor();
    expect(await page.getByText("does not prove that the money went to you").count()).toBe(0);
  });

  it("keeps the one stream if it is the newest of two, and the older one is told within seconds", async () => {
    const { page: till, requests } = await openShift({ prepare: (page) => page.clock.install() });
    const [older, newest] = [await inAnotherName(), await inAnotherName()];
    await ask(till, older.referenceNumber);
    await till.getByText("A manager decides. The decision comes here").waitFor();
    await till.locator("#next").click();
    await ask(till, newest.referenceNumber);
    await till.getByText("A manager decides. The decision comes here").waitFor();
    const streams = () => requests.filter((url) => url.endsWith("?until=decision")).length;
    const olderId = await idInReview(older.referenceNumber);
    for (let round = 0; round < 2; round += 1) {
      const looked = till.waitForResponse((response) => response.url().endsWith(`/payments/${olderId}`));
      await till.clock.fastForward(16_000);
      await looked;
    }
    expect(streams()).toBe(2);
    await decide(newest.referenceNumber, "accept");
    await answerOf(till, "accept");
    await decide(older.referenceNumber, "accept");
    await until(async () => {
      await till.clock.fastForward(16_000);
      return (await till.locator("#news").innerText()).includes(older.referenceNumber);
    });
  });
});
