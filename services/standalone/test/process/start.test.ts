import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { jsonOf, startStandalone } from "./standalone-process.ts";

let dataDir: string;
beforeAll(async () => {
  // Mode 0700, owned by root: the embedded database must still reach its folder.
  dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-standalone-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** In the first folder it uses the compile cache of that folder, as a user's start does, not that of the test run. */
const start = (folder = dataDir, env: Readonly<Record<string, string>> = {}) =>
  startStandalone({
    ...{ DATA_DIR: folder, PORT: "0", SANDBOX_PORT: "0" },
    ...(folder === dataDir && { NODE_COMPILE_CACHE: undefined }),
    ...env,
  });

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Returns the roles of the services' connections to the embedded PostgreSQL. */
async function rolesOfServices(): Promise<string[]> {
  const [, connectionString] =
    /^DATABASE_URL=(.*)$/m.exec(await readFile(path.join(dataDir, "standalone.env"), "utf8")) ?? [];
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const { rows } = await owner.query<{ connected: string }>(
    `select distinct format('%s as %s', regexp_replace(application_name, '^verifier-.*', 'verifier'), usename) as connected
       from pg_stat_activity where datname = current_database() and application_name ~ '^(gateway|verifier|webhook)'
      order by 1`,
  );
  await owner.end();
  return rows.map(({ connected }) => connected);
}

describe("npm start", () => {
  it("prints working keys and a verified sample, exits with 0 on SIGINT, and finds its data again", async () => {
    const first = await start();
    expect(first.output()).toMatch(/^Ready: http:\/\/localhost:\d+$/m);
    expect(first.output()).toMatch(/^API key: rvk_[0-9A-Za-z]{49}$/m);
    expect(first.output()).toMatch(/^Checkout key: sck_[0-9A-Za-z]{49}$/m);
    expect(first.output()).toMatch(/^Dashboard: demo@example\.com \/ [A-Za-z0-9_-]{16}$/m);
    expect(first.output()).toMatch(/^Bank sandbox: http:\/\/127\.0\.0\.1:\d+$/m);
    expect(first.output()).toMatch(/^Sample: telebirr [A-Z0-9]{10} verified=true \d+\.\d\d ETB$/m);
    const submit = () =>
      fetch(`${first.url}/api/verify?waitMs=10000`, {
        method: "POST",
        headers: { "x-api-key": first.apiKey, "content-type": "application/json" },
        body: JSON.stringify({ bank: "telebirr", reference: "DJ57QK2X01" }),
      });
    const response = await jsonOf(await submit());
    expect(response.data[0]).toMatchObject({
      verified: true,
      settlementAccountMatch: { matched: true, source: "account_registry" },
    });
    expect(await first.end("SIGINT")).toBe(0);

    const second = await start();
    expect(second.apiKey).toBe(first.apiKey);
    expect(await rolesOfServices()).toEqual([
      "gateway as receipts_gateway",
      "verifier as receipts_verifier",
      "webhook-dispatcher as receipts_dispatcher",
    ]);
    const dashboard = /^Dashboard: (.*) \/ (.*)$/m;
    const [line, email, password] = dashboard.exec(second.output()) ?? [];
    expect(line).toBe(dashboard.exec(first.output())?.[0]);
    const signedIn = await fetch(`${second.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: second.url },
      body: JSON.stringify({ email, password }),
    });
    expect((await jsonOf(signedIn)).data).toMatchObject({ user: { email } });
    const found = await fetch(`${second.url}/api/verify/${response.requestId}`, {
      headers: { "x-api-key": second.apiKey },
    });
    expect((await jsonOf(found)).data).toMatchObject({ requestId: response.requestId, status: "success" });
    expect(await second.end("SIGTERM")).toBe(0);
  });

  it("stores its compile cache beside the data, readable only by the owner", async () => {
    expect(await readdir(path.join(dataDir, "compile-cache"))).not.toEqual([]);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it("starts without a compile cache if it cannot write one", async () => {
    const cache = path.join(dataDir, "compile-cache");
    await rename(cache, `${cache}-aside`);
    await writeFile(cache, "not a folder");
    const running = await start();
    expect(running.output()).toMatch(/^Sample: .* verified=true/m);
    expect(await running.end("SIGTERM")).toBe(0);
    expect(await readFile(cache, "utf8")).toBe("not a folder");
    await rm(cache);
    await rename(`${cache}-aside`, cache);
  });

  it("stores the demo's secrets readable only by the owner", async () => {
    for (const file of ["demo.json", "standalone.env", "postgres.password"]) {
      expect((await stat(path.join(dataDir, file))).mode & 0o777).toBe(0o600);
    }
    expect(JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8"))).toMatchObject({
      apiKey: expect.stringMatching(/^rvk_/),
      password: expect.stringMatching(/^.{16}$/),
    });
  });

  it("stores every step of a request in a file that its owner alone can read", async () => {
    const file = path.join(dataDir, "standalone.log");
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    const finished = lines.find((line) => line.includes('"message":"verification.finished"')) ?? "{}";
    const { verificationId, ...step } = JSON.parse(finished);
    expect(step).toMatchObject({
      level: "info",
      bank: "telebirr",
      bankCalls: [expect.stringMatching(/^document \d+ ms$/)],
    });
    expect(lines.filter((line) => line.includes(verificationId)).length).toBeGreaterThan(1);
    expect(lines.join("\n")).not.toMatch(/[rs](?:vk|ck)_[0-9A-Za-z]{49}/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("encrypts quarantined documents with a separate key", async () => {
    const secrets = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8"));
    const left = await readFile(path.join(dataDir, "standalone.env"), "utf8");
    expect(left).toContain(`QUARANTINE_KEY=${secrets.quarantineKey}\n`);
    expect(left).toContain(`SECRETS_ENCRYPTION_KEY=${secrets.secretsEncryptionKey}\n`);
    expect(secrets.quarantineKey).not.toBe(secrets.secretsEncryptionKey);
  });

  it("listens only on loopback unless HOST is set, and then sends no webhooks to private addresses", async () => {
    const outside = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4")?.address;
    if (outside === undefined) throw new Error("this machine has no address but loopback");
    const liveFrom = async (env: Record<string, string>) => {
      const running = await start(dataDir, env);
      const { port } = new URL(running.url);
      const live = await fetch(`http://${outside}:${port}/health/live`).then(
        ({ status }) => status,
        (error: Error) => (error.cause as NodeJS.ErrnoException).code,
      );
      const hook = await fetch(`${running.url}/api/verify`, {
        method: "POST",
        headers: { "x-api-key": running.apiKey, "content-type": "application/json" },
        body: JSON.stringify({
          bank: "telebirr",
          reference: "DJ57QK2X02",
          webhookUrl: `http://${outside}/hook`,
        }),
      });
      await running.end("SIGTERM");
      return { live, hook: hook.status };
    };
    expect(await liveFrom({})).toEqual({ live: "ECONNREFUSED", hook: 202 });
    expect(await liveFrom({ HOST: "0.0.0.0" })).toEqual({ live: 200, hook: 422 });
  });

  it("refuses to allow private webhooks while it listens on a public address", async () => {
    await expect(start(dataDir, { HOST: "0.0.0.0", WEBHOOK_ALLOW_PRIVATE: "true" })).rejects.toThrow(
      "WEBHOOK_ALLOW_PRIVATE: must not be true while HOST is not a loopback address",
    );
  });

  it("lists every wrong setting at once and exits with 1", async () => {
    await expect(startStandalone({ DATA_DIR: dataDir, PORT: "eighty", DEMO_CREDITS: "-1" })).rejects.toThrow(
      /PORT: must be a whole number[\s\S]*DEMO_CREDITS/,
    );
  });
});

/** The first lines that a new operator reads. */
describe("a start that cannot succeed says why in one line, without a stack", () => {
  const root = path.join(import.meta.dirname, "../../../..");
  const standalone = "services/standalone/src/main.ts";
  const migrate = "packages/database/src/migrate-main.ts";
  let taken: string;
  let file: string;
  const server = createServer();
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    taken = String((server.address() as AddressInfo).port);
    file = path.join(dataDir, "a-file");
    await writeFile(file, "");
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each<[string, string, () => Readonly<Record<string, string>>, RegExp]>([
    ["a port in use", standalone, () => ({ PORT: taken }), /PORT: another program listens on port \d+/],
    [
      "the sandbox's port in use",
      standalone,
      () => ({ SANDBOX_PORT: taken }),
      /SANDBOX_PORT: another program/,
    ],
    [
      "an address of another machine",
      standalone,
      () => ({ HOST: "192.0.2.1" }),
      /HOST: 192\.0\.2\.1 is no address/,
    ],
    [
      "a folder below a file",
      standalone,
      () => ({ DATA_DIR: path.join(file, "x") }),
      /DATA_DIR: .*is a file/,
    ],
    [
      "a closed database",
      migrate,
      () => ({ DATABASE_URL: "postgresql://127.0.0.1:1/x" }),
      /DATABASE_URL: .*127\.0\.0\.1:1 \(ECONNREFUSED/,
    ],
    [
      "an unknown database host",
      migrate,
      () => ({ DATABASE_URL: "postgresql://db.invalid/x" }),
      /DATABASE_URL: .* db\.invalid/,
    ],
    [
      "another server as database",
      standalone,
      () => ({ DATABASE_URL: "postgresql://127.0.0.1:1/x" }),
      /DATABASE_URL: /,
    ],
  ])("%s", async (_what, main, env, line) => {
    const all = {
      ...process.env,
      DATA_DIR: path.join(dataDir, "failing"),
      PORT: "0",
      SANDBOX_PORT: "0",
      ...env(),
    };
    const args = ["--conditions=source", path.join(root, main)];
    const started = promisify(execFile)(process.execPath, args, { env: all, cwd: root });
    const { stdout, stderr } = await started.then(
      () => ({ stdout: "it started", stderr: "" }),
      (error: { stdout: string; stderr: string }) => error,
    );
    expect([stdout, stderr.trimEnd().split("\n")]).toEqual([
      "",
      ["Bad configuration:", expect.stringMatching(line)],
    ]);
  });
});

describe("a mistyped NODE_ENV", () => {
  it.each([
    "services/standalone/src/main.ts",
    "services/gateway/src/main.ts",
    "services/verifier/src/main.ts",
    "services/webhook-dispatcher/src/main.ts",
    "services/bank-sandbox/src/main.ts",
    "services/gateway/src/admin/main.ts",
    "packages/database/src/migrate-main.ts",
    "packages/messaging/src/kafka/topics-main.ts",
    "packages/messaging/src/kafka/dead-letters-main.ts",
  ])("ends the start of %s, which names the three values", async (main) => {
    const root = path.join(import.meta.dirname, "../../../..");
    const env = {
      ...process.env,
      NODE_ENV: "prod",
      DATABASE_URL: "postgresql://127.0.0.1:1/none",
      DATA_DIR: dataDir,
    };
    const args = [
      "--conditions=source",
      path.join(root, main),
      ...(main.includes("admin") ? ["user", "list"] : []),
      ...(main.includes("dead-letters") ? ["list", "verify.requested"] : []),
    ];
    const started = promisify(execFile)(process.execPath, args, { env, cwd: root });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /NODE_ENV: must be production, development or test|development or test\n.*NODE_ENV/,
      ),
    });
  });
});

describe("npm start in production", () => {
  const production = { NODE_ENV: "production", HOST: "127.0.0.1", METRICS_PORT: "" };
  const keys = {
    RECEIPT_HASH_KEY: randomBytes(32).toString("base64"),
    SECRETS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "receipts-production-"));
    production.METRICS_PORT = String(await aFreePort());
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("names the keys it needs, and stores none on disk", async () => {
    await expect(start(folder, production)).rejects.toThrow(
      /RECEIPT_HASH_KEY: must be set[\s\S]*SECRETS_ENCRYPTION_KEY: must be set/,
    );
  });

  it("creates no demo account, sandbox or key, and prints the first steps", async () => {
    const running = await start(folder, { ...production, ...keys });
    expect(running.output()).not.toMatch(/demo|sandbox|API key: |Sample/i);
    expect(running.output()).toContain("No account yet.");
    expect(running.output()).toContain("npm run admin -- user create");
    // The API is on the network; the numbers of all accounts are not.
    expect((await fetch(`${running.url}/metrics`)).status).toBe(404);
    const metrics = await fetch(`http://127.0.0.1:${production.METRICS_PORT}/metrics`);
    expect(await metrics.text()).toContain("rv_build_info");
    expect(await running.end("SIGTERM")).toBe(0);
    await expect(stat(path.join(folder, "demo.json"))).rejects.toThrow("ENOENT");
    expect(await readFile(path.join(folder, "standalone.env"), "utf8")).toMatch(/^DATABASE_URL=.*\n$/);
  });

  it("does not start with other keys on the same data, and names each", async () => {
    const others = Object.keys(keys).map((name) => [name, randomBytes(32).toString("base64")]);
    await expect(start(folder, { ...production, ...Object.fromEntries(others) })).rejects.toThrow(
      /RECEIPT_HASH_KEY: is not the key[\s\S]*SECRETS_ENCRYPTION_KEY: is not the key/,
    );
  });

  it("warns about a leftover demo account, and uses the keys stored with its data", async () => {
    const running = await start(dataDir, production);
    expect(running.output()).toContain("npm run admin -- user disable --user demo@example.com");
    expect(running.output()).not.toContain("API key: ");
    expect(await running.end("SIGTERM")).toBe(0);
  });
});
