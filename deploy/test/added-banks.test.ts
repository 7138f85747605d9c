import { bankCodes, bankTitle } from "@receipts/contracts";
import { readText, repositoryFiles } from "./repository.ts";

/** Banks of the specification, older than the section "A new bank" (packages/banks/README.md). */
const specified = "cbe boa telebirr mpesa cbebirr dashen awash siinqee kaafiebirr zemen".split(" ");
const added = bankCodes.filter((bank) => !specified.includes(bank));

/** Hand-written code, without manifests (which list the banks), fixtures and tests. */
const codeFiles = repositoryFiles().filter(
  (file) =>
    /^(?:packages|services|deploy)\//.test(file) &&
    /\.(?:[cm]?[jt]sx?|css|html|sql|sh|tpl)$|Dockerfile/.test(file) &&
    !/(?:^|\/)(?:test|fixtures)\/|\.test\.ts$/.test(file),
);

const registry = "packages/contracts/src/bank-registry.ts";

describe("code that names an added bank", () => {
  it("is searched everywhere, and there are such banks", () => {
    expect(added.length).toBeGreaterThan(1);
    expect(codeFiles.length).toBeGreaterThan(600);
    for (const folder of ["packages/", "services/", "deploy/"])
      expect(codeFiles.some((file) => file.startsWith(folder))).toBe(true);
  });

  /** Every other place would have to be remembered for the next bank. */
  it.each(added)("is only in its two folders and the registry: %s", (bank) => {
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
