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
  await dialogOf(page).getByRole("button", { name: "I have saved it" }).click();
  await dialogOf(page).waitFor({ state: "detached" });
  await nothingKeeps({ page, requests }, secret);
  return secret;
}

describe("the signing secret", () => {
  it("is created and shown once, rotated, ended early, and removed", async () => {
    const { page, complaints } = opened;
    await page.getByText("Webhooks are not signed").waitFor();
    await page.getByRole("button", { name: "Create secret" }).click();
    const first = await takeSecret(opened);
    await page.getByText("Webhooks are signed").waitFor();
    await page.getByRole("button", { name: "Rotate" }).click();
    await dialogOf(page).getByLabel("Keep the old secret for").selectOption("3600");
    await dialogOf(page).getByRole("button", { name: "Rotate" }).click();
    expect(await takeSecret(opened)).not.toBe(first);
    await page.getByText(/^Until .* both the old and the new secret/).waitFor();
    const end = "End old secret";
    await page.getByRole("button", { name: end }).click();
    await dialogOf(page).getByRole("button", { name: end }).click();
    await page.getByText("Only the new secret signs now.").waitFor();
    await page.getByRole("button", { name: "Remove secret" }).click();
    await dialogOf(page).getByRole("button", { name: "Remove secret" }).click();
    await page.getByText("Webhooks are not signed").waitFor();
    expect(complaints).toEqual([]);
  });

  /** Otherwise the second secret would sign while the first one is shown. */
  it("is created once when its button is pressed repeatedly", async () => {
    const { page } = opened;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let asked = 0;
    await page.route("**/api/profile/webhook-secret", async (route) => {
      asked += 1;
      await released;
      await route.continue();
    });
    await page.getByRole("button", { name: "Create secret" }).dblclick();
    release();
    await takeSecret(opened);
    await page.getByText("Webhooks are signed").waitFor();
    expect(asked).toBe(1);
  });
});

describe("a test delivery", () => {
  it.each([
    ["success", "Verified receipt"],
    ["failed", "Failed payment"],
    ["not_found", "Receipt not found"],
  ])("of the scenario %s arrives, and the page shows the outcome", async (scenario, name) => {
    const { page } = opened;
    await page.getByLabel("Send to").fill(receiver.url);
    await page.getByLabel("Verdict").selectOption({ label: name });
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("Delivered", { exact: true }).waitFor();
    const [webhook] = receiver.received;
    expect(webhook?.headers["x-webhook-test"]).toBe("true");
    expect(JSON.parse(webhook?.body ?? "{}").data.status).toBe(scenario);
  });

  it("without a good response is not delivered, and an invalid URL is rejected", async () => {
    const { page } = opened;
    receiver.nextStatuses.push(500);
    await page.getByLabel("Send to").fill(receiver.url);
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("Not delivered").waitFor();
    await page.getByText("500", { exact: true }).waitFor();
    await page.getByLabel("Send to").fill("http://127.0.0.1:9/hook");
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("No response.").waitFor();
    await page.getByLabel("Send to").fill("ftp://example.test");
    await page.getByRole("button", { name: "Send test" }).click();
    await page.locator("#fault-webhookUrl").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("webhookUrl");
  });
});

describe("the default URL", () => {
  it("is saved, preset for the test, and removed", async () => {
    const { page } = opened;
    await page.getByLabel(/^Webhook URL/).fill(receiver.url);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await page.getByLabel("Send to").waitFor();
    expect(await page.getByLabel("Send to").inputValue()).toBe(receiver.url);
    await page.getByLabel(/^Webhook URL/).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await page.getByLabel("Send to").waitFor();
    expect(await page.getByLabel("Send to").inputValue()).toBe("");
  });
});

describe("the recovery of missed webhooks", () => {
  it("resends them, and the page shows the progress to the end, also after a reload", async () => {
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
    await page.getByRole("button", { name: "Resend" }).click();
    await page.getByText("Recovery done").waitFor();
    await page.getByText("2 of 2 queued again").waitFor();
    await page.reload();
    await page.getByText("Recovery done").waitFor();
    expect(receiver.received.length).toBe(4);
    expect(complaints).toEqual([]);
  });

  it("requires a first day", async () => {
    const { page } = opened;
    await page.getByRole("button", { name: "Resend" }).click();
    await page.locator("#fault-since").waitFor();
  });
});
