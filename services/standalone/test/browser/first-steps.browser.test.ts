import { aMember, signIn } from "../signed-in.ts";
import { system } from "../system.ts";
import { keepPicture, useChromium } from "./chromium.ts";
import { heading, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations } from "./page-checks.ts";

useChromium();
useLocalSystem({ verifiers: ["telebirr"] });

const phone = { viewport: { width: 390, height: 844 } };

it("a new account sees what to do first; the list ticks itself, and is gone when all is done", async () => {
  const account = await system.account();
  const { page, complaints } = await visitDashboard(account, "/", phone);
  await heading(page, "Home");
  const start = page.getByRole("region", { name: /^Start: / });
  await start.getByText("Start: 0 of 5 done").waitFor();
  expect(await violations(page)).toEqual([]);
  await expectToFit(page, "first-steps");
  await page.setViewportSize(phone.viewport);

  await start.getByRole("link", { name: "Save the account that you are paid to" }).click();
  await heading(page, "Bank accounts");
  const person = await signIn(system, account);
  const create = (path: string, body: object) => person("post", path).send(body).expect(201);
  await create("/api/bank-accounts", {
    bank: "telebirr",
    accountNumber: "251911234567",
    accountName: "Selam Coffee",
  });
  await system.verify(account, { bank: "telebirr", reference: "DJ57QK2M41" }, { waitMs: 10_000 });
  await page.goBack();
  await page.reload();
  await start.getByText("Start: 2 of 5 done").waitFor();
  await keepPicture(page, "first-steps-two-done");

  await create("/api/tills", { name: "Bole" });
  await create("/api/webhook-endpoints", { url: "http://127.0.0.1:9/hook" });
  await aMember(system, account, "manager");
  await page.reload();
  await page.getByRole("region", { name: "Payments" }).waitFor();
  expect(await start.count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("the list speaks Amharic, and an account of many days has none", async () => {
  const account = await system.account();
  const { page } = await visitDashboard(account, "/", { ...phone, locale: "am-ET" });
  const start = page.getByRole("region", { name: /^ለመጀመር/ });
  await start.getByText("ለመጀመር፦ ከ5 0 ተሠርቷል").waitFor();
  expect(await violations(page)).toEqual([]);
  await expectToFit(page, "first-steps-am");
  await system.sql("update users set created_at = now() - interval '31 days' where id = $1", account.userId);
  await page.reload();
  await page.getByRole("region", { name: "ክፍያዎች" }).waitFor();
  expect(await start.count()).toBe(0);
});
