import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createTestDatabase, isFullRun, type TestDatabase } from "@receipts/testing";
import { jsonOf, type StandaloneProcess, startStandalone } from "./standalone-process.ts";

const root = path.join(import.meta.dirname, "../../../..");
const invented = path.join(import.meta.dirname, "../invented-bank");
const leftOut = new Set(["node_modules", "dist", ".data", ".turbo", "invented-bank"]);

let copy: string;
let database: TestDatabase;
let running: StandaloneProcess;

beforeAll(async () => {
  copy = await mkdtemp(path.join(os.tmpdir(), "receipts-invented-bank-"));
  await copyCheckout();
  await cp(path.join(invented, "banks"), path.join(copy, "packages/banks/src"), { recursive: true });
  await cp(path.join(invented, "bank-sandbox"), path.join(copy, "services/bank-sandbox/src"), {
    recursive: true,
  });
  await addRegistryLine();
  database = await createTestDatabase();
  running = await startStandalone(
    { DATABASE_URL: database.url, DATA_DIR: path.join(copy, ".data"), PORT: "0", SANDBOX_PORT: "0" },
    path.join(copy, "services/standalone/src/main.ts"),
  );
});

afterAll(async () => {
  await running.end("SIGTERM");
  await database.drop();
  await rm(copy, { recursive: true, force: true });
});

/** Copies sources and links libraries; links to workspaces point into the copy. */
async function copyCheckout(): Promise<void> {
  for (const part of [
    "packages",
    "services",
    "deploy",
    "tsconfig.json",
    "tsconfig.base.json",
    "package.json",
  ]) {
    await cp(path.join(root, part), path.join(copy, part), {
      recursive: true,
      filter: (source) => !leftOut.has(path.basename(source)),
    });
  }
  const libraries = path.join(root, "node_modules");
  await mkdir(path.join(copy, "node_modules/@receipts"), { recursive: true });
  for (const name of await readdir(libraries)) {
    if (name === "@receipts") continue;
    await symlink(path.join(libraries, name), path.join(copy, "node_modules", name));
  }
  for (const folder of ["packages", "services", "deploy"]) {
    for (const name of await readdir(path.join(copy, folder))) {
      const workspace = path.join(copy, folder, name);
      await symlink(workspace, path.join(copy, "node_modules/@receipts", name));
    }
  }
}

async function addRegistryLine(): Promise<void> {
  const file = path.join(copy, "packages/contracts/src/bank-registry.ts");
  const text = await readFile(file, "utf8");
  const line = '  lakebank: { title: "Lake Bank", isSupported: true },\n';
  const changed = text.replace("} as const satisfies Record<string, RegisteredBank>", `${line}$&`);
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
}

async function call(pathname: string, body?: unknown) {
  const answer = await fetch(`${running.url}${pathname}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-api-key": running.apiKey, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await jsonOf(answer) };
}

/** Adding a bank must not require a hunt for code that lists the banks. */
describe("a new bank: a folder in banks, a folder in bank-sandbox and a line in the registry", () => {
  // The compiler takes half a minute of a core.
  (isFullRun ? it : it.skip)("compiles", async () => {
    const tsc = path.join(copy, "node_modules/typescript/bin/tsc");
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "--noEmit", "-p", copy]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  });

  it("verifies its receipts and matches the settlement account", async () => {
    const { status, body } = await call("/api/verify?waitMs=10000", {
      bank: "lakebank",
      reference: "LAKE-20261121-XY",
    });
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({
      bank: "lakebank",
      verified: true,
      referenceNumber: "LAKE-20261121-XY",
      settlementAccountMatch: { matched: true, source: "account_registry" },
    });
  });

  it("names the error in a bad reference, and detects the bank in a message", async () => {
    const refused = await call("/api/verify", { bank: "lakebank", reference: "LAKE-1" });
    expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: "reference" }] } } });
    const detected = await call("/api/verify?waitMs=10000", {
      reference: "Lake Bank: paid, ref LAKE-20261120-AB",
    });
    expect(detected.body.data[0]).toMatchObject({ bank: "lakebank", verified: true });
  });

  it("is among the examples, with a reference for each outcome", async () => {
    const examples = await call("/api/examples");
    expect(examples.body.data).toContainEqual(
      expect.objectContaining({
        bank: "lakebank",
        title: "Lake Bank",
        request: expect.objectContaining({ body: { bank: "lakebank", reference: "LAKE-20261121-XY" } }),
        sandbox: expect.arrayContaining([
          expect.objectContaining({
            outcome: "down",
            body: { bank: "lakebank", reference: "LAKE-20261121-DN" },
          }),
        ]),
      }),
    );
  });

  it("is in the schemas, filters and metrics", async () => {
    const schemas = await call("/openapi.json");
    expect(JSON.stringify(schemas.body)).toContain('"lakebank"');
    const history = await call("/api/verify/history?bank=lakebank");
    expect(history.body.meta.total).toBe(2);
    const metrics = await (await fetch(`${running.url}/metrics`)).text();
    expect(metrics).toMatch(/bank_request_duration_seconds_count\{bank="lakebank",outcome="document"\} 2/);
  });
});
