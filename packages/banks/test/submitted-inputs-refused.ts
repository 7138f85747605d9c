import type { BankCode } from "@receipts/contracts";
import type { RefusedInputs, SubmittedInput, UndetectedInput } from "./submitted-inputs.ts";

const cbe = { reference: "FT26061K3WQ8", suffix: "34561111" };
const boa = { reference: "FT26061QM4T1", suffix: "58203" };
const telebirrLink = "https://transactioninfo.ethiotelecom.et/receipt/DC25MN8R1T";
const slip = "https://cs.bankofabyssinia.com/slip/?trx=FT26061QM4T158203";
const token = "qW3r_T9yU1oP-a5SdF7gHQ";

/** The bank that is stated wins over what was sent, so these are its to refuse. */
export const refusedInputs: readonly RefusedInputs[] = [
  {
    bank: "cbe",
    inputs: [
      ["boa's reference and suffix", boa, ["suffix"]],
      ["boa's link", slip, ["reference"]],
      ["telebirr's number", "DC25MN8R1T", ["reference"]],
      ["the day 400", { ...cbe, reference: "FT26400K3WQ8" }, ["reference"]],
      ["the day 0", { ...cbe, reference: "FT26000K3WQ8" }, ["reference"]],
      ["the day 366 of a common year", { ...cbe, reference: "FT25366K3WQ8" }, ["reference"]],
      ["a link of another day 400", "https://apps.cbe.com.et:100/?id=FT26400K3WQ834561111", ["reference"]],
      ["a suffix of seven digits", { ...cbe, suffix: "3456111" }, ["suffix"]],
      ["a suffix with a letter", { ...cbe, suffix: "3456111O" }, ["suffix"]],
      ["two receipts in a list", { ...cbe, reference: "FT26061K3WQ8, FT26061K3WQ9" }, ["reference"]],
      [
        "two links without a space between",
        "https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111,https://apps.cbe.com.et:100/?id=FT26061K3WQ934561111",
        ["reference"],
      ],
      ["a letter that only grows into two of its own", { ...cbe, reference: "FT26061K3Wß" }, ["reference"]],
      ["digits of another script", { ...cbe, reference: "FT٢٦٠٦١K3WQ8" }, ["reference"]],
    ],
  },
  {
    bank: "boa",
    inputs: [
      ["cbe's reference and suffix", cbe, ["suffix"]],
      ["Dashen's reference", { ...boa, reference: "387WDTS260610A1B" }, ["reference"]],
      ["the day 400", { ...boa, reference: "TT26400AB12C" }, ["reference"]],
      [
        "its feedback link with a letter",
        "https://cs.bankofabyssinia.com/cs/?trx=DFT26061QM4T158203",
        ["reference"],
      ],
      ["its feedback link", "https://cs.bankofabyssinia.com/cs/?trx=FT26061QM4T158203", ["reference"]],
    ],
  },
  {
    bank: "telebirr",
    inputs: [
      ["an id of eleven", "DC21MN8R1T4", ["reference"]],
      ["the month M", "DM25MN8R1T", ["reference"]],
      ["the day W", "DCW5MN8R1T", ["reference"]],
      ["the day 0", "DC05MN8R1T", ["reference"]],
      ["30 February", "DBU5MN8R1T", ["reference"]],
      ["M-Pesa's link", "https://m-pesabusiness.safaricom.et/receipt/UC25MN8R1T", ["reference"]],
      ["two numbers in one text", "DC25MN8R1T and DC25MN8R1V", ["reference"]],
      ["two links joined by a comma", `${telebirrLink},${telebirrLink.replace("1T", "1V")}`, ["reference"]],
      ["a Turkish i for an I", "DC25MN8R1ı", ["reference"]],
      ["a long s for an S", "DC25MN8R1ſ", ["reference"]],
      ["a Cyrillic letter", "DС25MN8R1T", ["reference"]],
      ["a NUL within", "DC25M\u0000N8R1T", ["reference"]],
      ["M-Pesa's number", "UC25MN8R1T", ["reference"]],
      ["the first year that is M-Pesa's", "RC25MN8R1T", ["reference"]],
    ],
  },
  {
    bank: "mpesa",
    inputs: [
      ["telebirr's number", "DC25MN8R1T", ["reference"]],
      ["telebirr's link", telebirrLink, ["reference"]],
      ["31 April", "UDV5MN8R1T", ["reference"]],
    ],
  },
  {
    bank: "cbebirr",
    inputs: [
      ["telebirr's number alone", "DC25MN8R1T", ["phone"]],
      ["M-Pesa's number", { reference: "UC25MN8R1T", phone: "0900000111" }, ["reference"]],
      ["an id of twelve", { reference: "DC21MN8R1T45", phone: "0900000111" }, ["reference"]],
      ["a phone of Kenya", { reference: "DC21MN8R1T4", phone: "+254 900000111" }, ["phone"]],
      ["two phones", { reference: "DC21MN8R1T4", phone: "0900000111, 0900000222" }, ["phone"]],
      ["only a phone", { phone: "0900000111" }, ["reference"]],
    ],
  },
  {
    bank: "dashen",
    inputs: [
      ["the day 400", "387WDTS264000A1B", ["reference"]],
      ["the longer transfer reference", "WDTI2606109283710A1B22", ["reference"]],
      ["a link of Zemen", "https://share.zemenbank.com/rt/12341111174ATWR260610A1B/pdf", ["reference"]],
    ],
  },
  {
    bank: "awash",
    inputs: [
      ["the Transaction ID", "260302093000777", ["reference"]],
      ["a first part that tells no time", "ZZZZZZZZZZ-4Q7C3H", ["reference"]],
      ["a token of Kaafi", token, ["reference"]],
    ],
  },
  {
    bank: "siinqee",
    inputs: [
      ["a reference of boa", "FT26061QM4T1", ["reference"]],
      ["the day 400", "B41K7TR264000352", ["reference"]],
      ["a link of another tenant's host", `https://receipt.ebirr.com/siinqee/${token}`, ["reference"]],
    ],
  },
  {
    bank: "wegagen",
    inputs: [
      ["the transaction's id alone", "204TBAW262260352", ["reference"]],
      ["a token of Kaafi", token, ["reference"]],
      ["the link of another page", "https://transinfo.wegagenbanksc.com.et:8183/help", ["reference"]],
    ],
  },
  {
    bank: "amhara",
    inputs: [
      ["the day 400", "FT26400M4T8Z", ["reference"]],
      ["cbe's link", "https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111", ["reference"]],
      ["the reference of a counter", "TT26226M4T8Z", ["reference"]],
    ],
  },
  {
    bank: "kaafiebirr",
    inputs: [
      ["the sister tenant's link", `https://receipt.ebirr.com/coopay/${token}`, ["reference"]],
      ["a share token of cbe", "v2-hfHCq8ZtLm3RkWd5XnB2", ["reference"]],
      ["a wrong phone", { reference: token, phone: "12345" }, ["phone"]],
    ],
  },
];

export const undetectedInputs: readonly UndetectedInput[] = [
  ["nothing", {}, []],
  ["empty fields", { reference: "", suffix: "", phone: "" }, []],
  ["only spaces", { reference: "  \n\t ", suffix: " " }, []],
  ["emojis", "👍🧾✅👩‍👩‍👧‍👦", []],
  ["control characters", "\u0000\u0007\u001b[31m\u007f", []],
  ["half of a character", "\ud83d", []],
  ["3,000 characters", "x".repeat(3_000), []],
  ["3,000 characters with a link in them", `${telebirrLink} ${"x".repeat(3_000)}`, []],
  ["words", "I have paid, please send the goods", []],
  [
    "a look-alike host of telebirr",
    "https://transactioninfo.ethiotelecom.et.evil.example/receipt/DC25MN8R1T",
    [],
  ],
  [
    "a look-alike host in brackets, without a scheme",
    "(transactioninfo.ethiotelecom.et.evil.example/receipt/DC25MN8R1T)",
    [],
  ],
  ["a host that ends like telebirr's", "https://eviltransactioninfo.ethiotelecom.et/receipt/DC25MN8R1T", []],
  ["a host in Cyrillic letters", "https://trаnsactioninfo.ethiotelecom.et/receipt/DC25MN8R1T", []],
  [
    "a host that only a backslash hides",
    "https://evil.example\\@apps.cbe.com.et/?id=FT26061K3WQ834561111",
    [],
  ],
  ["userinfo in cbe's name", "https://apps.cbe.com.et:100@evil.example/?id=FT26061K3WQ834561111", []],
  ["userinfo without a scheme", "apps.cbe.com.et:100@evil.example/?id=FT26061K3WQ834561111", []],
  ["userinfo before cbe's own host", "https://user:pass@apps.cbe.com.et:100/?id=FT26061K3WQ834561111", []],
  ["a path in the bank's name", `https://evil.example/${telebirrLink.replace("https://", "")}`, []],
  ["a scheme-relative link", "//evil.example/receipt/DC25MN8R1T", []],
  ["two numbers of telebirr", "DC25MN8R1T or DC25MN8R1V", []],
  ["a reference of Zemen alone", "174IBET260610A1B", []],
  ["a bare token of Kaafi", token, []],
  ["a bare token of Zemen", "12341111174ATWR260610A1B", []],
  ["a bare transfer id of Kaafi", "2034000000000", []],
  ["a month M with telebirr's year", "DM25MN8R1T", []],
  ["a day W with telebirr's year", "DCW5MN8R1T", []],
  ["an FT reference of the day 400", { ...cbe, reference: "FT26400K3WQ8" }, []],
  ["a reference of the shapes of Dashen and Siinqee", "B41OIPS262260352", ["dashen", "siinqee"]],
  ["a reference of Zemen that ends in digits", "174IBET260610001", []],
  ["a card's number", "4000123262260352", []],
  ["a word before a number, which together have Siinqee's shape", "I paid: 00262260352", []],
  ["an FT reference alone", "FT26061K3WQ8", ["cbe", "boa"]],
  ["an FT reference and a phone", { reference: "FT26061K3WQ8", phone: "0912345678" }, ["cbe", "boa"]],
  ["links of two banks", `https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111 ${slip}`, ["cbe", "boa"]],
  [
    "links of two wallets",
    `${telebirrLink} https://cbepay1.cbe.com.et/aureceipt?TID=DC21MN8R1T4&PH=251900000111`,
    ["telebirr", "cbebirr"],
  ],
];

/** A bank that is known and cannot be asked. */
export const unsupportedInputs: readonly (readonly [...SubmittedInput, bank: BankCode])[] = [
  ["a link of Zemen", "https://share.zemenbank.com/rt/12341111174ATWR260610A1B/pdf", "zemen"],
  [
    "an SMS of Zemen",
    "Dear Customer your Account 174xxxxxxxx1111 has been debited with ETB 500 to SELAM (1000XXXXXXXXX), COMMERCIAL BANK OF ETHIOPIA with reference 174IBET260610A1B on 2-Mar-2026. Your Current Balance is ETB 100.00. To download your payment information click this link https://share.zemenbank.com/ft/12341111174IBET260610A1B/pdf Thank you for banking with Zemen Bank",
    "zemen",
  ],
  [
    "an SMS of Zemen without its link",
    "Dear Customer your Account 174xxxxxxxx1111 has been debited with ETB 500 with reference 174ATWR260610A1B. Thank you for banking with Zemen Bank",
    "zemen",
  ],
  ["a reference of Zemen with its name", "Zemen Bank 174PORE260610A1B", "zemen"],
];

/** The shape tells the bank, and the bank what is missing or wrong. */
export const detectedButRefused: readonly RefusedInputs[] = [
  {
    bank: "cbebirr",
    inputs: [
      ["an id of eleven alone", "DC21MN8R1T4", ["phone"]],
      ["a number of ten and a phone too short", { reference: "DC25MN8R1T", phone: "091234567" }, ["phone"]],
      ["a number of ten and words for a phone", { reference: "DC25MN8R1T", phone: "see SMS" }, ["phone"]],
      ["a link without its phone", "https://cbepay1.cbe.com.et/aureceipt?TID=DC21MN8R1T4", ["phone"]],
    ],
  },
  {
    bank: "boa",
    inputs: [
      ["a counter reference alone", "TT26151AB12C", ["suffix"]],
      ["its feedback link", "https://cs.bankofabyssinia.com/cs/?trx=DFT26061QM4T158203", ["reference"]],
      ["a reference and the bank's name", "Bank of Abyssinia FT26061QM4T1", ["suffix"]],
    ],
  },
  {
    bank: "cbe",
    inputs: [
      ["a link without the digits", "https://apps.cbe.com.et:100/?id=FT26061K3WQ8", ["suffix"]],
      ["a share link with seven digits", "https://mbreciept.cbe.com.et/FT26061K3WQ81234567", ["suffix"]],
      ["a share link with nine digits", "https://mbreciept.cbe.com.et/FT26061K3WQ8-123456789", ["suffix"]],
      ["a link with seven digits", "https://apps.cbe.com.et:100/?id=FT26061K3WQ81234567", ["suffix"]],
      ["a share link of half a reference", "https://mbreciept.cbe.com.et/FT26061K3WQ", ["reference"]],
      [
        "an SMS without its digits, to another bank",
        "You have transfered ETB 500.00 to Bank of Abyssinia with Ref No FT26061K3WQ8. Thank you for Banking with CBE!",
        ["suffix"],
      ],
      [
        "a link and another suffix",
        { reference: "https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111", suffix: "34562222" },
        ["suffix"],
      ],
    ],
  },
  {
    bank: "awash",
    inputs: [
      [
        "an SMS without its link",
        "Dear Customer, ETB 17,380 has been credited to your account from ABEL GIRMA on : 2026-03-02 09:30:59  with Txn ID: 260302093000777 . Contact center  8980.",
        ["reference"],
      ],
    ],
  },
  {
    bank: "telebirr",
    inputs: [["a link with the day W", telebirrLink.replace("DC2", "DCW"), ["reference"]]],
  },
  {
    bank: "kaafiebirr",
    inputs: [["another tenant's link", `https://receipt.ebirr.com/coopay/${token}`, ["reference"]]],
  },
];
