import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "../test/browser/chromium.ts";
import { launchChromium } from "../test/browser/chromium.ts";
import { percentiles } from "./bench-load.ts";
import { startBenchProcess } from "./bench-process.ts";
import { report } from "./bench-report.ts";

/**
 * Times each page on a slow phone: 50 KB/s, 400 ms and a CPU four times slower, from its address to the first moment
 * that a person can use it. The whole service runs in one process, warmed up by one visit.
 */
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_RATE = 4;
const RUNS = Number(process.env["BENCH_ROUNDS"] ?? 3);

const dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-bench-"));
await using service = await startBenchProcess("services/standalone/src/main.ts", {
  env: { DATA_DIR: dataDir, PORT: "18088", SANDBOX_PORT: "0", LOG_LEVEL: "error" },
  ready: /^Dashboard: \S+ \/ (\S+)$[\s\S]*^Sample: /m,
});
const url = "http://localhost:18088";
const email = "demo@example.com";
const password = service.readyText;

const signedIn = await fetch(`${url}/api/auth/login`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ email, password }),
});
const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
const [cookieName = "", cookieValue = ""] = cookie.split("=");

async function created(at: string, body: object): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID(), cookie };
  const response = await fetch(`${url}${at}`, { method: "POST", headers, body: JSON.stringify(body) });
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  return data;
}
const deposit = await created("/api/deposits", {
  ...{ amount: "1250.00", currency: "ETB", reference: "order-1042", expiresInMinutes: 60 },
});
const till = await created("/api/tills", { name: "Counter 1" });

interface Visit {
  readonly name: string;
  readonly goalSeconds: number;
  readonly isSignedIn: boolean;
  readonly address: string;
  /** Usable once it is there. */
  readonly usable: string;
  /** Measured instead, from the moment that it is called in the usable page. */
  readonly thenDo?: (page: Page) => Promise<unknown>;
}

const visits: readonly Visit[] = [
  {
    ...{ name: "sign-in", goalSeconds: 2.5, isSignedIn: false },
    ...{ address: "/dashboard/sign-in", usable: "#field-email" },
  },
  {
    ...{ name: "Home", goalSeconds: 4, isSignedIn: true },
    ...{ address: "/dashboard", usable: "#field-reference" },
  },
  {
    ...{ name: "Payments after Home", goalSeconds: 2, isSignedIn: true, address: "/dashboard" },
    usable: ".page-body[aria-busy=false]",
    thenDo: async (page) => {
      await page.evaluate("document.querySelector('nav a[href=\"/dashboard/payments\"]').click()");
      await page.locator("main table").first().waitFor({ state: "attached" });
    },
  },
  {
    ...{ name: "till", goalSeconds: 3, isSignedIn: false },
    ...{ address: `/till#${till["code"]}`, usable: "#enroll:not([hidden])" },
  },
  {
    ...{ name: "checkout", goalSeconds: 1.6, isSignedIn: false },
    ...{ address: new URL(String(deposit["checkoutUrl"])).pathname, usable: "form textarea, form input" },
  },
];

interface Measured {
  readonly seconds: number;
  readonly requests: number;
  readonly bytes: number;
}

async function measure(browser: Browser, { isSignedIn, address, usable, thenDo }: Visit): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    if (isSignedIn) await context.addCookies([{ name: cookieName, value: cookieValue, url }]);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    let requests = 0;
    let bytes = 0;
    session.on("Network.requestWillBeSent", () => (requests += 1));
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", network);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_RATE });
    let startedAt = performance.now();
    await page.goto(`${url}${address}`, { waitUntil: "commit" });
    await page.locator(usable).first().waitFor({ state: "attached" });
    if (thenDo !== undefined) {
      await page.waitForLoadState("networkidle");
      [startedAt, requests, bytes] = [performance.now(), 0, 0];
      await thenDo(page);
    }
    return { seconds: (performance.now() - startedAt) / 1_000, requests, bytes };
  } finally {
    await context.close();
  }
}

const browser = await launchChromium();
try {
  const results: { readonly visit: Visit; readonly runs: readonly Measured[] }[] = [];
  for (const visit of visits) {
    await measure(browser, visit);
    const runs: Measured[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(browser, visit));
    results.push({ visit, runs });
  }
  report({
    name: "slow-phone",
    title: "Pages on a slow phone",
    note: `From the address to the first moment that a person can use the page, at 50 KB/s and 400 ms with a CPU ${CPU_RATE} times slower, without a cache. Medians of ${RUNS} runs after one that is not counted, with all runs beside them.`,
    header: ["page", "usable after", "runs", "requests until then", "KiB until then"],
    rows: results.map(({ visit, runs }) => [
      visit.name,
      `${medianOf(runs).toFixed(2)} s`,
      runs.map(({ seconds }) => seconds.toFixed(2)).join(", "),
      String(Math.max(...runs.map(({ requests }) => requests))),
      (Math.max(...runs.map(({ bytes }) => bytes)) / 1_024).toFixed(1),
    ]),
    goals: results.map(({ visit, runs }) => ({
      goal: `${visit.name}: usable ≤ ${visit.goalSeconds} s`,
      measured: `${medianOf(runs).toFixed(2)} s`,
      met: medianOf(runs) <= visit.goalSeconds,
    })),
  });
} finally {
  await browser.close();
  await rm(dataDir, { recursive: true, force: true });
}

function medianOf(runs: readonly Measured[]): number {
  return percentiles(runs.map(({ seconds }) => seconds)).p50;
}
