import type { Browser, Page } from "playwright-core";
import { aPerson, type Owner } from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { aCashier, PIN } from "../tills.ts";
import { browser, type Visit, visit } from "./chromium.ts";
import { useLocalSystem } from "./local-system.ts";

/** Receives the customers' payments. */
export const PHONE = "0933112233";
/** The shop of the running test file (`useTills`). */
export let account: TestAccount;
export let person: Owner;

/** A system with a shop and its cashier Hanna. */
export function useTills(env: NodeJS.ProcessEnv = {}): void {
  useLocalSystem({ verifiers: ["telebirr"], env });
  beforeAll(async () => {
    ({ account, person } = await aPerson(system));
    await system.saveBankAccount(account, "telebirr", PHONE);
    await aCashier(person, { name: "Hanna" });
  });
}

export const payment = (
  amount = "1250.00",
  receiver = { receiverAccount: PHONE, receiverName: "Test Merchant" },
) => system.pay({ bank: "telebirr", amount, ...receiver });

export interface TillVisit extends Visit {
  readonly tillId: string;
}

export interface TillOptions {
  readonly language?: string;
  readonly on?: Browser;
  /** Called before the page loads. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Opens the page of a new till with its code. */
export async function openTill({
  language = "en",
  on = browser,
  prepare,
}: TillOptions = {}): Promise<TillVisit> {
  const opened = await visit(on);
  const { body } = await person("post", "/api/tills").send({ name: "Counter 1" }).expect(201);
  const { till, code } = body.data;
  await prepare?.(opened.page);
  await opened.page.goto(`${system.url}/till?lang=${language}#${code}`);
  await opened.page.locator("#enroll").waitFor();
  return { ...opened, tillId: till.id };
}

export async function enterPin(page: Page, pin = PIN): Promise<void> {
  await page.getByRole("button", { name: "Hanna" }).click();
  for (const digit of pin) await page.locator(`[data-digit="${digit}"]`).click();
}

export async function openShift(options: TillOptions = {}): Promise<TillVisit> {
  const opened = await openTill(options);
  await opened.page.locator("#enroll-form button").click();
  await enterPin(opened.page);
  await opened.page.locator("#counter").waitFor();
  return opened;
}

export async function ask(page: Page, reference: string, amount = "1250.00"): Promise<void> {
  await page.locator("#reference").fill(reference);
  await page.locator("#amount").fill(amount);
  await page.locator("#ask-form button[type=submit]").click();
}

export async function answerOf(page: Page, kind: string): Promise<string> {
  await page.locator(`#answer.${kind}`).waitFor();
  return await page.locator("#answer").innerText();
}
