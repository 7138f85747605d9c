import type { BankCode } from "@receipts/contracts";
import fc from "fast-check";
import type { SubmittedIdentifiers } from "../src/index.ts";

/** One kind of identifier: a generator of well-formed ones, and the bank's links to them. */
export interface ReferenceUnderTest {
  readonly name: string;
  readonly bank: BankCode;
  readonly isCaseSensitive: boolean;
  readonly references: fc.Arbitrary<{ readonly reference: string; readonly link: string }>;
  /** With the other identifiers that the bank requires. */
  readonly withFields: (reference: string) => SubmittedIdentifiers;
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";

function characters(alphabet: string, length: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
}

function joined(...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((all) => all.join(""));
}

const firstDay = Date.UTC(2025, 0, 1);
const days = fc.nat(729).map((day) => new Date(firstDay + day * 86_400_000));

/** `26061`: the year and the day of the year. */
const dayOfYear = days.map((date) => {
  const year = date.getUTCFullYear();
  const day = 1 + (date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000;
  return `${year % 100}${String(day).padStart(3, "0")}`;
});

/** `DC2`: year, month and day, one character each. */
function walletDay(letterOf2025: "C" | "T"): fc.Arbitrary<string> {
  return days.map((date) => {
    const year = letters.charAt(letters.indexOf(letterOf2025) + date.getUTCFullYear() - 2025);
    return `${year}${letters.charAt(date.getUTCMonth())}${date.getUTCDate().toString(32).toUpperCase()}`;
  });
}

/** The first part is `YYMMDDHHMM` and five digits in base 36. */
const awashToken = fc
  .tuple(days, fc.nat(86_399), fc.nat(99_999), characters(letters + digits, 6))
  .map(([date, second, serial, counter]) => {
    const time = new Date(date.getTime() + second * 1_000).toISOString();
    const id = `${time.slice(2, 16).replace(/\D/g, "")}${String(serial).padStart(5, "0")}`;
    return `${Number(id).toString(36).toUpperCase().padStart(10, "0")}-${counter}`;
  });

const alone = (reference: string) => ({ reference });
const capitals = letters + digits;
const anyCase = capitals + letters.toLowerCase();

function kind(
  name: string,
  bank: BankCode,
  references: fc.Arbitrary<string>,
  linkOf: (reference: string) => string,
  options: Partial<Pick<ReferenceUnderTest, "isCaseSensitive" | "withFields">> = {},
): ReferenceUnderTest {
  const written = references.map((reference) => ({ reference, link: linkOf(reference) }));
  return { name, bank, references: written, isCaseSensitive: false, withFields: alone, ...options };
}

const cbeSuffix = { withFields: (reference: string) => ({ reference, suffix: "34561111" }) };
const boaSuffix = { withFields: (reference: string) => ({ reference, suffix: "58203" }) };
const phone = { withFields: (reference: string) => ({ reference, phone: "251900000111" }) };
const isCaseSensitive = { isCaseSensitive: true };

const cbeLink = (id: string) => `https://apps.cbe.com.et:100/?id=${id}34561111`;
const shareLink = (id: string) => `https://mbreciept.cbe.com.et/${id}`;
const slip = (id: string) => `https://cs.bankofabyssinia.com/slip/?trx=${id}58203`;
const telebirrLink = (id: string) => `https://transactioninfo.ethiotelecom.et/receipt/${id}`;
const mpesaLink = (id: string) => `https://m-pesabusiness.safaricom.et/receipt/${id}`;
const cbebirrLink = (id: string) => `https://cbepay1.cbe.com.et/aureceipt?TID=${id}&PH=251900000111`;
const dashenLink = (id: string) => `https://receipts.dashenbanksc.com/receipt/${id}`;
const awashLink = (id: string) => `https://awashpay.awashbank.com:8225/-${id}`;
const siinqeeLink = (id: string) => `https://receipts.siinqeebank.com:871/generate/${id}`;
const wegagenLink = (id: string) => `https://transinfo.wegagenbanksc.com.et:8183/?id=${id}`;
const amharaLink = (id: string) => `https://receipt.amharabank.com.et/?trx=${id}`;
const kaafiLink = (id: string) => `https://receipt.ebirr.com/kaafimf/${id}`;
const transferLink = (id: string) => `https://transactioninfo.ebirr.com/kaafimf-Ebirr/receipt/${id}`;

const branch = joined(characters(capitals, 3), characters(letters, 4), dayOfYear, characters(capitals, 4));
/** With a digit among the letters of the product: otherwise it has Dashen's shape as well. */
const siinqee = joined(
  characters(capitals, 3),
  characters(letters, 1),
  characters(digits, 1),
  characters(capitals, 2),
  dayOfYear,
  characters(digits, 4),
);
const wegagenToken = joined(
  characters(capitals, 7),
  dayOfYear,
  characters(capitals, 4),
  characters(digits, 4),
  fc.constantFrom("D", "C"),
  characters(capitals, 3),
);
const wallet = joined(walletDay("C"), characters(capitals, 7));
const ft = joined(fc.constant("FT"), dayOfYear, characters(capitals, 5));
const tt = joined(fc.constant("TT"), dayOfYear, characters(capitals, 5));
const shareToken = joined(fc.constant("v2-"), characters(anyCase, 20));
/** In a text, a token must look random and have no dash at its edge. */
const kaafiToken = characters(`${anyCase}-_`, 22).filter((token) =>
  [/\d/, /[A-Z]/, /[a-z]/, /^[^-].*[^-]$/].every((sign) => sign.test(token)),
);
const transferId = fc.oneof(...[10, 11, 12, 13].map((length) => characters(digits, length)));

export const referencesUnderTest: readonly ReferenceUnderTest[] = [
  kind("an FT reference of cbe", "cbe", ft, cbeLink, cbeSuffix),
  kind("a share token of cbe", "cbe", shareToken, shareLink, isCaseSensitive),
  kind("an FT reference of boa", "boa", ft, slip, boaSuffix),
  kind("a counter reference of boa", "boa", tt, slip, boaSuffix),
  kind("a number of telebirr", "telebirr", wallet, telebirrLink),
  kind("a number of M-Pesa", "mpesa", joined(walletDay("T"), characters(capitals, 7)), mpesaLink),
  kind("a short id of CBE Birr", "cbebirr", wallet, cbebirrLink, phone),
  kind("a long id of CBE Birr", "cbebirr", joined(wallet, characters(capitals, 1)), cbebirrLink, phone),
  kind("a reference of Dashen", "dashen", branch, dashenLink),
  kind("a token of Awash", "awash", awashToken, awashLink),
  kind("a reference of Siinqee", "siinqee", siinqee, siinqeeLink),
  kind("a token of Wegagen", "wegagen", wegagenToken, wegagenLink),
  kind("a reference of Amhara", "amhara", ft, amharaLink),
  kind("a token of Kaafi", "kaafiebirr", kaafiToken, kaafiLink, isCaseSensitive),
  kind("a transfer id of Kaafi", "kaafiebirr", transferId, transferLink),
];
