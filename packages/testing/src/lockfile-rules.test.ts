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

/** What a change of the lockfile can bring in, and a review of a thousand lines does not see. */
describe("every package of the lockfile", () => {
  it("is pinned by the hash of its content, and comes from the registry that npm is configured with", () => {
    const loose = installed.filter(
      ({ integrity, resolved }) => !integrity?.startsWith("sha512-") || resolved !== undefined,
    );
    expect(loose).toEqual([]);
  });

  it("is one that its authors have not given up", () => {
    expect(installed.filter(({ deprecated }) => deprecated !== undefined)).toEqual([]);
  });

  it("runs no script when it is installed", () => {
    const withScript = new Set(
      installed.filter((each) => each.hasInstallScript === true).map(({ name }) => name),
    );
    const refused = Object.keys(allowScripts).filter((name) => allowScripts[name] === false);
    expect(refused).toEqual(expect.arrayContaining([...withScript]));
  });

  it("that is shipped has a licence that lets us", () => {
    const allowed =
      /^\(?(?:MIT|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0|PSF-2\.0|PostgreSQL|MIT-0)\b/;
    // MIT by its LICENSE file; its package.json does not say so.
    const shipped = installed.filter(({ dev, name }) => dev !== true && name !== "png-js");
    expect(shipped.length).toBeGreaterThan(100);
    expect(
      shipped
        .filter(({ license }) => !allowed.test(license ?? "none"))
        .map(({ name, license }) => [name, license]),
    ).toEqual([]);
  });
});
