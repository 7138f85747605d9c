import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { toolFolders } from "./tools.ts";

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly deprecated?: string;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const readRoot = (file: string) => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const { allowScripts }: { allowScripts: Record<string, boolean> } = readRoot("package.json");
/** The one of the product, and those of tools (`tools.ts`). */
const lockfiles = globSync("**/package-lock.json", { cwd: root, exclude: ["**/node_modules", "**/.*"] });

it("each folder of tools has a lockfile, and no other folder has one", () => {
  const folders = ["", ...Object.values(toolFolders)];
  const expected = folders.map((folder) => path.join(folder, "package-lock.json"));
  expect(lockfiles.toSorted()).toEqual(expected.toSorted());
});

/** A lockfile change can bring these in, and a reviewer of a thousand lines misses them. */
describe.each(lockfiles)("every package of %s", (lockfile) => {
  const { packages }: { packages: Record<string, LockedPackage> } = readRoot(lockfile);
  const installed = Object.entries(packages)
    .filter(([place, { link }]) => place.includes("node_modules/") && link !== true)
    .map(([place, locked]) => ({
      ...locked,
      place,
      name: place.slice(place.lastIndexOf("node_modules/") + 13),
    }));

  it("is pinned by content hash and comes from the registry that npm is configured with", () => {
    const loose = installed.filter(
      ({ integrity, resolved }) => !integrity?.startsWith("sha512-") || resolved !== undefined,
    );
    expect(loose).toEqual([]);
  });

  it("is not deprecated", () => {
    expect(installed.filter(({ deprecated }) => deprecated !== undefined)).toEqual([]);
  });

  it("runs no install script", () => {
    const withScript = new Set(
      installed.filter((each) => each.hasInstallScript === true).map(({ name }) => name),
    );
    const refused = Object.keys(allowScripts).filter((name) => allowScripts[name] === false);
    expect(refused).toEqual(expect.arrayContaining([...withScript]));
  });

  it("has a permissive licence if it ships", () => {
    const allowed =
      /^\(?(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0|PSF-2\.0|PostgreSQL|MIT-0)\b/;
    // Their LICENSE files say MIT. Their package.json does not, or in a field that the lockfile does not have.
    const mitByFile = ["png-js", "busboy", "streamsearch"];
    const shipped = installed.filter(({ dev, name }) => dev !== true && !mitByFile.includes(name));
    // Tools do not ship.
    expect(shipped.length > 100).toBe(lockfile === "package-lock.json");
    expect(
      shipped
        .filter(({ license }) => !allowed.test(license ?? "none"))
        .map(({ name, license }) => [name, license]),
    ).toEqual([]);
  });
});
