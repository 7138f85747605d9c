import { system } from "../system.ts";
import { useChromium } from "./chromium.ts";
import { heading, visitDashboard } from "./dashboard-visits.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";
import { account, answerOf, ask, openShift, PHONE, payment, person, useTills } from "./till-visits.ts";

useChromium();
useTills();

const phone = { viewport: { width: 390, height: 844 } };
const inAnotherName = () => payment("1250.00", { receiverAccount: PHONE, receiverName: "Abel Girma" });

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
    const { body } = await person("get", "/api/reviews").expect(200);
    const { id } = body.data.find(
      (row: { referenceNumber: string }) => row.referenceNumber === referenceNumber,
    );
    await till.locator("#next").click();
    await till.locator("#reference").fill("DC2");
    await person("post", `/api/verify/${id}/resolve`).send({ decision: "reject" }).expect(200);
    await till.locator("#news").getByText(referenceNumber).waitFor();
    expect(await till.locator("#reference").inputValue()).toBe("DC2");
  });
});
