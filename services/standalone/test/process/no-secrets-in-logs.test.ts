import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { until } from "@receipts/testing";
import { jsonOf, type StandaloneProcess, startStandalone } from "./standalone-process.ts";

let dataDir: string;
let running: StandaloneProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-canaries-"));
  running = await startStandalone({ DATA_DIR: dataDir, PORT: "0", SANDBOX_PORT: "0", LOG_LEVEL: "debug" });
});
afterAll(async () => {
  await running.end("SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

async function call(pathname: string, { method = "POST", headers = {}, body }: Call = {}) {
  const response = await fetch(`${running.url}${pathname}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.clone().text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : await jsonOf(response),
  };
}

/** Reads the token from the dashboard's mail page, as a developer without a mail server does. */
async function mailedToken(): Promise<string> {
  return await until(async () => {
    const page = await fetch(`${running.url}/dashboard/mail`);
    expect(page.status).toBe(200);
    return /#token=([\w-]{43})"/.exec(await page.text())?.[1];
  });
}

/** A reader of the logs must not be able to act as an account, nor learn its data. */
it("logs no secret that was sent or received", async () => {
  const email = "canary-person@example.test";
  const password = "canary-password-1f9c";
  const wrong = "canary-wrong-password-77";
  await call("/api/auth/register", { body: { email, password, name: "Canary Person" } });
  const token = await mailedToken();
  expect((await call("/api/auth/confirm", { body: { token } })).status).toBe(200);
  await call("/api/auth/login", { body: { email, password: wrong } });
  const login = await call("/api/auth/login", { body: { email, password } });
  expect(login.status).toBe(200);
  const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const session = { cookie };

  const key = await call("/api/api-keys", {
    headers: session,
    body: { name: "till", permissions: { verification: ["read", "write"] } },
  });
  const secret = await call("/api/profile/webhook-secret", { headers: session, body: {} });
  const accountNumber = "1000777000777";
  await call("/api/bank-accounts", {
    headers: session,
    body: { bank: "cbe", accountNumber, accountName: "Canary Trading" },
  });
  const apiKey: string = key.body.data.key;
  const keyed = { "x-api-key": apiKey };
  await call("/api/verify?waitMs=5000", {
    headers: keyed,
    body: { bank: "telebirr", reference: "DJ57QK2M41", settlementAccount: accountNumber },
  });
  // Secrets in the wrong fields, too.
  const stray = `canary-stray-${apiKey}`;
  await call(`/api/verify/${encodeURIComponent(stray)}`, { method: "GET", headers: keyed });
  await call("/api/verify", { headers: keyed, body: `{"reference": "${password}` });
  await call("/api/verify", { headers: { "x-api-key": `${apiKey}x` }, body: { reference: stray } });
  await call("/api/verify", {
    headers: keyed,
    body: { bank: "telebirr", reference: "DJ57QK2M41", webhookUrl: `http://user:${password}@127.0.0.1/x` },
  });
  await call("/api/auth/logout", { headers: session, body: {} });

  const canaries = [
    password,
    wrong,
    token,
    apiKey,
    secret.body.data.secret,
    cookie.split("=")[1],
    accountNumber,
  ];
  expect(canaries.every((canary) => typeof canary === "string" && canary.length > 8)).toBe(true);
  const lines = running.output().split("\n");
  expect(lines.filter((line) => line.includes("http.request")).length).toBeGreaterThan(10);
  for (const canary of canaries) expect(lines.filter((line) => line.includes(canary))).toEqual([]);
});
