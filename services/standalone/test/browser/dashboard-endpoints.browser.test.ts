import { createHmac } from "node:crypto";
import { until } from "@receipts/testing";
import { receiver, useReceiver } from "../receiver.ts";
import { system, type TestAccount } from "../system.ts";
import { keepPicture, useChromium, type Visit } from "./chromium.ts";
import { dialogOf, heading, takeSecret, visitDashboard } from "./dashboard-visits.ts";
import { useLocalSystem } from "./local-system.ts";
import { expectWidth, violations } from "./page-checks.ts";

useChromium();
useReceiver();
useLocalSystem({ verifiers: [], env: { WEBHOOK_RETRY_SCHEDULE: "0s" } });

let account: TestAccount;
let opened: Visit;
beforeEach(async () => {
  account = await system.account();
  opened = await visitDashboard(account, "/webhooks", { viewport: { width: 1_280, height: 900 } });
  await opened.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

/** Checks a state of the page on a phone and a desktop, light and dark. */
async function look({ page }: Visit, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1_280]) {
      await expectWidth(page, width);
      expect(await violations(page)).toEqual([]);
      await keepPicture(page, `dashboard-endpoints-${name}-${colorScheme}-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/** Adds an endpoint for the receiver, and returns its secret. */
async function addEndpoint({ page, requests }: Visit, choose: () => Promise<void>): Promise<string> {
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await dialogOf(page).getByLabel("URL", { exact: true }).fill(receiver.url);
  await dialogOf(page).getByLabel("Description").fill("Bookkeeping");
  await choose();
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  const secret = await takeSecret({ page, requests });
  await heading(page, "Webhook endpoint");
  return secret;
}

async function sendTest({ page }: Visit, type: string): Promise<void> {
  await page.getByRole("button", { name: "Send test" }).click();
  await dialogOf(page).getByLabel("Event").selectOption(type);
  await dialogOf(page).getByRole("button", { name: "Send test" }).click();
  await heading(page, /^Webhook delivery whd_/);
}

const signatureOf = (secret: string, timestamp: unknown, body: string) =>
  `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;

it("is made, fails a test, delivers it after a resend, and gets a new secret", async () => {
  const { page, complaints } = opened;
  await page.getByText("No endpoint yet").waitFor();
  const secret = await addEndpoint(opened, async () => {
    await dialogOf(page).getByLabel("All events, also future ones").uncheck();
    await dialogOf(page).getByLabel("deposit.* All of this group").check();
    await dialogOf(page).getByLabel("deposit.created").uncheck();
    await dialogOf(page).getByLabel("credits.low").check();
    await dialogOf(page).getByLabel("Headers").fill("X-Shop-Token: s3cret: value\n");
    await look(opened, "form");
  });
  const details = page.getByRole("region", { name: "Details" });
  for (const text of ["Healthy", "credits.low", "deposit.confirmed", "x-shop-token", receiver.url])
    await details.getByText(text, { exact: true }).waitFor();
  expect(await details.getByText("deposit.created", { exact: true }).count()).toBe(0);
  await look(opened, "healthy");

  receiver.nextStatuses.push(500);
  receiver.responseBody = "Stock <b>table</b> is locked";
  await sendTest(opened, "credits.low");
  await page.getByText("All attempts failed").waitFor();
  await page.getByText("Attempt 1: Response 500").waitFor();
  await page.getByText("Your server failed while it handled the webhook.").waitFor();
  await page.getByText(receiver.responseBody, { exact: true }).waitFor();
  await look(opened, "failed");

  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByText("Attempt 2: Response 200").waitFor();
  await page.getByText("Delivered", { exact: true }).waitFor();
  const [first, second] = receiver.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["x-webhook-delivery-id"]).toBe(first?.headers["x-webhook-delivery-id"]);
  expect(second?.headers["x-shop-token"]).toBe("s3cret: value");
  expect(second?.headers["x-webhook-signature"]).toBe(
    signatureOf(secret, second?.headers["x-webhook-timestamp"], second?.body ?? ""),
  );
  await page.getByRole("button", { name: "Copy the payload" }).click();
  await page.getByText("Copied: the payload").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(second?.body);

  await page.getByRole("link", { name: "Bookkeeping" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await dialogOf(page).getByLabel("Keep the old secret for").selectOption("3600");
  await dialogOf(page).getByRole("button", { name: "Rotate secret" }).click();
  const fresh = await takeSecret(opened);
  expect(fresh).not.toBe(secret);
  await page.getByText(/^Until .* both the old and the new secret/).waitFor();
  await sendTest(opened, "webhook.test");
  await page.getByText("Attempt 1: Response 200").waitFor();
  const last = receiver.received.at(-1);
  expect(last?.headers["webhook-signature"]?.toString().split(" ")).toHaveLength(2);
  expect(complaints).toEqual([]);
});

it("is disabled by a 410, which the pages say until it is enabled again", async () => {
  const { page, complaints } = opened;
  await addEndpoint(opened, async () => undefined);
  receiver.nextStatuses.push(410);
  await sendTest(opened, "deposit.confirmed");
  await page.getByText("Given up", { exact: true }).waitFor();
  await page.getByText("Your server responded 410").first().waitFor();
  await page.goto(`${system.url}/dashboard`);
  await page.getByText("A webhook endpoint is disabled").waitFor();
  await page.getByRole("link", { name: "Go to webhooks" }).click();
  await heading(page, "Webhooks");
  const banner = page.locator(".notice.bad");
  await banner.getByText(/because your server responded 410/).waitFor();
  await look(opened, "disabled");
  await banner.getByRole("button", { name: "Enable again" }).click();
  await page.getByText("The endpoint is enabled.").waitFor();
  await banner.waitFor({ state: "detached" });

  await page.getByRole("link", { name: "Bookkeeping" }).click();
  await heading(page, "Webhook endpoint");
  await page.getByLabel("From day").fill("2026-01-01");
  await page.getByRole("button", { name: "Resend all failed" }).click();
  await page.getByText("1 of 1 queued again").waitFor();
  await page.getByText("Recovery done").waitFor();
  await until(() => receiver.received.length === 2);
  await look(opened, "recovered");
  expect(complaints).toEqual([]);
});

it("is edited, disabled and deleted; its deliveries stay in the log", async () => {
  const { page, complaints } = opened;
  await addEndpoint(opened, async () => {
    await dialogOf(page).getByLabel("Headers").fill("X-Shop-Token: s3cret");
  });
  await sendTest(opened, "webhook.test");
  await page.getByText("Attempt 1: Response 200").waitFor();
  await page.getByRole("link", { name: "Bookkeeping" }).click();
  await heading(page, "Webhook endpoint");
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await dialogOf(page).getByLabel("All events, also future ones").isChecked()).toBe(true);
  await dialogOf(page).getByLabel("Headers", { exact: false }).first().fill("no colon");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await dialogOf(page).getByText("Each line must be a name, a colon and a value").waitFor();
  await dialogOf(page).locator("textarea").fill("");
  await dialogOf(page).getByLabel("Description").fill("");
  await dialogOf(page).getByLabel("Rate").fill("7");
  await dialogOf(page).getByLabel("Remove all headers").check();
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("7 attempts a second").waitFor();
  await page.getByText("None", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Disable" }).click();
  await dialogOf(page).getByRole("button", { name: "Disable" }).click();
  await page.getByText("You disabled it. It gets no new webhooks.").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await heading(page, "Webhooks");
  await page.getByText("No endpoint yet").waitFor();
  await page.getByRole("link", { name: "Delivery log" }).click();
  await page.getByRole("table", { name: "Webhook deliveries" }).getByText("webhook.test").waitFor();
  expect(complaints).toEqual([]);
});

it("shows errors at their fields", async () => {
  const { page } = opened;
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await dialogOf(page).getByLabel("URL", { exact: true }).fill("ftp://example.test");
  await dialogOf(page).getByLabel("All events, also future ones").uncheck();
  await dialogOf(page).getByLabel("Headers").fill("X-Webhook-Event: mine");
  await dialogOf(page).getByLabel("Rate").fill("1000");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  for (const field of ["types", "headers", "maxPerSecond"])
    await dialogOf(page).locator(`#fault-${field}`).waitFor();
});

describe("the log", () => {
  it("is filtered and paged", async () => {
    const { page, complaints } = opened;
    await system.sql(
      `insert into webhook_deliveries (id, user_id, event, subject, url, payload, http_request_id, state, created_at, finished_at, next_attempt_at)
       select 'whd_' || lpad(n::text, 26, '0'), $1, case when n % 2 = 0 then 'deposit.created' else 'deposit.expired' end,
              'dep_' || lpad((n / 2)::text, 26, '0'), 'https://shop.example/hook', '{}', 'req',
              case when n = 1 then 'pending' else 'delivered' end, now() - make_interval(hours => n),
              case when n <> 1 then now() end, now() + interval '1 hour'
         from generate_series(1, 60) n`,
      account.userId,
    );
    await page.getByRole("link", { name: "Delivery log" }).click();
    const rows = page.getByRole("table", { name: "Webhook deliveries" }).locator("tbody tr");
    await until(async () => (await rows.count()) === 25);
    await page.getByRole("link", { name: "Older" }).click();
    await page.getByRole("link", { name: "dep_00000000000000000000000013" }).first().waitFor();
    await page.getByRole("link", { name: "Older" }).click();
    await until(async () => (await rows.count()) === 10);
    await page.getByRole("link", { name: "Newest" }).click();
    await page.getByText("In progress").last().waitFor();

    await page.getByLabel("Event").selectOption("deposit.expired");
    await page.getByLabel("Endpoint").selectOption("none");
    await page.getByLabel("Id").fill("dep_00000000000000000000000002");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await until(async () => (await rows.count()) === 1);
    await look(opened, "log");
    await page.getByLabel("Status").selectOption("exhausted");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByText("No webhook matches").waitFor();
    await page.getByLabel("Id").fill("whd_00000000000000000000000001");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await heading(page, /^Webhook delivery whd_00000000000000000000000001/);
    await page.getByText("The first attempt is due.").waitFor();
    expect(complaints).toEqual([]);
  });
});
