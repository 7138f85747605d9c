import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const root = path.join(import.meta.dirname, "../..");
const run = promisify(execFile);
const output = async (file: string, args: readonly string[]) => {
  const { stdout } = await run(file, args, { cwd: root, maxBuffer: 64 * 1_024 * 1_024 });
  return stdout.trim();
};

interface Component {
  readonly name: string;
  readonly version: string;
  readonly "bom-ref": string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string; readonly name?: string } }[];
}

interface Sbom {
  serialNumber?: string;
  metadata: { timestamp: string };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
}
type Packages = ReadonlyMap<string, Locked & { readonly folder: string }>;

/**
 * Writes the files of a release into an empty folder: the chart as a package, the bill of materials, the notices of third
 * parties, and the sums of all. The same commit gives the same bytes. Returns the names of the files.
 */
export async function makeRelease(folder: string): Promise<readonly string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { version }: { version: string } = JSON.parse(
    await readFile(path.join(root, "package.json"), "utf8"),
  );
  const locked = await readLocked();
  const sbom = await readSbom(locked);
  const files = [
    await packChart(folder, version),
    await write(folder, `receipts-${version}.cdx.json`, `${JSON.stringify(sbom, null, 2)}\n`),
    await write(folder, "THIRD-PARTY-NOTICES.txt", await noticesOf(sbom.components, locked)),
  ];
  const sums = await Promise.all(
    files.map(async (file) => `${sha256(await readFile(path.join(folder, file)))}  ${file}\n`),
  );
  return [...files, await write(folder, "SHA256SUMS", sums.join(""))];
}

async function write(folder: string, file: string, text: string): Promise<string> {
  await writeFile(path.join(folder, file), text);
  return file;
}

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

/** As `helm package` does, without times and owners. */
async function packChart(folder: string, version: string): Promise<string> {
  const charts = path.join(root, "deploy/helm");
  const tracked = (await output("git", ["ls-files", "-z", "deploy/helm/receipts"]))
    .split("\0")
    .filter(Boolean);
  const names = tracked.map((file) => path.relative("deploy/helm", file)).toSorted();
  const file = `receipts-${version}.tgz`;
  const plain = [
    "--mtime=@0",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rw,go=r",
    "--format=ustar",
  ];
  await run("tar", [...plain, "-I", "gzip -n", "-cf", path.join(folder, file), "-C", charts, ...names]);
  return file;
}

/**
 * CycloneDX, of what production installs. npm's own `--omit dev` leaves out what any of the workspaces needs for its tests
 * alone, so that the lockfile tells. Its time is that of the commit, its number that of its content.
 */
async function readSbom(locked: Packages): Promise<Sbom> {
  const all: Sbom = JSON.parse(await output("npm", ["sbom", "--sbom-format", "cyclonedx"]));
  const isShipped = (ref: string) => locked.get(ref)?.dev !== true;
  const sbom: Sbom = {
    ...all,
    components: all.components.filter((component) => isShipped(component["bom-ref"])),
    dependencies: all.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  };
  delete sbom.serialNumber;
  sbom.metadata.timestamp = await output("git", ["log", "-1", "--format=%cI"]);
  const digest = sha256(JSON.stringify(sbom));
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ];
  return { ...sbom, serialNumber: `urn:uuid:${[...parts, digest.slice(20, 32)].join("-")}` };
}

const licenceFiles = /^(?:licen[cs]e|notice|copying|third-party-licenses)/i;

/** The licence of each package that production installs, with its own texts. */
async function noticesOf(components: readonly Component[], locked: Packages): Promise<string> {
  const foreign = components
    .filter(({ "bom-ref": ref }) => !ref.startsWith("@receipts/"))
    .toSorted((one, other) => (one["bom-ref"] < other["bom-ref"] ? -1 : 1));
  const notices = await Promise.all(foreign.map((component) => noticeOf(component, locked)));
  return `Packages that this software installs, with their licences.\n${notices.join("")}`;
}

async function noticeOf(component: Component, locked: Packages): Promise<string> {
  const ref = component["bom-ref"];
  const folder = locked.get(ref)?.folder;
  const texts = folder === undefined ? [] : await licenceTexts(path.join(root, folder));
  const named = (component.licenses ?? []).map(({ license }) => license?.id ?? license?.name ?? "");
  if (named.length === 0 && texts.length === 0) throw new Error(`${ref} has no licence: replace it`);
  return `\n${"=".repeat(80)}\n${ref} ${named.join(", ")}\n\n${texts.join("\n\n")}\n`;
}

/** The lockfile's packages by name and version, each with the folder in which it is installed. */
async function readLocked(): Promise<Packages> {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(
    await readFile(path.join(root, "package-lock.json"), "utf8"),
  );
  const named = Object.entries(packages).map(([folder, locked]) => ({
    ref: `${folder.slice(folder.lastIndexOf(MODULES) + MODULES.length)}@${locked.version}`,
    ...locked,
    folder,
  }));
  // A package that production needs may be there twice.
  return new Map(
    named
      .toSorted((one, other) => Number(other.dev === true) - Number(one.dev === true))
      .map((each) => [each.ref, each]),
  );
}

const MODULES = "node_modules/";

async function licenceTexts(folder: string): Promise<readonly string[]> {
  const files = globSync("*", { cwd: folder })
    .filter((file) => licenceFiles.test(file))
    .toSorted();
  const texts = await Promise.all(
    files.map((file) => readFile(path.join(folder, file), "utf8").catch(() => "")),
  );
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

export type Vulnerabilities =
  | { readonly kind: "not_checked"; readonly reason: string }
  | { readonly kind: "checked"; readonly high: number; readonly lower: number };

/** Reads what `npm audit --json` printed; its exit code says nothing about whether it could look. */
export function readAudit(printed: string): Vulnerabilities {
  try {
    const audit = JSON.parse(printed);
    const found: Record<string, number> | undefined = audit.metadata?.vulnerabilities;
    if (found === undefined)
      return { kind: "not_checked", reason: audit.message ?? audit.error?.summary ?? "no answer" };
    const { high = 0, critical = 0, total = 0 } = found;
    return { kind: "checked", high: high + critical, lower: total - high - critical };
  } catch {
    return { kind: "not_checked", reason: printed.trim().split("\n")[0] || "no answer" };
  }
}

/** Asks the registry for known vulnerabilities of what production installs. */
export async function checkVulnerabilities(): Promise<Vulnerabilities> {
  const args = ["audit", "--omit", "dev", "--json"];
  const printed = await output("npm", args).catch(({ stdout }: { stdout?: string }) => stdout ?? "");
  return readAudit(printed);
}
