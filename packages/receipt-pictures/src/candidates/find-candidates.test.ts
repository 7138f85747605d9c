import { createBankDetection, readIdentifiers } from "@receipts/banks";
import { supportedBankCodes } from "@receipts/contracts";
import { hasRealReceipts, realReceipt } from "@receipts/testing";
import { type CandidateRules, findCandidates, isSure } from "./find-candidates.ts";
import { certainRow, type TextRow } from "./read-letter.ts";

const rules: CandidateRules = {
  banks: new Map(
    supportedBankCodes.flatMap((bank) => {
      const read = readIdentifiers(bank);
      return read === undefined ? [] : [[bank, read] as const];
    }),
  ),
  detect: createBankDetection({}),
};

/** As recognized: no letter is certain. */
const recognized = (text: string): TextRow =>
  Array.from(text, (letter) => [{ letter, probability: letter === " " ? 1 : 0.99 }]);

function namesIn(...lines: readonly string[]): readonly string[] {
  return findCandidates(lines.map(recognized), rules).map(({ bank, identifiers }) =>
    [bank, identifiers.reference, identifiers.suffix ?? identifiers.phone].filter(Boolean).join(" "),
  );
}

describe("a recognized reference", () => {
  it.each([
    ["a letter among digits", "Reference FT2627BQM4T1"],
    ["letters in the day", "Reference FTZ6Z7BQM4T1"],
    ["small letters", "Reference Ft26278QM4T1"],
    ["a space within", "Reference FT262 78QM4T1"],
    ["a lost space before it", "ReferenceFT26278QM4T1"],
    ["lost spaces in the bank's name", "BankofAbyssinia Reference FT26278QM4T1"],
    ["a wrong letter in the bank's name", "Bank ot Abyssinia Reference FT26278QM4T1"],
  ])("is corrected by the bank's form: %s", (_flaw, line) => {
    expect(namesIn("Bank of Abyssinia", line, "05/10/2026 13:38")[0]).toBe("boa FT26278QM4T1");
  });

  it("has look-alikes only where the form allows both", () => {
    const [first, ...others] = namesIn("Bank of Abyssinia", "Reference FT26078QM4T0", "19/03/2026");
    expect(first).toBe("boa FT26078QM4T0");
    expect(others).toContain("boa FT26078QM4TO");
    for (const other of others) expect(other).toMatch(/^boa FT26078/);
  });

  it.each([
    ["CBEBirr", "DJ5O1QK2M4A", "DJ501QK2M4A"],
    ["CBEBirr", "DJ501QK2M4A", "DJ5O1QK2M4A"],
    ["CBEBirr", "DJ5AAQK2M4A", "DJ5AAOK2M4A"],
    ["CBEBirr", "DJ5IAKK2M4A", "DJ51AKK2M4A"],
    ["CBEBirr", "DJ5lAKK2M4A", "DJ51AKK2M4A"],
    ["CBEBirr", "DJ5lAKK2M4A", "DJ5IAKK2M4A"],
    ["telebirr", "DJ5O7RK2M4", "DJ507RK2M4"],
    ["telebirr", "DJ5lARK2M4", "DJ5IARK2M4"],
  ])("has look-alikes for %s: %s may be %s", (title, read, printed) => {
    expect(namesIn(title, `Receipt Number ${read}`, "05/10/2026").join(" ")).toContain(printed);
  });

  it("of a second receipt comes before look-alikes of the first", () => {
    const names = namesIn("telebirr", "Number DJ5O7RK2M4", "Number DJ57QK9M33", "05/10/2026");
    expect(names).toHaveLength(3);
    for (const name of ["telebirr DJ5O7RK2M4", "telebirr DJ57QK9M33"]) expect(names).toContain(name);
  });

  it("has no look-alikes with a day that does not exist", () => {
    // I is September, V the 31st.
    expect(namesIn("telebirr", "Number DIV7QK2M41").filter((name) => name.includes("DIV"))).toEqual([]);
  });

  it("is likelier with a printed day that agrees", () => {
    expect(namesIn("FT26278QM4T1 FT26110AB12C", "Bank of Abyssinia", "05/10/2026")[0]).toBe(
      "boa FT26278QM4T1",
    );
    expect(namesIn("FT26278QM4T1 FT26110AB12C", "Bank of Abyssinia", "20/04/2026")[0]).toBe(
      "boa FT26110AB12C",
    );
  });

  it("is found in a link that is broken over two lines", () => {
    const lines = [
      "More: https://transinfo.wegagenbanksc.com.et:8183/?id=204TBAW26278",
      "04171002DMBT - Wegagen Bank.",
    ];
    expect(namesIn(...lines)[0]).toBe("wegagen 204TBAW2627804171002DMBT");
  });

  it("is found before a time without a space", () => {
    expect(namesIn("M-PESA CUSTOMER RECEIPT", "UJ57QK2M412026-10-05 12:13:141,234.00")[0]).toBe(
      "mpesa UJ57QK2M41",
    );
  });

  it.each([
    ["Transaction Number DK38LW987 3 Nov 2026"],
    ["Transaction Number DK38LW987 3-Nov-2026"],
    ["Transaction Number DK38LW987 3 November 2026"],
    ["Transaction Number DK38LW987 1 Hidar 2019"],
    ["Transaction Number DK38LW987 5 min ago"],
    ["Transaction Number DK38LW987 03 Nov 2026"],
    ["Transaction Number DK38LW987 9:41 AM"],
    ["Transaction Number DK38LW987", "03 Nov 2026"],
    ["Transaction Number DK38LW987", "03/11/2026"],
    ["Transaction Number DK38LW987", "11/3/2026"],
  ])("is not completed from the time beside it: %s %s", (...lines) => {
    expect(namesIn("telebirr", ...lines)).toEqual([]);
    expect(findCandidates(["telebirr", ...lines].map(certainRow), rules)).toEqual([]);
  });

  it("is none of a loan, and none of a bank that is not supported", () => {
    expect(namesIn("telebirr", "Your credit request with DK39LD1WKJ contract number is successful")).toEqual(
      [],
    );
    expect(namesIn("You sent ETB 500 Ref: FT26307ABCDE", "Enat Bank S.C.")).toEqual([]);
    expect(namesIn("Siket Bank", "Ref: FT26307ABCDE", "ETB 500.00")).toEqual([]);
  });

  it("is not part of a longer number", () => {
    expect(namesIn("Awash Bank", "Transaction ID 261005121344127", "2026-10-05")).toEqual([]);
  });

  it("is no ordinary word", () => {
    expect(namesIn("telebirr", "REGISTERED CUSTOMERS DEPARTMENT CHANGEABLE")).toEqual([]);
  });
});

describe("a number of the shape of three banks", () => {
  it("is not Amhara Bank's unless the picture is", () => {
    const reference = "Reference FT26278QM4T1";
    expect(namesIn(reference, "05/10/2026").join(" ")).not.toContain("amhara");
    expect(namesIn("Commercial Bank of Ethiopia", "to Amhara Bank", reference).join(" ")).not.toContain(
      "amhara",
    );
    expect(namesIn("Amhara Bank", reference, "05/10/2026")[0]).toBe("amhara FT26278QM4T1");
  });
});

(hasRealReceipts ? describe : describe.skip)("a screen of a bank's app or page", () => {
  const candidatesIn = (name: string) =>
    namesIn(...realReceipt(`screenshots-ocr/${name}.txt`).toString().split("\n"));

  it.each([
    ["cbe-web-receipt", "cbe FT26307NLPON"],
    ["cbe-app-success-dialog", "cbe FT26307L01YB"],
    ["dashen-app-other-bank", "dashen D31OBTI263070001"],
    ["boa-app-other-bank", "boa FT26307ZLPCJ"],
  ])("has its own number first: %s", (name, first) => {
    expect(candidatesIn(name)[0]).toBe(first);
    expect(candidatesIn(name).join(" ")).not.toMatch(/amhara|siinqee/);
  });

  it.each(["awash-app-ips", "telebirr-web-transfer-to-bank"])("has no number to look up: %s", (name) => {
    expect(candidatesIn(name)).toEqual([]);
  });
});

describe("the other identifiers", () => {
  it("come from the digits behind the reference", () => {
    expect(namesIn("trx=FT26278QM4T158203 Bank of Abyssinia")[0]).toBe("boa FT26278QM4T1 58203");
  });

  it("come from an account with no digit hidden", () => {
    expect(namesIn("Commercial Bank of Ethiopia", "Account 1000458471203", "Reference FT26278K3WQ8")[0]).toBe(
      "cbe FT26278K3WQ8 58471203",
    );
    expect(namesIn("Commercial Bank of Ethiopia", "Account 1****1203", "Reference FT26278K3WQ8")[0]).toBe(
      "cbe FT26278K3WQ8",
    );
  });

  it("come from the link, if the receipt shows two phones", () => {
    const lines = ["CBEBirr", "to 251911223344", "Receipt Number DJ541QK2M41", "PH=251912345678"];
    expect(namesIn(...lines)[0]).toBe("cbebirr DJ541QK2M41 251912345678");
  });
});

describe("a receipt with references of two banks", () => {
  it("is the wallet's, though its bank has another number for it", () => {
    const lines = [
      "Commercial Bank of Ethiopia",
      "CBEBirr",
      "Debit Account 251912345678",
      "Order ID FT26278K3WQ8",
    ];
    expect(namesIn(...lines, "Receipt Number DJ541QK2M41", "2026-10-05")[0]).toBe(
      "cbebirr DJ541QK2M41 251912345678",
    );
  });
});

describe("reading on", () => {
  it("ends only when the bank is known too", () => {
    const reference = certainRow("Reference FT26278K3WQ8 of 05/10/2026");
    expect(isSure([reference], rules)).toBe(false);
    expect(isSure([certainRow("Commercial Bank of Ethiopia"), reference], rules)).toBe(true);
  });
});
