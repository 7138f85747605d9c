import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { supportedBankCodes } from "@receipts/contracts";
import { readEnvFile } from "./compose-file.ts";
import { DOCKERFILE } from "./dockerfile.ts";
import { readText, repositoryFiles, root } from "./repository.ts";

interface Project {
  readonly services: Readonly<
    Record<
      string,
      { readonly environment?: Readonly<Record<string, string>>; readonly command?: readonly string[] }
    >
  >;
  readonly secrets?: Readonly<Record<string, { readonly file?: string }>>;
}

let tools = "";
beforeAll(() => {
  tools = execFileSync("bash", [path.join(root, "deploy/test/tools/get-validators.sh")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();
});

/** Runs a validator in the repository; returns its exit status and output. */
function run(tool: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(path.join(tools, tool), args, {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, said: `${stdout}${stderr}` };
}

const load = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Project => {
  const { status, stdout, said } = run("bin/compose-check", args, env);
  if (status !== 0) throw new Error(said);
  return JSON.parse(stdout);
};

describe("the field's validators", () => {
  it("accept the Dockerfile (hadolint)", () => {
    expect(run("validators/bin/hadolint", ["--failure-threshold", "style", DOCKERFILE])).toEqual({
      status: 0,
      stdout: "",
      said: "",
    });
  });

  it("accept our scripts (shellcheck)", () => {
    const scripts = repositoryFiles().filter((file) =>
      /^deploy\/(?:compose|docker|test)\/.*\.sh$/.test(file),
    );
    expect(scripts.length).toBeGreaterThan(2);
    expect(run("validators/bin/shellcheck", scripts)).toEqual({ status: 0, stdout: "", said: "" });
  });

  it.each([
    "docker-compose.yml",
    "deploy/compose/on-loopback.yml",
    "deploy/compose/mail.yml",
    "deploy/compose/tls.yml",
  ])("validate %s against the Compose specification", (file) => {
    const check = (name: string) =>
      run("validators/bin/check-jsonschema", ["--builtin-schema", "vendor.compose-spec", name]);
    expect(check(file)).toMatchObject({ status: 0 });
  });

  it("detect a key unknown to Compose", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "compose-"));
    const wrong = path.join(folder, "wrong.yml");
    writeFileSync(wrong, readText("docker-compose.yml").replace("read_only: true", "readonly: true"));
    expect(
      run("validators/bin/check-jsonschema", ["--builtin-schema", "vendor.compose-spec", wrong]),
    ).toMatchObject({
      status: 1,
      said: expect.stringContaining("readonly"),
    });
    rmSync(folder, { recursive: true });
  });
});

describe("docker-compose.yml as `docker compose` loads it", () => {
  const verifiers = supportedBankCodes.map((bank) => `verifier-${bank}`);
  const usual = [
    "gateway",
    "kafka",
    "migrate",
    "postgres",
    "redis",
    "roles",
    "topics",
    "webhook-dispatcher",
    ...verifiers,
  ];

  it("starts the whole system, and profiles only on request", () => {
    const names = (profiles: string) =>
      Object.keys(load(["docker-compose.yml"], { COMPOSE_PROFILES: profiles }).services);
    expect(names("").sort()).toEqual([...usual].sort());
    expect(names("sandbox,observability,tools").sort()).toEqual(
      [...usual, "admin", "alertmanager", "bank-sandbox", "grafana", "prometheus"].sort(),
    );
  });

  it("queries only the sandbox with deploy/compose/sandbox.env", () => {
    const { services } = load(["--env-file", "deploy/compose/sandbox.env", "docker-compose.yml"]);
    expect(Object.keys(services).sort()).toEqual([...usual, "bank-sandbox"].sort());
    const hosts = readEnvFile("deploy/compose/sandbox-banks.env");
    for (const name of ["gateway", ...verifiers]) expect(services[name]?.environment).toMatchObject(hosts);
  });

  it("loads together with the ports on loopback", () => {
    const env = { COMPOSE_PROFILES: "observability,sandbox" };
    expect(
      load(["docker-compose.yml", "deploy/compose/on-loopback.yml"], env).services["grafana"],
    ).toMatchObject({
      ports: [{ host_ip: "127.0.0.1", published: "3000", target: 3000 }],
    });
  });

  it("loads together with TLS: each service has its settings, and other files of the same secrets", () => {
    const { services, secrets } = load(["docker-compose.yml", "deploy/compose/tls.yml"]);
    for (const name of ["gateway", "topics", "webhook-dispatcher", ...verifiers])
      expect(services[name]?.environment).toMatchObject({
        KAFKA_BROKERS: "kafka:9092",
        KAFKA_TLS: "true",
        SECURE_BACKENDS: "postgres,kafka,redis",
      });
    expect(secrets?.["gateway-database-url"]?.file).toMatch(/\/gateway-database-tls-url$/);
    expect(services["postgres"]?.command?.slice(0, 2)).toEqual(["sh", "/start-tls-postgres.sh"]);
  });

  it("rejects contradicting files", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "compose-"));
    const wrong = path.join(folder, "wrong.yml");
    writeFileSync(
      wrong,
      readText("docker-compose.yml").replace("      kafka: { condition:", "      kafak: { condition:"),
    );
    expect(run("bin/compose-check", [wrong])).toMatchObject({
      status: 1,
      said: expect.stringContaining("kafak"),
    });
    rmSync(folder, { recursive: true });
  });
});
