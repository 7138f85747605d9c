import { readFileSync } from "node:fs";

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

const readRoot = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8"));
const { packages }: { packages: Record<string, LockedPackage> } = readRoot("package-lock.json");
const { allowScripts }: { allowScripts: Record<string, boolean> } = readRoot("package.json");

const installed = Object.entries(packages)
  .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
  .map(([path, locked]) => ({ ...locked, path, name: path.slice(path.lastIndexOf("node_modules/") + 13) }));

/** A lockfile change can bring these in, and a reviewer of a thousand lines misses them. */
describe("every package of the lockfile", () => {
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
    expect(shipped.length).toBeGreaterThan(100);
    expect(
      shipped
        .filter(({ license }) => !allowed.test(license ?? "none"))
        .map(({ name, license }) => [name, license]),
    ).toEqual([]);
  });
});
