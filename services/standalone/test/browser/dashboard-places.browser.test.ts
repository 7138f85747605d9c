import { type Role, rolesFor } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { Page } from "playwright-core";
import { aMember, type Owner, sessionCookie, signIn } from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { aCashier, PIN } from "../tills.ts";
import { browser, keepPicture, useChromium, type Visit, visit } from "./chromium.ts";
import {
  dialogOf,
  heading,
  nothingKeeps,
  qrCodeDrawn,
  type RegisteredPage,
  readRegistry,
  visitDashboard,
} from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, expectWidth, violations, violationsInTheDark } from "./page-checks.ts";
import { tabTo } from "./tab-to.ts";

useChromium();
useLocalSystem({ verifiers: [] });

const wide = { viewport: { width: 1_280, height: 900 } };
const words = {
  en: {
    branches: ["Branches", "Add branch"],
    tills: ["Tills", "Create till", "Done"],
    cashiers: ["Cashiers", "Add cashier"],
    fields: { name: "Name", branch: "Branch", pin: "PIN" },
    copy: "Copy the link",
    isSetUp: "The device is set up. Cashiers can sign in.",
    revoke: "Revoke",
    revokeEffect: "The device and the sessions on it end at once.",
    revoked: "The till is revoked.",
    state: "Revoked",
    deviceRevoked: "This device was revoked. Ask a manager for a new code.",
    save: "Save",
  },
  am: {
    branches: ["ቅርንጫፎች", "ቅርንጫፍ ያክሉ"],
    tills: ["የመሸጫ መሣሪያዎች", "መሣሪያ ይፍጠሩ", "ጨርሻለሁ"],
    cashiers: ["ገንዘብ ተቀባዮች", "ገንዘብ ተቀባይ ያክሉ"],
    fields: { name: "ስም", branch: "ቅርንጫፍ", pin: "ፒን" },
    copy: "ቅዳ ሊንኩ",
    isSetUp: "መሣሪያው ተዘጋጅቷል። ገንዘብ ተቀባዮች መግባት ይችላሉ።",
    revoke: "አግድ",
    revokeEffect: "መሣሪያውና በእሱ ላይ ያሉ መግቢያዎች ወዲያውኑ ያበቃሉ።",
    revoked: "መሣሪያው ታግዷል።",
    state: "ታግዷል",
    deviceRevoked: "ይህ መሣሪያ ታግዷል። ሥራ አስኪያጅን አዲስ ኮድ ይጠይቁ።",
    save: "አስቀምጥ",
  },
} as const;

async function checkPage(page: Page, picture: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectToFit(page);
  for (const width of [360, 1280]) {
    await expectWidth(page, width);
    await keepPicture(page, `${picture}-${width}`);
    expect(await violations(page)).toEqual([]);
  }
  expect(await violationsInTheDark(page)).toEqual([]);
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const closed = (page: Page) => dialogOf(page).waitFor({ state: "detached" });

/** Presses a button of the open dialog, or of the page. */
const press = (where: Pick<Page, "getByRole">, name: string) =>
  where.getByRole("button", { name, exact: true }).click();

/** Enrolls the device that opens the link, and signs Hanna in. */
async function openShift(url: string, language: string): Promise<Visit> {
  const device = await visit(browser);
  const { page } = device;
  await page.goto(url.replace(/^https?:\/\/[^/]+\/till/, `${system.url}/till?lang=${language}`));
  await page.locator("#enroll-form button").click();
  await page.getByRole("button", { name: "Hanna" }).click();
  await page.locator("#pin").fill(PIN);
  await page.locator("#counter").waitFor();
  return device;
}

describe("a counter", () => {
  it.each(["en", "am"] as const)(
    "is set up in the dashboard, works on the device, and ends with the till, in %s",
    async (language) => {
      const { branches, tills, cashiers, fields, ...texts } = words[language];
      const account = await system.account();
      const owner = await visitDashboard(account, `/branches?lang=${language}`, wide);
      const { page } = owner;
      await owner.context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const go = async ([title]: readonly [string, ...string[]]) => {
        await page.getByRole("navigation").getByRole("link", { name: title, exact: true }).click();
        await heading(page, title);
      };
      const fill = (label: string, value: string) =>
        dialogOf(page).getByLabel(label, { exact: true }).fill(value);

      await heading(page, branches[0]);
      await press(page, branches[1]);
      await fill(fields.name, "Bole");
      await press(dialogOf(page), texts.save);
      await rowOf(page, "Bole").waitFor();
      await checkPage(page, `places-branches-${language}`);

      await go(cashiers);
      await press(page, cashiers[1]);
      await fill(fields.name, "Hanna");
      await dialogOf(page).getByLabel(fields.branch, { exact: true }).selectOption({ label: "Bole" });
      await fill(fields.pin, PIN);
      await press(dialogOf(page), texts.save);
      await rowOf(page, "Hanna").getByText("Bole").waitFor();
      await checkPage(page, `places-cashiers-${language}`);

      await go(tills);
      await press(page, tills[1]);
      await fill(fields.name, "Counter 1");
      await dialogOf(page).getByLabel(fields.branch, { exact: true }).selectOption({ label: "Bole" });
      await press(dialogOf(page), tills[1]);
      const code = (await dialogOf(page).locator("pre.secret").innerText()).trim();
      rememberSecret(code);
      await qrCodeDrawn(page);
      await press(dialogOf(page), texts.copy);
      await until(async () => String(await page.evaluate("navigator.clipboard.readText()")).endsWith(code));
      const url = String(await page.evaluate("navigator.clipboard.readText()"));
      await checkPage(page, `places-code-${language}`);

      const device = await openShift(url, language);
      await dialogOf(page).getByText(texts.isSetUp).waitFor();
      await keepPicture(page, `places-set-up-${language}`);
      await press(dialogOf(page), tills[2]);
      await closed(page);
      await nothingKeeps(owner, code);
      await checkPage(page, `places-tills-${language}`);

      await press(page, `${texts.revoke} Counter 1`);
      await dialogOf(page).getByText(texts.revokeEffect).waitFor();
      await keepPicture(page, `places-revoke-${language}`);
      await press(dialogOf(page), texts.revoke);
      await page.getByText(texts.revoked).waitFor();
      await rowOf(page, "Counter 1").getByText(texts.state, { exact: true }).waitFor();
      expect(await rowOf(page, "Counter 1").getByRole("button").count()).toBe(0);
      await device.page.locator("#reference").fill("DC21QK2M41");
      await device.page.locator("#amount").fill("1250");
      await device.page.locator("#ask-form button[type=submit]").click();
      await device.page.getByText(texts.deviceRevoked).waitFor();
      expect(await device.page.locator("#counter").isVisible()).toBe(false);
      await device.page.reload();
      await device.page.locator("#enroll").waitFor();
      expect(owner.complaints).toEqual([]);
    },
  );

  it("is set up and revoked with the keyboard alone", async () => {
    const account = await system.account();
    const { page } = await visitDashboard(account, "/tills", wide);
    await heading(page, "Tills");
    await page.getByText("No till yet").waitFor();
    const keys = async (...pressed: readonly string[]) => {
      for (const key of pressed) await page.keyboard.press(key);
    };
    await tabTo(page, { text: "Create till" });
    await keys("Enter");
    await dialogOf(page).waitFor();
    await dialogOf(page).getByLabel("Name").focus();
    await page.keyboard.type("Counter 1");
    await keys("Enter");
    const secret = dialogOf(page).locator("pre.secret");
    await secret.waitFor();
    rememberSecret(await secret.innerText());
    expect(await page.evaluate("document.activeElement.className")).toBe("secret");
    await keys("Escape");
    await closed(page);
    await tabTo(page, { text: "Revoke Counter 1" });
    await keys("Enter");
    await dialogOf(page).waitFor();
    await tabTo(page, { text: "Revoke" });
    await keys("Enter");
    await page.getByText("The till is revoked.").waitFor();
    await page.getByText("Revoke Counter 1").waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
  });
});

describe("branches and cashiers", () => {
  let account: TestAccount;
  let person: Owner;
  beforeEach(async () => {
    account = await system.account();
    person = await signIn(system, account);
  });
  const listed = async (path: string) => (await person("get", path).expect(200)).body.data;

  it("renames, archives and opens a branch, and says that a name is taken", async () => {
    for (const name of ["Bole", "Piassa"]) await person("post", "/api/branches").send({ name }).expect(201);
    const { page } = await visitDashboard(account, "/branches", wide);
    await press(page, "Rename Piassa");
    await dialogOf(page).getByLabel("Name").fill("Bole");
    await press(dialogOf(page), "Save");
    await dialogOf(page).getByText("Is the name of another open branch").waitFor();
    await dialogOf(page).getByLabel("Name").fill("Merkato");
    await press(dialogOf(page), "Save");
    await rowOf(page, "Merkato").waitFor();
    await press(page, "Archive Merkato");
    await press(dialogOf(page), "Archive");
    await rowOf(page, "Merkato").getByText("Archived").waitFor();
    expect(await listed("/api/branches")).toMatchObject([
      { name: "Bole", archivedAt: null },
      { name: "Merkato", archivedAt: expect.any(String) },
    ]);
    await press(page, "Open again Merkato");
    await page.getByText("The branch is open again.").waitFor();
    expect(await listed("/api/branches")).toMatchObject([{ archivedAt: null }, { archivedAt: null }]);
  });

  it("moves a cashier, unlocks one with a new PIN, and removes one", async () => {
    await person("post", "/api/branches").send({ name: "Bole" }).expect(201);
    const id = await aCashier(person);
    await system.sql("update members set pin_failures = 5 where id = $1", id);
    const { page } = await visitDashboard(account, "/cashiers", wide);
    await rowOf(page, "Hanna").getByText("Locked: too many wrong PINs").waitFor();
    await press(page, "Set PIN Hanna");
    await dialogOf(page).getByLabel("PIN").fill("123456");
    await press(dialogOf(page), "Set PIN");
    await dialogOf(page).getByText("Is easy to guess").waitFor();
    await dialogOf(page).getByLabel("PIN").fill("951407");
    await press(dialogOf(page), "Set PIN");
    await rowOf(page, "Hanna").getByText("Active").waitFor();
    await press(page, "Edit Hanna");
    await dialogOf(page).getByLabel("Name").fill("Hanna B.");
    await dialogOf(page).getByLabel("Branch").selectOption({ label: "Bole" });
    await press(dialogOf(page), "Save");
    await rowOf(page, "Hanna B.").getByText("Bole").waitFor();
    expect(await listed("/api/cashiers")).toMatchObject([{ name: "Hanna B.", locked: false }]);
    await press(page, "Remove Hanna B.");
    await press(dialogOf(page), "Remove");
    await page.getByText("No cashier yet").waitFor();
    expect(await listed("/api/cashiers")).toEqual([]);
  });
});

describe("the branch of bank accounts and API keys", () => {
  it("is chosen and shown as soon as the account has a branch, and not before", async () => {
    const account = await system.account();
    await system.sql("delete from api_keys where user_id = $1", account.userId);
    const person = await signIn(system, account);
    const bankAccounts = await visitDashboard(account, "/bank-accounts", wide);
    const apiKeys = await visitDashboard(account, "/api-keys", wide);
    for (const [{ page }, add] of [
      [bankAccounts, "Add account"],
      [apiKeys, "Create key"],
    ] as const) {
      await press(page, add);
      await dialogOf(page).getByLabel("Name", { exact: false }).first().waitFor();
      expect(await dialogOf(page).getByLabel("Branch").count()).toBe(0);
    }
    const { body } = await person("post", "/api/branches").send({ name: "Bole" }).expect(201);
    const branchId = body.data.id;

    await bankAccounts.page.reload();
    await press(bankAccounts.page, "Add account");
    await dialogOf(bankAccounts.page).getByLabel("Bank").selectOption("cbe");
    await dialogOf(bankAccounts.page).getByLabel("Account number").fill("1000412270936");
    await dialogOf(bankAccounts.page).getByLabel("Account name").fill("Selam Coffee Trading");
    await dialogOf(bankAccounts.page).getByLabel("Branch").selectOption({ label: "Bole" });
    await press(dialogOf(bankAccounts.page), "Save");
    await rowOf(bankAccounts.page, "1000412270936").getByText("Bole").waitFor();
    // An archived branch stays where it was chosen, and can be chosen nowhere else.
    await person("patch", `/api/branches/${branchId}`).send({ archived: true }).expect(200);
    await bankAccounts.page.reload();
    await press(bankAccounts.page, "Edit 1000412270936");
    await dialogOf(bankAccounts.page).getByLabel("Label").fill("Shop");
    await press(dialogOf(bankAccounts.page), "Save");
    await rowOf(bankAccounts.page, "1000412270936").getByText("Archived").waitFor();
    await closed(bankAccounts.page);
    expect((await person("get", "/api/bank-accounts").expect(200)).body.data).toMatchObject([
      { branchId, label: "Shop" },
    ]);
    await press(bankAccounts.page, "Add account");
    await dialogOf(bankAccounts.page).getByLabel("Account number").waitFor();
    expect(await dialogOf(bankAccounts.page).getByLabel("Branch").count()).toBe(0);

    await person("patch", `/api/branches/${branchId}`).send({ archived: false }).expect(200);
    await apiKeys.page.reload();
    await press(apiKeys.page, "Create key");
    await dialogOf(apiKeys.page).getByLabel("Name").fill("Shop server");
    await dialogOf(apiKeys.page).getByLabel("Branch").selectOption({ label: "Bole" });
    await press(dialogOf(apiKeys.page), "Create key");
    rememberSecret(await dialogOf(apiKeys.page).locator("pre.secret").innerText());
    await press(dialogOf(apiKeys.page), "I have saved it");
    await rowOf(apiKeys.page, "Shop server").getByText("Bole").waitFor();
    await press(apiKeys.page, "Rotate Shop server");
    await press(dialogOf(apiKeys.page), "Create new key");
    rememberSecret(await dialogOf(apiKeys.page).locator("pre.secret").innerText());
    expect((await person("get", "/api/api-keys").expect(200)).body.data).toMatchObject([
      { branchId },
      { branchId },
    ]);
  });
});

/** Pages for signed-in people, by the routes that they call. */
const usedBy: Readonly<Record<string, readonly Role[]>> = {
  verify: rolesFor.payments,
  home: rolesFor.payments,
  payments: rolesFor.payments,
  request: rolesFor.payments,
  batches: rolesFor.payments,
  "new-batch": rolesFor.payments,
  batch: rolesFor.payments,
  deposits: rolesFor.payments,
  deposit: rolesFor.payments,
  "new-deposit": rolesFor.management,
  reviews: rolesFor.management,
  reports: rolesFor.payments,
  takings: rolesFor.money,
  reconciliations: rolesFor.money,
  reconciliation: rolesFor.money,
  uptime: rolesFor.payments,
  branches: rolesFor.management,
  tills: rolesFor.management,
  cashiers: rolesFor.management,
  credits: rolesFor.money,
  "bank-accounts": rolesFor.management,
  "api-keys": rolesFor.integration,
  "checkout-keys": rolesFor.integration,
  "code-samples": rolesFor.payments,
  webhooks: rolesFor.integration,
  "webhook-endpoint": rolesFor.integration,
  "webhook-deliveries": rolesFor.integration,
  "webhook-delivery": rolesFor.integration,
  profile: rolesFor.management,
  team: rolesFor.management,
  security: rolesFor.people,
  audit: rolesFor.management,
  password: rolesFor.people,
  sessions: rolesFor.people,
};

describe("the pages of a role", () => {
  let account: TestAccount;
  let pages: readonly RegisteredPage[];
  beforeAll(async () => {
    account = await system.account();
    const person = await signIn(system, account);
    await person("post", "/api/branches").send({ name: "Seen by managers" }).expect(201);
    await person("post", "/api/tills").send({ name: "Seen by managers" }).expect(201);
    await aCashier(person, { name: "Seen by managers" });
    await person("post", "/api/bank-accounts")
      .send({ bank: "cbe", accountNumber: "1000412270936", accountName: "Seen by managers" })
      .expect(201);
    const { page } = await visit(browser);
    pages = (await readRegistry(page, system)).filter(({ access }) => access === "session");
    await page.context().close();
  });

  it("are known for every page", () => {
    expect(pages.map(({ name }) => name).toSorted()).toEqual(Object.keys(usedBy).toSorted());
  });

  it.each(["owner", "manager", "developer", "cashier"] as const)(
    "are all that the navigation shows, and others refuse their address: %s",
    async (role) => {
      const opened = await visit(browser, wide);
      const { page } = opened;
      const [name = "", value = ""] = (
        await sessionCookie(system, account, await aMember(system, account, role))
      ).split("=");
      await page.context().addCookies([{ name, value, url: system.url, httpOnly: true, sameSite: "Lax" }]);
      const isFor = ({ name: of }: RegisteredPage) => usedBy[of]?.includes(role) ?? false;
      const shown = pages.filter((each) => each.isInNavigation && isFor(each));
      for (const each of pages.filter(({ path }) => !path.includes(":"))) {
        await page.goto(`${system.url}/dashboard${each.path === "/" ? "" : each.path}`);
        await page.locator(".account-name", { hasText: /./ }).waitFor();
        await page.locator(".page-body[aria-busy=false]").waitFor();
        const refused = page.getByText(`Your role (${role}) cannot do this`);
        expect([each.name, await refused.count()]).toEqual([each.name, isFor(each) ? 0 : 1]);
        if (isFor(each)) continue;
        expect(await page.locator("main :is(table, form, input, dl)").count()).toBe(0);
        expect(await page.locator("main").innerText()).not.toContain("Seen by managers");
      }
      const navigation = page.getByRole("navigation");
      expect(await navigation.locator("> :not(details) a").count()).toBeLessThanOrEqual(9);
      const closed = navigation.locator("details:not([open]) > summary");
      while ((await closed.count()) > 0) await closed.first().click();
      const links = navigation.getByRole("link");
      const hrefs = await Promise.all((await links.all()).map((link) => link.getAttribute("href")));
      expect(hrefs).toEqual(shown.map(({ path }) => (path === "/" ? "/dashboard" : `/dashboard${path}`)));
      expect(await violations(page)).toEqual([]);
    },
  );
});
