import { rememberSecret } from "@receipts/testing/suite-log";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { dialogOf, heading, nothingKeeps, signInBrowser } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations } from "./page-checks.ts";

useChromium();
useLocalSystem({ verifiers: [] });

it("without a mail server the owner passes the link on, and sees that the address is not confirmed", async () => {
  const account = await system.account();
  const owner = await visit(browser);
  await signInBrowser(owner.page, system, account);
  await owner.page.goto(`${system.url}/dashboard/team`);
  await owner.page.getByRole("button", { name: "Invite" }).click();
  await owner.page.getByLabel("Email").fill("hanna@example.test");
  await dialogOf(owner.page).getByRole("button", { name: "Invite" }).click();
  const shown = dialogOf(owner.page).getByRole("region", { name: "the link" });
  const link = (await shown.textContent()) ?? "";
  const [, token = ""] = link.split("#token=");
  rememberSecret(token);
  await dialogOf(owner.page).getByText("No mail was sent").waitFor();
  expect(await violations(owner.page)).toEqual([]);
  await expectToFit(owner.page, "dashboard-invite-link");
  await keepPicture(owner.page, "dashboard-invite-link");
  await dialogOf(owner.page).getByRole("button", { name: "Close" }).last().click();
  await owner.page.getByText("hanna@example.test").first().waitFor();
  await nothingKeeps(owner, token);

  const { page } = await visit(browser);
  await page.goto(link.replace("http://localhost:8080", system.url));
  await page.getByLabel("Your name").fill("Hanna Bekele");
  await page.getByLabel("New password").fill("three plain words together");
  await page.getByRole("button", { name: "Join" }).click();
  await heading(page, "Home");
  await page.goto(`${system.url}/dashboard/security`);
  await page.getByText("Your address is not confirmed").waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, "dashboard-security-unconfirmed");

  await owner.page.reload();
  await owner.page.getByText("address not confirmed").waitFor();
  expect(await violations(owner.page)).toEqual([]);
  expect([...owner.complaints]).toEqual([]);
});
