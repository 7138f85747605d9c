import { BOT_TOKEN } from "../bot-api.ts";
import { aPerson } from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { browser, useChromium, visit } from "./chromium.ts";
import { signInBrowser } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectToFit, violations, violationsInTheDark } from "./page-checks.ts";

useChromium();
useLocalSystem({
  verifiers: [],
  env: { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: "http://127.0.0.1:9" },
});

async function openProfile(account: TestAccount, language = "en") {
  const opened = await visit(browser);
  await signInBrowser(opened.page, system, account);
  await opened.page.goto(`${system.url}/dashboard/profile?lang=${language}`);
  return opened;
}

const linkChat = (account: TestAccount, chatId: number) =>
  system.sql(
    `insert into telegram_chats (id, user_id, chat_id, name, language, topics, summarized_on)
     values ('tgc_' || new_ulid(), $1, $2, 'Sara (@sara)', 'en', '{credits_low}', now())`,
    account.userId,
    chatId,
  );

it("links a chat by a code, chooses its messages, and unlinks it", async () => {
  const { account, person } = await aPerson(system);
  const { page } = await openProfile(account);
  await page.getByText("No chat is linked yet.").waitFor();
  await page.getByRole("button", { name: "Link a chat" }).click();
  await page
    .getByRole("dialog")
    .getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    .waitFor();
  await linkChat(account, 1);
  await page.keyboard.press("Escape");
  await page.getByText("Sara (@sara)").first().waitFor();
  await page.getByRole("button", { name: "Choose messages" }).click();
  await page.getByLabel("Daily summary", { exact: true }).check();
  await page.getByLabel("Hour of the daily summary").selectOption("07:00");
  await page.getByLabel("May verify receipts").uncheck();
  await page.getByRole("button", { name: "Save" }).last().click();
  await page.getByText("Credits low · Daily summary").waitFor();
  const { body } = await person("get", "/api/telegram").expect(200);
  expect(body.data.chats).toEqual([
    expect.objectContaining({
      topics: ["credits_low", "daily_summary"],
      summaryHour: 7,
      mayVerify: false,
      language: "en",
    }),
  ]);
  await system.sql("update telegram_chats set blocked_at = now() where user_id = $1", account.userId);
  await page.reload();
  await page.getByText("Unlinked: the bot was blocked").waitFor();
  await page.getByRole("button", { name: "Unlink" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await page.getByText("No chat is linked yet.").waitFor();
});

it.each(["en", "am"])("is accessible, light and dark, and fits every screen, in %s", async (language) => {
  const { account } = await aPerson(system);
  await linkChat(account, language === "en" ? 2 : 3);
  const { page, complaints } = await openProfile(account, language);
  const card = page.locator("section[aria-labelledby=telegram]");
  await card.waitFor();
  await expectToFit(page, `dashboard-telegram-${language}`);
  expect(await violations(page)).toEqual([]);
  expect(await violationsInTheDark(page)).toEqual([]);
  await card.getByRole("button").first().click();
  await page.locator("dialog").waitFor();
  await expectToFit(page, `dashboard-telegram-dialog-${language}`, "dialog");
  expect(await violations(page)).toEqual([]);
  expect(complaints.filter((text) => !text.includes("status of 404"))).toEqual([]);
});
