import { createHmac } from "node:crypto";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { Page } from "playwright-core";
import { linkIn, mailbox, tokenIn, useMailbox } from "../mailbox.ts";
import { aMember, aPersonWithPassword, PASSWORD, sessionCookie } from "../signed-in.ts";
import { system } from "../system.ts";
import { browser, keepPicture, useChromium, visit } from "./chromium.ts";
import { heading, placesThatKeep, qrCodeDrawn, signInBrowser } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, expectWidth, violations, violationsInTheDark } from "./page-checks.ts";

const CHOSEN = "three plain words together";

useChromium();
useMailbox();
useLocalSystem(() => ({ verifiers: [], env: mailbox.env }));

const open = (page: Page, path: string) => page.goto(`${system.url}/dashboard${path}`);

async function checkPage(page: Page, picture: string): Promise<void> {
  await expectToFit(page, picture);
  for (const width of [360, 1280]) {
    await expectWidth(page, width);
    expect(await violations(page)).toEqual([]);
  }
  expect(await violationsInTheDark(page)).toEqual([]);
  await keepPicture(page, picture);
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepNow = () => Math.floor(Date.now() / 30_000);

function codeOf(secret: string, step: number): string {
  let bits = "";
  for (const letter of secret) bits += letters.indexOf(letter).toString(2).padStart(5, "0");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function signIn(page: Page, email: string): Promise<void> {
  await open(page, "/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(CHOSEN);
  await page.getByRole("button", { name: "Sign in" }).click();
}

it("invites a developer, who joins, sees the role's pages, and signs in with a code and a recovery code", async () => {
  const account = await aPersonWithPassword(system);
  const email = "hanna@example.test";
  const owner = await visit(browser);
  await signInBrowser(owner.page, system, account);
  await open(owner.page, "/team");
  await heading(owner.page, "Team");
  await owner.page.getByRole("button", { name: "Invite" }).click();
  await owner.page.getByLabel("Email").fill(email);
  await owner.page.getByLabel("Role").selectOption("developer");
  await keepPicture(owner.page, "dashboard-team-invite");
  expect(await violations(owner.page)).toEqual([]);
  await owner.page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
  await owner.page.getByText("The invitation is on its way.").waitFor();
  await owner.page.getByRole("cell", { name: `Email ${email}` }).waitFor();
  await checkPage(owner.page, "dashboard-team-invited");

  const joining = await visit(browser);
  const { page } = joining;
  const mail = await mailbox.next(email);
  const token = tokenIn(mail);
  await page.goto(linkIn(mail).replace("http://localhost:8080", system.url));
  await heading(page, "Join the team");
  await checkPage(page, "dashboard-join-page");
  expect(await placesThatKeep({ page, requests: [] }, token)).toEqual([]);
  await page.getByLabel("Your name").fill("Hanna Bekele");
  await page.getByLabel("New password").fill(CHOSEN);
  await page.getByRole("button", { name: "Join" }).click();
  await heading(page, "Home");
  const navigation = page.getByRole("navigation", { name: "Pages" });
  for (const group of await navigation.locator("summary").all()) await group.click();
  await navigation.getByRole("link", { name: "API keys" }).waitFor();
  for (const hidden of ["Bank accounts", "Team", "Audit log", "Credits", "Profile"])
    expect(await navigation.getByRole("link", { name: hidden, exact: true }).count()).toBe(0);
  await checkPage(page, "dashboard-developer-home");
  // A direct visit says so.
  await open(page, "/bank-accounts");
  await page.getByText("Your role (developer) cannot do this").waitFor();
  await checkPage(page, "dashboard-role-refused");

  await open(page, "/security");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("textbox", { name: "Password" }).fill(CHOSEN);
  await page.getByRole("dialog").getByRole("button", { name: "Set up" }).click();
  const secret = (await page.getByRole("dialog").locator("code").innerText()).trim();
  rememberSecret(secret);
  await page.getByRole("img", { name: "QR code of the secret" }).waitFor();
  await qrCodeDrawn(page);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, "dashboard-security-scan");
  const step = stepNow();
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, step));
  await page.getByRole("button", { name: "Switch on" }).click();
  const codes = (await page.locator("pre.secret").innerText()).trim().split("\n");
  for (const code of codes) rememberSecret(code);
  expect(codes).toHaveLength(10);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, "dashboard-security-codes");
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.getByText("On. Each sign-in needs a code of your app.").waitFor();
  await checkPage(page, "dashboard-security-on");

  // A code works once, also in the step before its own.
  for (const code of [codeOf(secret, Math.max(step + 1, stepNow())), codes[0] ?? ""]) {
    await page.locator("summary").first().click();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await signIn(page, email);
    await page.getByText("Two-factor sign-in is on. Enter a code too.").waitFor();
    await checkPage(page, "dashboard-sign-in-code");
    await page.getByRole("textbox", { name: "Code" }).fill(code);
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Home");
  }
  expect(owner.complaints).toEqual([]);
  await owner.context.close();
  await joining.context.close();
});

it("asks for the password before a bank account changes, and then makes the change", async () => {
  const account = await aPersonWithPassword(system);
  const { page, context } = await visit(browser);
  await signInBrowser(page, system, account);
  await system.sql(
    "update sessions set created_at = now() - interval '6 min' where user_id = $1",
    account.userId,
  );
  await open(page, "/bank-accounts");
  await page.getByRole("button", { name: "Add" }).first().click();
  await page.getByLabel("Account number").fill("1000412271234");
  await page.getByLabel("Account name").fill("Selam Coffee Trading");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Confirm your password" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, "dashboard-proof");
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("cell", { name: "Account 1000412271234" }).waitFor();
  await context.close();
});

it("shows the keys that stop with a removed person, and an owner takes one over after a proof", async () => {
  const account = await aPersonWithPassword(system);
  const memberId = await aMember(system, account, "developer");
  const cookie = await sessionCookie(system, account, memberId);
  const made = await system
    .call("post", "/api/api-keys")
    .set("cookie", cookie)
    .send({ name: "Shop server", permissions: { uptime: ["read"] } })
    .expect(201);
  const { key } = made.body.data;
  rememberSecret(key);
  const use = () => system.call("get", "/api/uptime").set("x-api-key", key);
  await use().expect(200);

  const { page } = await visit(browser);
  await signInBrowser(page, system, account);
  await open(page, "/team");
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.getByText("The person made these keys. They stop working:").waitFor();
  await page.getByRole("dialog").getByText("Shop server").waitFor();
  await checkPage(page, "dashboard-team-remove");
  const takesOver = page.getByLabel("Take the keys over, so that programs that use them go on.");
  expect(await takesOver.isChecked()).toBe(false);
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("The person is removed.").waitFor();
  await use().expect(401);

  await open(page, "/api-keys");
  await page.getByText("who left").waitFor();
  await checkPage(page, "dashboard-keys-left");
  await system.sql(
    "update sessions set created_at = now() - interval '6 min' where user_id = $1",
    account.userId,
  );
  await page.getByRole("button", { name: "Take over Shop server" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take over", exact: true }).click();
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("The key is yours now.").waitFor();
  await use().expect(200);
});
