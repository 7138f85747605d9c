import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";

import { receiver, useReceiver } from "../receiver.ts";
import { aReference, system, type TestAccount } from "../system.ts";
import { useChromium, type Visit } from "./chromium.ts";
import { dialogOf, nothingKeeps, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";

useChromium();
useLocalSystem({ verifiers: ["telebirr"], env: { WEBHOOK_RETRY_SCHEDULE: "0s" } });

let account: TestAccount;
let opened: Visit;
useReceiver();
beforeEach(async () => {
  account = await system.account();
  opened = await visitDashboard(account, "/webhooks");
  await opened.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

async function takeSecret({ page, requests }: Visit): Promise<string> {
  await dialogOf(page).getByRole("button", { name: "Copy the secret" }).click();
  await page.getByText("Copied: the secret").waitFor();
  const secret = String(await page.evaluate("navigator.clipboard.readText()"));
  rememberSecret(secret);
  expect(secret).toMatch(/^whsec_/);
  await dialogOf(page).getByRole("button", { name: "I have kept it" }).click();
  await dialogOf(page).waitFor({ state: "detached" });
  await nothingKeeps({ page, requests }, secret);
  return secret;
}

describe("the signing secret", () => {
  it("is made and shown once, rotated, the old one ended, and removed", async () => {
    const { page, complaints } = opened;
    await page.getByText("Webhooks are not signed").waitFor();
    await page.getByRole("button", { name: "Make a secret" }).click();
    const first = await takeSecret(opened);
    await page.getByText("Webhooks are signed").waitFor();
    await page.getByRole("button", { name: "Rotate" }).click();
    await dialogOf(page).getByLabel("The old secret goes on signing for").selectOption("3600");
    await dialogOf(page).getByRole("button", { name: "Rotate" }).click();
    expect(await takeSecret(opened)).not.toBe(first);
    await page.getByText(/^Until .* both the old and the new secret/).waitFor();
    const end = "End the old secret now";
    await page.getByRole("button", { name: end }).click();
    await dialogOf(page).getByRole("button", { name: end }).click();
    await page.getByText("Only the new secret signs now.").waitFor();
    await page.getByRole("button", { name: "Remove the secret" }).click();
    await dialogOf(page).getByRole("button", { name: "Remove the secret" }).click();
    await page.getByText("Webhooks are not signed").waitFor();
    expect(complaints).toEqual([]);
  });

  /** The second would sign, and the first would be on the screen. */
  it("is one, however often its button is pressed while it is made", async () => {
    const { page } = opened;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let asked = 0;
    await page.route("**/api/profile/webhook-secret", async (route) => {
      asked += 1;
      await released;
      await route.continue();
    });
    await page.getByRole("button", { name: "Make a secret" }).dblclick();
    release();
    await takeSecret(opened);
    await page.getByText("Webhooks are signed").waitFor();
    expect(asked).toBe(1);
  });
});

describe("a test delivery", () => {
  it.each([
    ["success", "A verified receipt"],
    ["failed", "A failed payment"],
    ["not_found", "A receipt that the bank does not know"],
  ])("of the scenario %s arrives, and the page says what came of it", async (scenario, name) => {
    const { page } = opened;
    await page.getByLabel("Send to").fill(receiver.url);
    await page.getByLabel("What it says").selectOption({ label: name });
    await page.getByRole("button", { name: "Send the test" }).click();
    await page.getByText("Delivered", { exact: true }).waitFor();
    const [webhook] = receiver.received;
    expect(webhook?.headers["x-webhook-test"]).toBe("true");
    expect(JSON.parse(webhook?.body ?? "{}").data.status).toBe(scenario);
  });

  it("that is answered badly, or not at all, is not delivered, and an address that will not do is refused", async () => {
    const { page } = opened;
    receiver.nextStatuses.push(500);
    await page.getByLabel("Send to").fill(receiver.url);
    await page.getByRole("button", { name: "Send the test" }).click();
    await page.getByText("Not delivered").waitFor();
    await page.getByText("500", { exact: true }).waitFor();
    await page.getByLabel("Send to").fill("http://127.0.0.1:9/hook");
    await page.getByRole("button", { name: "Send the test" }).click();
    await page.getByText("No answer came.").waitFor();
    await page.getByLabel("Send to").fill("ftp://example.test");
    await page.getByRole("button", { name: "Send the test" }).click();
    await page.locator("#fault-webhookUrl").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("webhookUrl");
  });
});

describe("the default address", () => {
  it("is saved, offered for the test, and taken away again", async () => {
    const { page } = opened;
    await page.getByLabel(/^Address/).fill(receiver.url);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await page.getByLabel("Send to").waitFor();
    expect(await page.getByLabel("Send to").inputValue()).toBe(receiver.url);
    await page.getByLabel(/^Address/).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await page.getByLabel("Send to").waitFor();
    expect(await page.getByLabel("Send to").inputValue()).toBe("");
  });
});

describe("what was lost", () => {
  it("is sent again, and the page follows it to the end, through a reload", async () => {
    receiver.nextStatuses.push(500, 500);
    for (const reference of [aReference(), aReference()]) {
      const headers = { "x-webhook-url": receiver.url };
      await system.verify(account, { bank: "telebirr", reference }, { waitMs: 15_000, headers }).expect(200);
    }
    await until(async () => {
      const rows = await system.sql(
        "select count(*)::int as exhausted from webhook_deliveries where user_id = $1 and state = 'exhausted'",
        account.userId,
      );
      return rows[0]?.exhausted === 2;
    });
    const { page, complaints } = opened;
    await page.getByLabel("From day").fill("2026-01-01");
    await page.getByRole("button", { name: "Send them again" }).click();
    await page.getByText("Recovery done").waitFor();
    await page.getByText("2 of 2 begun again").waitFor();
    await page.reload();
    await page.getByText("Recovery done").waitFor();
    expect(receiver.received.length).toBe(4);
    expect(complaints).toEqual([]);
  });

  it("needs to be told from which day on", async () => {
    const { page } = opened;
    await page.getByRole("button", { name: "Send them again" }).click();
    await page.locator("#fault-since").waitFor();
  });
});
