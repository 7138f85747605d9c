import { until } from "@receipts/testing";
import type { Page } from "playwright-core";
import { receiver, useReceiver } from "../receiver.ts";
import { aReference, system, type TestAccount } from "../system.ts";
import { useChromium, type Visit } from "./chromium.ts";
import { dialogOf, heading, takeSecret, visitDashboard } from "./dashboard-visits.ts";
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

describe("the signing secret", () => {
  it("is created and shown once, rotated, ended early, and removed", async () => {
    const { page, complaints } = opened;
    await page.getByText("Webhooks are not signed").waitFor();
    await page.getByRole("button", { name: "Create secret" }).click();
    const first = await takeSecret(opened);
    await page.getByText("Webhooks are signed").waitFor();
    await page.getByRole("button", { name: "Rotate secret" }).click();
    await dialogOf(page).getByLabel("Keep the old secret for").selectOption("3600");
    await dialogOf(page).getByRole("button", { name: "Rotate secret" }).click();
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

describe("the default URL", () => {
  it("is set, shown as the first endpoint, changed and removed", async () => {
    const { page, complaints } = opened;
    await page.getByRole("button", { name: "Set default URL" }).click();
    await dialogOf(page).getByLabel("URL", { exact: true }).fill(receiver.url);
    await dialogOf(page).getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByText("Default", { exact: true }).waitFor();
    await page.getByRole("link", { name: receiver.url }).click();
    await heading(page, "Webhook endpoint");
    await page.getByText("The account secret signs webhooks to the default URL.").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await dialogOf(page).getByLabel("URL", { exact: true }).fill(`${receiver.url}/other`);
    await dialogOf(page).getByRole("button", { name: "Save" }).click();
    const details = page.getByRole("region", { name: "Details" });
    await details.getByText(`${receiver.url}/other`, { exact: true }).waitFor();
    const stored = "select url from webhook_endpoints where user_id = $1 and is_default";
    expect(await system.sql(stored, account.userId)).toEqual([{ url: `${receiver.url}/other` }]);
    await page.getByRole("button", { name: "Delete" }).click();
    await dialogOf(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Set default URL" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

async function openRecovery(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Delivery log" }).click();
  await heading(page, "Webhook deliveries");
  await page.locator("summary", { hasText: "Resend missed webhooks" }).click();
}

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
    await openRecovery(page);
    await page.getByLabel("From day").last().fill("2026-01-01");
    await page.getByRole("button", { name: "Resend all failed" }).click();
    await page.getByText("Recovery done").waitFor();
    await page.getByText("2 of 2 queued again").waitFor();
    await page.reload();
    await page.getByText("Recovery done").waitFor();
    expect(receiver.received.length).toBe(4);
    expect(complaints).toEqual([]);
  });

  it("requires a first day", async () => {
    const { page } = opened;
    await openRecovery(page);
    await page.getByRole("button", { name: "Resend all failed" }).click();
    await page.locator("#fault-since").waitFor();
  });
});
