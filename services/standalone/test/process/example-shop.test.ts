import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { until } from "@receipts/testing";
import { cookieOf, payInSandbox, postTo } from "./standalone-calls.ts";
import {
  jsonOf,
  makeStandaloneHome,
  type StandaloneHome,
  type StandaloneProcess,
  startStandalone,
} from "./standalone-process.ts";

const SHOP = fileURLToPath(new URL("../../../gateway/examples/shop/shop.mjs", import.meta.url));

let home: StandaloneHome;
let standalone: StandaloneProcess;
const shops: ChildProcess[] = [];
beforeAll(async () => {
  home = await makeStandaloneHome();
  standalone = await startStandalone(home.env);
});
afterAll(async () => {
  for (const shop of shops) shop.kill("SIGKILL");
  await standalone.end("SIGTERM");
  await home.remove();
});

async function startShop(env: Record<string, string> = {}): Promise<{ url: string; output: () => string }> {
  let output = "";
  const shop = spawn(process.execPath, [SHOP], {
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      API_URL: standalone.url,
      CHECKOUT_KEY: standalone.printed("Checkout key"),
      ...env,
    },
  });
  shops.push(shop);
  for (const stream of [shop.stdout, shop.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const url = await until(() => /^listening on (\S+)$/m.exec(output)?.[1], { what: "the shop" });
  return { url, output: () => output };
}

/** Places an order; returns the hosted page of its deposit and the order's page. */
async function order(shopUrl: string): Promise<{ pageUrl: string; orderUrl: string }> {
  const response = await fetch(`${shopUrl}/orders`, { method: "POST", redirect: "manual" });
  expect(response.status).toBe(303);
  const { pathname } = new URL(response.headers.get("location") ?? "");
  const token = pathname.split("/").at(-1);
  const { rows } = await home.database.pool.query("select return_url from deposits where token = $1", [
    token,
  ]);
  return { pageUrl: `${standalone.url}${pathname}`, orderUrl: rows[0].return_url };
}

/** Pays to the account on the page, and pastes the message there. */
async function payOnPage(pageUrl: string): Promise<void> {
  const { rows } = await home.database.pool.query(
    "select payment_options -> 0 as option from deposits where token = $1",
    [pageUrl.split("/").at(-1)],
  );
  const shown = await (await fetch(`${pageUrl}?from=${rows[0].option.bank}`)).text();
  expect(shown).toContain(rows[0].option.accountName);
  const receipt = await payInSandbox(standalone, rows[0].option, "1250.00");
  const response = await fetch(`${pageUrl}/receipts`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ receipt }),
  });
  expect(response.status).toBe(200);
}

const pageOf = async (url: string) => await (await fetch(url)).text();

describe("the example shop", () => {
  it("marks an order as paid on a signed webhook, and shows that to the returning payer", async () => {
    const cookie = await cookieOf(standalone);
    const made = await postTo(`${standalone.url}/api/profile/webhook-secret`, {}, { cookie });
    const shop = await startShop({ WEBHOOK_SECRET: (await jsonOf(made)).data.secret });
    expect(await pageOf(shop.url)).toContain("Two chairs");

    const { pageUrl, orderUrl } = await order(shop.url);
    expect(await pageOf(orderUrl)).toContain("Not paid yet: awaiting_payment");
    await payOnPage(pageUrl);
    await until(() => /^paid \S+ with 1250\.00 \(deposit\.confirmed\)$/m.test(shop.output()), {
      what: `a paid order: ${shop.output()}`,
    });
    expect(await pageOf(orderUrl)).toContain("Paid. Thank you!");
    expect(shop.output().match(/^paid /gm)).toHaveLength(1);
  });

  it("rejects unsigned webhooks", async () => {
    const shop = await startShop({ WEBHOOK_SECRET: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" });
    const { orderUrl } = await order(shop.url);
    const forged = {
      type: "deposit.confirmed",
      data: { status: "confirmed", reference: orderUrl.split("/").at(-1) },
    };
    const now = String(Math.floor(Date.now() / 1_000));
    const headers = { "webhook-id": "whd_1", "webhook-timestamp": now, "webhook-signature": "v1,AAAA" };
    expect((await postTo(`${shop.url}/webhooks`, forged, headers)).status).toBe(401);
    expect((await postTo(`${shop.url}/webhooks`, forged)).status).toBe(401);
    expect(await pageOf(orderUrl)).toContain("Not paid yet");
  });

  it("polls events if webhooks cannot reach it", async () => {
    const shop = await startShop();
    const { pageUrl } = await order(shop.url);
    await payOnPage(pageUrl);
    await until(() => /^paid \S+ with 1250\.00/m.test(shop.output()), {
      what: `a paid order: ${shop.output()}`,
    });
  });
});
