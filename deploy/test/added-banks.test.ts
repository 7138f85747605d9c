import { bankCodes, bankTitle } from "@receipts/contracts";
import { readText, repositoryFiles } from "./repository.ts";

/** Those of the specification, which were there before there was a page "A new bank" (packages/banks/README.md). */
const specified = "cbe boa telebirr mpesa cbebirr dashen awash siinqee kaafiebirr zemen".split(" ");
const added = bankCodes.filter((bank) => !specified.includes(bank));

/** What people write and no tool makes; a manifest lists the banks, a fixture and a test try them out. */
const codeFiles = repositoryFiles().filter(
  (file) =>
    /^(?:packages|services|deploy)\//.test(file) &&
    /\.(?:[cm]?[jt]sx?|css|html|sql|sh|tpl)$|Dockerfile/.test(file) &&
    !/(?:^|\/)(?:test|fixtures)\/|\.test\.ts$/.test(file),
);

const registry = "packages/contracts/src/bank-registry.ts";

describe("code that names a bank which was added", () => {
  it("is looked for in all of it, and there are such banks", () => {
    expect(added.length).toBeGreaterThan(1);
    expect(codeFiles.length).toBeGreaterThan(600);
    for (const folder of ["packages/", "services/", "deploy/"])
      expect(codeFiles.some((file) => file.startsWith(folder))).toBe(true);
  });

  /** Any other place is one more to remember when the next bank is added. */
  it.each(added)("is its two folders and the registry: %s", (bank) => {
    const [brand = ""] = bankTitle(bank).split(" ");
    const amharic = bankTitle(bank, "am");
    const naming = codeFiles.filter((file) => {
      const text = readText(file).toLowerCase();
      return [bank, brand.toLowerCase(), amharic].some((name) => text.includes(name));
    });
    const elsewhere = naming.filter(
      (file) =>
        !/^(?:packages\/banks|services\/bank-sandbox)\/src\//.test(file) || !file.includes(`/src/${bank}/`),
    );
    expect(elsewhere).toEqual([registry]);
    expect(naming.length).toBeGreaterThan(5);
  });
});
