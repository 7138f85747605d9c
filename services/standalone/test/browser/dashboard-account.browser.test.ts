import { readFile } from "node:fs/promises";
import { bankCodes } from "@receipts/contracts";
import type { Page } from "playwright-core";
import { onePixelPng } from "../pictures.ts";
import { openShop } from "../shop.ts";
import { aPersonWithPassword, type CallSignedIn, login, PASSWORD, signIn } from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { browser, useChromium, type Visit, visit } from "./chromium.ts";
import { signInBrowser } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";

useChromium();
useLocalSystem({ verifiers: ["telebirr"] });

let account: TestAccount;
let person: CallSignedIn;
let opened: Visit;
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
  opened = await visit(browser);
  await signInBrowser(opened.page, system, account);
});

const open = (path: string) => opened.page.goto(`${system.url}/dashboard${path}`);
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel("Choose image").setInputFiles({ name, mimeType, buffer });

it("the list of sessions ends another browser's, after a question", async () => {
  const { page, complaints } = opened;
  await page.setViewportSize({ width: 1_280, height: 800 });
  await open("/");
  await page.locator("details.account summary").click();
  await page.getByRole("link", { name: "Sessions" }).click();
  await page.getByText("This browser").waitFor();
  expect(await page.getByRole("row").count()).toBe(3);
  await page.getByRole("button", { name: /^End / }).click();
  const dialog = page.getByRole("dialog", { name: "End this session?" });
  await dialog.getByRole("button", { name: "End", exact: true }).click();
  await page.getByText("The session has ended.").waitFor();
  await page.getByRole("row").nth(2).waitFor({ state: "detached" });
  expect(await page.getByRole("row").count()).toBe(2);
  await person("get", "/api/profile").expect(401);
  expect(complaints).toEqual([]);
});

describe("the profile", () => {
  it("downloads all data of the account, and closes it", async () => {
    const { page, complaints } = opened;
    const holder = await aPersonWithPassword(system);
    await signInBrowser(page, system, holder);
    await open("/profile");
    await page.getByRole("button", { name: "Download your data" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Password").fill(PASSWORD);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download your data" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^account_\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await file.path(), "utf8"));
    expect(data.users).toMatchObject([{ id: holder.userId, email: holder.email }]);

    await page.getByRole("button", { name: "Close the account" }).click();
    await dialog.getByLabel("Email of the account").fill("another@example.test");
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Close the account" }).click();
    await dialog.getByText("is not the email of this account").waitFor();
    await dialog.getByLabel("Email of the account").fill(holder.email);
    await dialog.getByRole("button", { name: "Close the account" }).click();
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await login(system, holder.email).expect(401);
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
  });

  it("renames the person and the business, in the header too", async () => {
    const { page, complaints } = opened;
    await open("/profile");
    await page.getByLabel("Your name").fill("Selam Abebe");
    await page.getByLabel("Business name").fill("ሰላም ንግድ");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.").waitFor();
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.getByRole("banner").getByText("ሰላም ንግድ").waitFor();
    expect((await person("get", "/api/profile").expect(200)).body.data).toMatchObject({
      name: "Selam Abebe",
      businessName: "ሰላም ንግድ",
    });
    await page.getByLabel("Your name").fill("");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator("#fault-name").waitFor();
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
  });

  it("sets the zone, the calendar and the clock of all times, and of the days of filters", async () => {
    const { page, complaints } = opened;
    const shop = await openShop(system);
    await signInBrowser(page, system, shop.account);
    const { id } = await shop.deposit({ reference: "evening" });
    await system.sql("update deposits set created_at = '2026-11-23T20:30:00Z' where id = $1", id);
    const found = page.getByRole("row").filter({ hasText: "evening" });
    await open("/deposits?startDate=2026-11-23&endDate=2026-11-23");
    await found.getByText("23 Nov 2026, 23:30").waitFor();
    await open("/profile");
    await page.getByLabel("Time zone").selectOption("Asia/Dubai");
    await page.getByLabel("Calendar").selectOption("Ethiopian");
    await page.getByLabel("Clock").selectOption("Ethiopian, from the morning");
    await page.getByRole("button", { name: "Save days" }).click();
    await page.getByText("Saved.").waitFor();
    await open("/deposits?startDate=2026-11-24&endDate=2026-11-24");
    await found.getByText("15 Hedar 2019, 6:30 at night").waitFor();
    await page.goto(`${system.url}/dashboard/deposits?lang=am`);
    await found.getByText("15 ኅዳር 2019 ሌሊት 6:30").waitFor();
    await open("/deposits?startDate=2026-11-23&endDate=2026-11-23&lang=en");
    await page.getByText("No matching deposits").waitFor();
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
  });

  it("asks for the password before it switches old payments off, and not for the days", async () => {
    const { page } = opened;
    const holder = await aPersonWithPassword(system);
    await signInBrowser(page, system, holder);
    await system.sql(
      "update sessions set created_at = now() - interval '6 min' where user_id = $1",
      holder.userId,
    );
    const profile = async () =>
      (await system.call("get", "/api/profile", holder).expect(200)).body.data as Record<string, unknown>;
    const dialog = page.getByRole("dialog", { name: "Confirm your password" });
    await open("/profile");
    await page.getByLabel("Calendar").selectOption("Ethiopian");
    await page.getByRole("button", { name: "Save days" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByLabel("Old payments").selectOption("No payment is old");
    await page.getByRole("button", { name: "Save days" }).click();
    await dialog.waitFor();
    expect(await profile()).toMatchObject({
      ...{ calendar: "ethiopian", oldPayments: "review_before_last_evening" },
    });
    await dialog.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Saved.").waitFor();
    expect(await profile()).toMatchObject({ oldPayments: "off" });
  });

  it("previews, saves, shows and removes a logo", async () => {
    const { page, complaints } = opened;
    await open("/profile");
    await page.getByText("No logo yet.").waitFor();
    await choose(page, "logo.png", "image/png", onePixelPng);
    const picture = page.getByRole("img", { name: "New logo" });
    await picture.waitFor();
    const isDrawn = "(image) => image.complete && image.naturalWidth === 1";
    expect(await picture.evaluate(`(${isDrawn})(document.querySelector("img[alt='New logo']"))`)).toBe(true);
    await page.getByRole("button", { name: "Use this image" }).click();
    await page.getByText("Logo saved.").waitFor();
    await page.getByRole("img", { name: "Your logo" }).waitFor();
    const stored = await person("get", "/api/profile/logo").expect(200);
    expect(stored.body).toEqual(onePixelPng);
    const before = opened.requests.length;
    await page.reload();
    await page.getByRole("img", { name: "Your logo" }).waitFor();
    expect(opened.requests.slice(before).filter((url) => url.includes("/api/profile/logo"))).toHaveLength(1);
    await page.getByRole("button", { name: "Remove logo" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove logo" }).click();
    await page.getByText("No logo yet.").waitFor();
    await person("get", "/api/profile/logo").expect(404);
    expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
  });

  it.each([
    ["a page that calls itself a picture", "<svg onload=alert(1)></svg>", "Use a PNG, JPEG or WebP image."],
    [
      "the beginning of a picture",
      onePixelPng.subarray(0, 20),
      "We cannot read this image. Use another one.",
    ],
    [
      "a picture that is too large",
      Buffer.concat([onePixelPng, Buffer.alloc(512 * 1024)]),
      "The image is larger than 512 KiB. Use a smaller one.",
    ],
  ])("rejects %s before the upload", async (_what, content, fault) => {
    const { page, requests } = opened;
    await open("/profile");
    await page.getByText("No logo yet.").waitFor();
    const before = requests.length;
    await choose(page, "logo.png", "image/png", Buffer.from(content));
    await page.getByText(fault).waitFor();
    expect(await page.getByRole("button", { name: "Use this image" }).count()).toBe(0);
    expect(requests.slice(before).filter((url) => url.includes("/api/"))).toEqual([]);
  });
});

describe("reports", () => {
  it("count requests by window and by day, and can be downloaded as CSV", async () => {
    await system
      .verify(account, { bank: "telebirr", reference: "DJ57QK2M41" }, { waitMs: 15_000 })
      .expect(200);
    const { page, complaints } = opened;
    await open("/reports");
    const recent = page.getByRole("region", { name: "Recent" });
    await recent.getByText("100.0 %").first().waitFor();
    await recent.getByRole("link", { name: "1 hour" }).click();
    await page.waitForURL("**/reports?window=1h");
    const daily = page.getByRole("region", { name: "Daily" });
    await daily.getByLabel("Bank", { exact: true }).selectOption("telebirr");
    await daily.getByRole("button", { name: "Show" }).click();
    await page.waitForURL("**/reports?window=1h&bank=telebirr");
    const download = page.waitForEvent("download");
    await daily.getByRole("button", { name: "CSV Download" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^telebirr-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    expect(text.split("\r\n")[0]).toBe(
      "\ufeffDay,Requests,Genuine,Failed,Not found,Not finished,Share of genuine",
    );
    expect(text).toMatch(/,1,1,0,0,0,1\r\n/);
    expect(complaints).toEqual([]);
  });
});

describe("the audit log", () => {
  it("lists actions with their changes, filtered by action", async () => {
    await person("patch", "/api/profile").send({ name: "Selam" }).expect(200);
    const scopes = ["deposits:read"];
    await person("post", "/api/checkout-keys").send({ name: "Shop", scopes }).expect(201);
    const { page, complaints } = opened;
    await open("/audit");
    const table = page.getByRole("table", { name: "Audit log" });
    await table.getByText("Checkout key created").waitFor();
    await page.getByLabel("Action").selectOption({ label: "Profile changed" });
    await page.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL("**/audit?action=profile.updated");
    await table.getByText("Checkout key created").waitFor({ state: "detached" });
    await table.locator("summary").click();
    await table.getByText('"name": "Selam"').waitFor();
    await page.getByLabel("Action").selectOption({ label: "Logo removed" });
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByText("No entries of this kind").waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("uptime", () => {
  it("shows every bank, with a link to the public page", async () => {
    const { page, complaints } = opened;
    await open("/uptime");
    await page.getByRole("heading", { level: 2, name: "Zemen Bank" }).waitFor();
    expect(await page.getByRole("img", { name: /^The last 90 days/ }).count()).toBe(bankCodes.length);
    await page.getByRole("link", { name: "Public status page" }).click();
    await page.waitForURL("**/status");
    expect(complaints).toEqual([]);
  });
});
