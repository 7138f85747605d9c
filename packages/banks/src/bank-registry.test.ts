import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { bankCodes, supportedBankCodes } from "@receipts/contracts";
import { bankSettings, readIdentifiers } from "./index.ts";

describe("the banks", () => {
  it("are those with an adapter, in the order of the specification", () => {
    expect(supportedBankCodes).toEqual(bankCodes.filter((code) => code !== "zemen"));
  });

  it.each(["zemen"] as const)("have no rules for %s, which has no adapter", (bank) => {
    expect(readIdentifiers(bank)).toBeUndefined();
    expect(bankSettings(bank)).toEqual([]);
  });

  it.each([
    ["cbe", "FT26061K3WQ834561111"],
    ["cbe", "https://mbreciept.cbe.com.et/v2-hfHCq8ZtLm3RkWd5XnB2"],
    ["boa", "FT26151AB12C55541"],
    ["boa", "https://cs.bankofabyssinia.com/slip/?trx=FT26151AB12C55541"],
    ["telebirr", "DC25MN8R1T"],
    ["dashen", "387WDTS260610A1B"],
    ["dashen", "https://receipts.dashenbanksc.com/receipt/387WDTS260610A1B"],
    ["siinqee", "B41K7TR262260352"],
    ["siinqee", "https://receipts.siinqeebank.com:871/generate/B41K7TR262260352"],
    ["kaafiebirr", "qW3r_T9yU1oP-a5SdF7gHQ"],
    ["kaafiebirr", "https://receipt.ebirr.com/kaafimf/qW3r_T9yU1oP-a5SdF7gHQ"],
    ["kaafiebirr", "https://transactioninfo.ebirr.com/kaafimf-Ebirr/receipt/2034000000000"],
    ["wegagen", "204TBAW2622603521002DAAT"],
    ["wegagen", "https://transinfo.wegagenbanksc.com.et:8183/?id=204TBAW2622603521002DAAT"],
    ["amhara", "FT26226M4T8Z"],
    ["amhara", "https://receipt.amharabank.com.et/?trx=FT26226M4T8Z"],
    ["mpesa", "https://m-pesabusiness.safaricom.et/receipt/UC25MN8R1T"],
    ["cbebirr", "https://cbepay1.cbe.com.et/aureceipt?TID=DC21MN8R1T4&PH=251900000111"],
    ["awash", "2K9P4PDDU1-4Q7C3H"],
    ["awash", "https://awashpay.awashbank.com:8225/-2K9P4PDDU1-4Q7C3H"],
    ["telebirr", "https://transactioninfo.ethiotelecom.et/receipt/DC25MN8R1T"],
  ])("do not claim each other's identifiers: only %s accepts %s", (bank, reference) => {
    const readers = supportedBankCodes.filter(
      (code) => readIdentifiers(code)?.({ reference })?.kind === "valid",
    );
    expect(readers).toEqual([bank]);
  });

  it("have separate settings, each with a description", () => {
    const all = supportedBankCodes.flatMap((bank) => bankSettings(bank));
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.every(({ name, description }) => /^BANK_[A-Z_]+$/.test(name) && description !== "")).toBe(
      true,
    );
    expect(all).toContainEqual(
      expect.objectContaining({ name: "BANK_CBE_LEGACY_BASE_URL", default: "https://apps.cbe.com.et:100" }),
    );
    expect(all).toContainEqual(expect.objectContaining({ name: "BANK_CBE_TIMEOUT_MS", default: "30000" }));
    expect(all).toContainEqual(expect.objectContaining({ name: "BANK_BOA_TIMEOUT_MS", default: "15000" }));
  });

  /** The gateway reads identifiers on its hot path and must not load HTTP, PDF and HTML libraries. */
  it("load no HTTP, PDF or HTML library for their rules", () => {
    const probe = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ resolve: (name, context, next) => { loaded.push(name); return next(name, context); } });
      await import(${JSON.stringify(join(import.meta.dirname, "index.ts"))});
      console.log(JSON.stringify(loaded));`;
    const output = execFileSync(
      process.execPath,
      ["--conditions=source", "--input-type=module", "-e", probe],
      { cwd: import.meta.dirname },
    );
    const loaded: string[] = JSON.parse(output.toString());
    expect(loaded.length).toBeGreaterThan(5);
    expect(loaded.filter((name) => /axios|unpdf|htmlparser2|-protocol\.ts$|-client\.ts$/.test(name))).toEqual(
      [],
    );
  });
});
