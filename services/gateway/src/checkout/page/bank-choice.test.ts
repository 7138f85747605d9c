import type { BankCode, PaymentOption } from "@receipts/contracts";
import { type ChosenBank, chooseBank, withParameters } from "./bank-choice.ts";

const at = (bank: BankCode, accountNumber: string): PaymentOption => ({
  ...{ bank, accountNumber },
  accountName: "Sara Coffee Trading",
});
const several = [at("telebirr", "0911005678"), at("cbe", "1000111111111"), at("cbe", "1000222222222")];
const shown = (chosen: ChosenBank, options: readonly PaymentOption[] = several) =>
  chooseBank(options, chosen).account?.accountNumber;

describe("the account that the page shows", () => {
  it.each<[string, ChosenBank, string | undefined]>([
    ["none before a bank is chosen", {}, undefined],
    ["that of the chosen bank", { from: "telebirr" }, "0911005678"],
    ["the first at a bank with several", { from: "cbe" }, "1000111111111"],
    ["the chosen one of several", { from: "cbe", to: "2" }, "1000222222222"],
    ["that of the remembered bank", { remembered: "telebirr" }, "0911005678"],
    [
      "that of the address before the remembered one",
      { from: "cbe", remembered: "telebirr" },
      "1000111111111",
    ],
    ["none if the payer wants to choose again", { from: "any", remembered: "telebirr" }, undefined],
    ["none for a bank without an account", { from: "boa", remembered: "awash" }, undefined],
    ["none for a choice that is no text", { from: ["cbe", "telebirr"] }, undefined],
  ])("is %s", (_what, chosen, account) => {
    expect(shown(chosen)).toBe(account);
  });

  it.each(["", "any", "cbe", "boa"])("is that of the only bank, with any address: %j", (from) => {
    expect(shown({ from, remembered: "cbe" }, several.slice(0, 1))).toBe("0911005678");
  });

  it("has the others of its bank beside it", () => {
    const { others } = chooseBank(several, { from: "cbe", to: "2" });
    expect(others).toEqual([{ account: several[1], parameters: "from=cbe" }]);
  });
});

it.each<[ChosenBank, string, BankCode | undefined]>([
  [{}, "", undefined],
  [{ remembered: "cbe" }, "", undefined],
  [{ from: "any" }, "from=any", undefined],
  [{ from: "cbe", to: "2" }, "from=cbe&to=2", "cbe"],
  [{ from: "cbe", remembered: "cbe" }, "from=cbe", undefined],
  [{ from: "<script>" }, "", undefined],
])("keeps the choice of %j in the address, and remembers it once", (chosen, parameters, newlyChosen) => {
  expect(chooseBank(several, chosen)).toMatchObject({ parameters, newlyChosen });
});

it("appends parameters to any query", () => {
  expect(withParameters("", "from=cbe")).toBe("?from=cbe");
  expect(withParameters("?lang=am", "from=cbe")).toBe("?lang=am&from=cbe");
  expect(withParameters("?lang=am", "")).toBe("?lang=am");
});
