import { readFile } from "node:fs/promises";
import { aMember, sessionCookie } from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { holdCalls } from "./api-calls.ts";
import { browser, keepPicture, useChromium, type Visit, visit } from "./chromium.ts";
import { dialogOf, heading, signInBrowser, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";

useChromium();
useLocalSystem({ verifiers: ["telebirr"] });

interface Shop {
  readonly account: TestAccount;
  readonly branchId: string;
  /** The request that Hanna verified at Bole, and a later one of the same receipt. */
  readonly first: string;
  readonly again: string;
}

const wide = { viewport: { width: 1_280, height: 900 } };
let shop: Shop;
beforeAll(async () => {
  const account = await system.account();
  await system.saveBankAccount(account, "telebirr", "0911005678");
  const [branch] = await system.sql<{ id: string }>(
    "insert into branches (id, user_id, name) values ('brn_' || new_ulid(), $1, 'Bole') returning id",
    account.userId,
  );
  const memberId = await aMember(system, account, "developer");
  await system.sql(
    "update users set name = 'Hanna' where id = (select person_id from members where id = $1)",
    memberId,
  );
  await system.sql("update members set branch_id = $2 where id = $1", memberId, branch?.id);
  const cookie = await sessionCookie(system, account, memberId);
  const verify = async (amount: string, reference?: string) => {
    const paid = {
      bank: "telebirr",
      receiverAccount: "0911005678",
      receiverName: "Sara Coffee Trading",
      amount,
    };
    const number = reference ?? (await system.pay(paid)).referenceNumber;
    const { body } = await system
      .call("post", "/api/verify?waitMs=15000")
      .set("cookie", cookie)
      .send({ bank: "telebirr", reference: number })
      .expect(200);
    return { id: body.requestId as string, number };
  };
  const first = await verify("1250.00");
  for (const amount of ["99.00", "20000.50"]) await verify(amount);
  const again = await verify("", first.number);
  shop = { account, branchId: branch?.id ?? "", first: first.id, again: again.id };
});

const tableOf = ({ page }: Visit) => page.getByRole("table", { name: "Payments" });
const rowsOf = (visited: Visit) => tableOf(visited).getByRole("row");

describe("the payments", () => {
  /** Entries that only some roles have come with the session: none may move another one below the pointer. */
  it("open by the entry of the menu that is pressed while the session arrives", async () => {
    const { page } = await visit(browser, wide);
    await signInBrowser(page, system, shop.account);
    const release = await holdCalls(page);
    await page.goto(`${system.url}/dashboard`);
    await page.getByRole("link", { name: "Payments", exact: true }).hover();
    await page.mouse.down();
    await release();
    await page.locator(".account-name", { hasText: /./ }).waitFor();
    await page.mouse.up();
    await heading(page, "Payments");
  });

  it("answer who paid 1,250 this morning in two actions: open the page, search", async () => {
    const visited = await visitDashboard(shop.account, "", wide);
    const { page, complaints } = visited;
    await heading(page, "Home");
    await page.getByRole("link", { name: "Payments", exact: true }).click();
    await heading(page, "Payments");
    await rowsOf(visited).nth(4).waitFor();
    await page.getByLabel("Search", { exact: true }).fill("1,250");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=1%2C250/);
    await rowsOf(visited).nth(3).waitFor({ state: "detached" });
    const row = rowsOf(visited).nth(2);
    await row.getByText("ETB 1,250.00").waitFor();
    await row.getByText("Bole · Hanna").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await violationsInTheDark(page)).toEqual([]);
    await keepPicture(page, "dashboard-payments-found-dark");
    expect(complaints).toEqual([]);
  });

  it("come by themselves, but not while a person types", async () => {
    const { page } = await visit(browser, wide);
    await signInBrowser(page, system, shop.account);
    await page.clock.install();
    await page.goto(`${system.url}/dashboard/payments?search=777.00`);
    const amount = page.getByRole("table", { name: "Payments" }).getByText("ETB 777.00");
    await page.getByText("No matching payments").waitFor();
    const { referenceNumber } = await system.pay({
      ...{ bank: "telebirr", amount: "777.00" },
      ...{ receiverAccount: "0911005678", receiverName: "Sara Coffee Trading" },
    });
    const receipt = { bank: "telebirr", reference: referenceNumber };
    await system.verify(shop.account, receipt, { waitMs: 15_000 }).expect(200);
    const search = page.getByLabel("Search", { exact: true });
    await search.pressSequentially("x");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.clock.runFor(31_000);
    expect(asked.filter((url) => url.includes("/api/payments?"))).toEqual([]);
    await search.blur();
    await page.clock.runFor(31_000);
    await amount.waitFor();
    expect(await search.inputValue()).toBe("x777.00");
  });

  it("are filtered, saved as a view, and downloaded as they are filtered", async () => {
    const visited = await visitDashboard(shop.account, "/payments", wide);
    const { page } = visited;
    await page.getByLabel("Branch", { exact: true }).selectOption("Bole");
    await page.getByLabel("Decision", { exact: true }).selectOption("reject");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.waitForURL(new RegExp(`decision=reject.*branch=${shop.branchId}`));
    await rowsOf(visited).nth(2).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save this view" }).click();
    await dialogOf(page).getByLabel("Name").fill("Refused at Bole");
    await dialogOf(page).getByRole("button", { name: "Save" }).click();
    await dialogOf(page).waitFor({ state: "detached" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "CSV Download" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(shop.again);
    await page.getByRole("link", { name: "Clear filters" }).click();
    await rowsOf(visited).nth(4).waitFor();
    await page.getByRole("link", { name: "Refused at Bole" }).click();
    await rowsOf(visited).nth(2).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Delete view Refused at Bole" }).click();
    await page.getByRole("link", { name: "Refused at Bole" }).waitFor({ state: "detached" });
  });

  it.each([
    ["en", "Used on"],
    ["am", "ጥቅም ላይ ውሏል"],
  ])("fit a phone, and tell of a receipt that was used before, in %s", async (language, words) => {
    const { page, complaints } = await visitDashboard(shop.account, `/requests?lang=${language}`, {
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole("row").filter({ hasText: words }).getByText("Hanna").first().waitFor();
    await keepPicture(page, `dashboard-payments-360-${language}`);
    expect(await violations(page)).toEqual([]);
    await expectToFit(page, `dashboard-payments-story-${language}`);
    expect(complaints).toEqual([]);
  });

  it("lead from a used receipt to its first use", async () => {
    const { page, complaints } = await visitDashboard(shop.account, `/requests/${shop.again}`, wide);
    const link = page.getByRole("link", { name: /^Used on .*, at .?Bole.?, by .?Hanna.?$/ });
    await link.waitFor();
    await keepPicture(page, "dashboard-request-used-1280");
    expect(await violations(page)).toEqual([]);
    await link.click();
    await page.waitForURL(`**/requests/${shop.first}`);
    expect(complaints).toEqual([]);
  });

  it("say what is wrong with a search, at its field", async () => {
    const { page } = await visitDashboard(shop.account, "/payments?search=ab", wide);
    await page.getByText(/must have at least 3 characters/i).waitFor();
    expect(await page.getByLabel("Search", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  });
});
