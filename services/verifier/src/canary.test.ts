import { ConfigurationError } from "@receipts/service-kit";
import { readCanary } from "./canary.ts";
import { readVerifierConfig } from "./verifier-config.ts";

describe("a bank's canary", () => {
  it("is undefined unless set", () => {
    expect(readCanary("telebirr", {})).toBeUndefined();
    expect(readCanary("telebirr", { BANK_TELEBIRR_CANARY: "" })).toBeUndefined();
  });

  it.each([
    ["telebirr", "DJ51234567", { reference: "DJ51234567", suffix: null, phone: null }],
    ["boa", "FT26278QM4T1:58203", { reference: "FT26278QM4T1", suffix: "58203", phone: null }],
    ["cbebirr", "DC21MN8R1T4:0912345678", { reference: "DC21MN8R1T4", suffix: null, phone: "251912345678" }],
  ] as const)("for %s is parsed from %s", (bank, text, identifiers) => {
    expect(readCanary(bank, { [`BANK_${bank.toUpperCase()}_CANARY`]: text })).toEqual(identifiers);
  });

  it("stops the start if it is invalid, without its value in the error", () => {
    const read = () => readCanary("boa", { BANK_BOA_CANARY: "FT26278QM4T1" });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow("BANK_BOA_CANARY: suffix");
    expect(read).not.toThrow("FT26278QM4T1");
  });

  it("is read with the settings, so that its error is listed with theirs", () => {
    const read = () =>
      readVerifierConfig({ BANK: "boa", BANK_BOA_CANARY: "FT26278QM4T1", BANK_ATTEMPTS: "many" });
    expect(read).toThrow(/DATABASE_URL:[\s\S]*BANK_ATTEMPTS:[\s\S]*BANK_BOA_CANARY:/);
  });
});
