import type { BankCode } from "@receipts/contracts";
import {
  ofAnotherLength,
  type RefusedInputs,
  refusedAnywhere,
  type SubmittedInput,
  type UndetectedInput,
} from "./submitted-inputs.ts";

const cbe = { reference: "FT26061K3WQ8", suffix: "34561111" };
const boa = { reference: "FT26061QM4T1", suffix: "58203" };
const telebirrLink = "https://transactioninfo.ethiotelecom.et/receipt/DC25MN8R1T";
const slip = "https://cs.bankofabyssinia.com/slip/?trx=FT26061QM4T158203";
const token = "qW3r_T9yU1oP-a5SdF7gHQ";
const cbeLink = "https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111";
const cbeToken = "v2-hfHCq8ZtLm3RkWd5XnB2";
const cbeShareLink = `https://mbreciept.cbe.com.et/${cbeToken}`;
const mpesaLink = "https://m-pesabusiness.safaricom.et/receipt/UC25MN8R1T";
const cbebirr = { reference: "DC21MN8R1T4", phone: "251900000111" };
const cbebirrLink = "https://cbepay1.cbe.com.et/aureceipt?TID=DC21MN8R1T4&PH=251900000111";
const dashenLink = "https://receipts.dashenbanksc.com/receipt/387WDTS260610A1B";
const awash = "2K9P4PDDU1-4Q7C3H";
const awashLink = `https://awashpay.awashbank.com:8225/-${awash}`;
/** Awash's Transaction IDs in base 36 are the first parts of its tokens. */
const awashTokenOf = (transactionId: number) => `${transactionId.toString(36)}-4Q7C3H`;
const siinqeeLink = "https://receipts.siinqeebank.com:871/generate/B41K7TR262260352";
const wegagen = "204TBAW2622603521002DAAT";
const wegagenLink = `https://transinfo.wegagenbanksc.com.et:8183/?id=${wegagen}`;
const amharaLink = "https://receipt.amharabank.com.et/?trx=FT26226M4T8Z";
const kaafiLink = `https://receipt.ebirr.com/kaafimf/${token}`;

/** The stated bank takes precedence over the submitted text, so these are rejected by its rules. */
export const refusedInputs: readonly RefusedInputs[] = [
  {
    bank: "cbe",
    inputs: [
      ...refusedAnywhere("FT26061K3WQ8", "FT26061K3WQ9", cbeLink, { suffix: cbe.suffix }),
      ...ofAnotherLength("FT26061K3WQ8", { suffix: cbe.suffix }),
      ["nothing at all", {}, ["reference", "suffix"]],
      ["no suffix", "FT26061K3WQ8", ["suffix"]],
      [
        "an SMS without its suffix",
        "Dear Selam your Account 1*********2222 has been Credited with ETB 1,134.00 from Tigist, on 02/03/2026 at 10:52:06 with Ref No FT26061K3WQ8.",
        ["suffix"],
      ],
      ["the whole account", { ...cbe, suffix: "1000134561111" }, ["suffix"]],
      ["a counter reference of another bank", { ...cbe, reference: "TT26061K3WQ8" }, ["reference"]],
      ["letters in the date", { ...cbe, reference: "FT2606IK3WQ8" }, ["reference"]],
      ["five digits after the reference", "FT26061K3WQ834561", ["reference", "suffix"]],
      ["a suffix that is not the link's", { reference: cbeLink, suffix: "34562222" }, ["suffix"]],
      ["a link of another receipt as suffix", { reference: "FT26061K3WQ9", suffix: cbeLink }, ["suffix"]],
      ["another host's link alone", cbeLink.replace("com.et", "example"), ["reference"]],
      [
        "a link alone, with the bank's name before an @",
        cbeLink.replace(":100", "@example.com"),
        ["reference"],
      ],
      ["two links alone", `${cbeLink} ${cbeLink.replace("WQ8", "WQ9")}`, ["reference"]],
      ["a token and seven digits", { reference: cbeToken, suffix: "3456111" }, ["suffix"]],
      ["a token and the whole account", { reference: cbeShareLink, suffix: "1000134561111" }, ["suffix"]],
      [
        "a token and other digits than those after it",
        { reference: `${cbeToken}&34561111`, suffix: "34562222" },
        ["suffix"],
      ],
      ["a token with seven digits after it", `${cbeToken}-3456111`, ["reference"]],
      ["a token with nine digits after it, in a text", `paid: ${cbeToken}&345611110, thanks`, ["reference"]],
      ["a token's link with seven digits after it", `${cbeShareLink}-3456111`, ["reference"]],
      ["a token of the older kind without its link", "fHCw4PsNc7TjYf", ["reference"]],
      ["a token that is too short", "v2-short", ["reference"]],
      ["a token of version 3", cbeToken.replace("v2", "v3"), ["reference"]],
      ["a token that is too long", `${cbeToken}aaaaaaaa`, ["reference"]],
      ["a share link without its token", "https://mbreciept.cbe.com.et/", ["reference"]],
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
      ...refusedAnywhere("FT26061QM4T1", "FT26061QM4T2", slip, { suffix: boa.suffix }),
      ...ofAnotherLength("FT26061QM4T1", { suffix: boa.suffix }),
      ["nothing at all", {}, ["reference", "suffix"]],
      ["another kind of reference", { ...boa, reference: "CB26151AB12C" }, ["reference"]],
      ["a wallet's number", { ...boa, reference: "DC25MN8R1T" }, ["reference"]],
      ["the day 000", { ...boa, reference: "FT26000AB12C" }, ["reference"]],
      ["the day 366 of a common year", { ...boa, reference: "FT26366AB12C" }, ["reference"]],
      ["no suffix", "FT26061QM4T1", ["suffix"]],
      ["four digits", { ...boa, suffix: "8203" }, ["suffix"]],
      ["six digits", { ...boa, suffix: "558203" }, ["suffix"]],
      ["a masked account", { ...boa, suffix: "1***8203" }, ["suffix"]],
      ["digits of another alphabet", { ...boa, suffix: "٥٥٥٤١" }, ["suffix"]],
      ["a suffix that is not the link's", { reference: slip, suffix: "58204" }, ["suffix"]],
      ["a link of another receipt as suffix", { reference: "FT26061QM4T2", suffix: slip }, ["suffix"]],
      ["both wrong", { reference: "?", suffix: "?" }, ["reference", "suffix"]],
      ["another host's link alone", slip.replace("bankof", "bank0f"), ["reference"]],
      ["eight digits after the reference", "FT26061QM4T112358203", ["reference", "suffix"]],
      ["a suffix too long to look at", { ...boa, suffix: "5".repeat(2_001) }, ["suffix"]],
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
    wayOut: /10 letters|check|send one|longer than/,
    inputs: [
      ...refusedAnywhere("DC25MN8R1T", "DC25MN8R1U", telebirrLink),
      ...ofAnotherLength("DC25MN8R1T"),
      ["31 April", "DDV5MN8R1T", ["reference"]],
      ["29 February of a common year", "DBT5MN8R1T", ["reference"]],
      ["a reference of another bank", "FT26061K3WQ8", ["reference"]],
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
    wayOut: /10 letters|check|send one|longer than/,
    inputs: [
      ...refusedAnywhere("UC25MN8R1T", "UC25MN8R1U", mpesaLink),
      ...ofAnotherLength("UC25MN8R1T"),
      ["words that begin as a number would", "unexpected purchases and unfinished transfers", ["reference"]],
      ["a month that is none", "UM25MN8R1T", ["reference"]],
      ["the day 0", "UC05MN8R1T", ["reference"]],
      ["30 February", "UBU5MN8R1T", ["reference"]],
      ["29 February of a common year", "UBT5MN8R1T", ["reference"]],
      ["a number of CBE Birr", "DC21MN8R1T4", ["reference"]],
      ["a reference of a bank", "FT26061K3WQ8", ["reference"]],
      ["telebirr's number", "DC25MN8R1T", ["reference"]],
      ["telebirr's link", telebirrLink, ["reference"]],
      ["31 April", "UDV5MN8R1T", ["reference"]],
    ],
  },
  {
    bank: "cbebirr",
    wayOut: /such as|check|send|says/,
    inputs: [
      ...refusedAnywhere("DC21MN8R1T4", "DC21MN8R1T5", cbebirrLink, { phone: cbebirr.phone }),
      ["nothing at all", {}, ["reference", "phone"]],
      ["a phone that is none", { ...cbebirr, phone: "12345" }, ["phone"]],
      ["a phone other than the link's", { reference: cbebirrLink, phone: "0900000222" }, ["phone"]],
      ["another link in the phone field", { reference: "DC21MN8R1T5", phone: cbebirrLink }, ["phone"]],
      ["two characters less", { ...cbebirr, reference: "DC21MN8R1" }, ["reference"]],
      ["a month that is none", { ...cbebirr, reference: "DM21MN8R1T4" }, ["reference"]],
      ["the day 0", { ...cbebirr, reference: "DC01MN8R1T4" }, ["reference"]],
      ["30 February", { ...cbebirr, reference: "DBU1MN8R1T4" }, ["reference"]],
      ["the core reference", { ...cbebirr, reference: "FT26061K3WQ8" }, ["reference"]],
      [
        "a phone field of more than 2,000",
        { ...cbebirr, phone: `251900000111 ${"x".repeat(2_000)}` },
        ["phone"],
      ],
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
    wayOut: /16 letters|check|send one|longer than/,
    inputs: [
      ...refusedAnywhere("387WDTS260610A1B", "387WDTS260610A1C", dashenLink),
      ...ofAnotherLength("387WDTS260610A1B"),
      ["the day 0", "387WDTS260000A1B", ["reference"]],
      ["the day 367", "387WDTS263670A1B", ["reference"]],
      ["the day 366 of a common year", "387WDTS263660A1B", ["reference"]],
      ["a digit among its letters", "387W1TS260610A1B", ["reference"]],
      ["a letter in its date", "387WDTS2606O0A1B", ["reference"]],
      ["a reference of another bank", "FT26061K3WQ8", ["reference"]],
      ["the day 400", "387WDTS264000A1B", ["reference"]],
      ["the longer transfer reference", "WDTI2606109283710A1B22", ["reference"]],
      ["a link of Zemen", "https://share.zemenbank.com/rt/12341111174ATWR260610A1B/pdf", ["reference"]],
    ],
  },
  {
    bank: "awash",
    wayOut: /the link of|check|send one|longer than/,
    inputs: [
      ...refusedAnywhere(awash, "2K9P4PDDU1-4M290Q", awashLink),
      ...ofAnotherLength(awash),
      ["the first part alone", "2K9P4PDDU1", ["reference"]],
      ["no dash", awash.replace("-", ""), ["reference"]],
      ["a first part of 11 characters", "2K9P4PDDU1A-4Q7C3H", ["reference"]],
      ["a letter that is no hexadecimal digit", "A1B2C3D4E5G6-1Q7C3H", ["reference"]],
      ["a number of fourteen digits", "0K9P4PDDU1-4Q7C3H", ["reference"]],
      ["a number of sixteen digits", "ZK9P4PDDU1-4Q7C3H", ["reference"]],
      ["the month 13", awashTokenOf(261_302_093_000_777), ["reference"]],
      ["32 March", awashTokenOf(260_332_093_000_777), ["reference"]],
      ["the hour 24", awashTokenOf(260_302_243_000_777), ["reference"]],
      ["the minute 60", awashTokenOf(260_302_096_000_777), ["reference"]],
      ["two words with a dash", "unofficial-letter", ["reference"]],
      ["a reference of another bank", "FT26061K3WQ8", ["reference"]],
      ["a link with more after the token", `${awashLink}-1`, ["reference"]],
      ["the Transaction ID", "260302093000777", ["reference"]],
      ["a first part that is not a time", "ZZZZZZZZZZ-4Q7C3H", ["reference"]],
      ["a token of Kaafi", token, ["reference"]],
    ],
  },
  {
    bank: "siinqee",
    wayOut: /16 letters|a day|send one|longer than/,
    inputs: [
      ...refusedAnywhere("B41K7TR262260352", "B41K7TR262260353", siinqeeLink),
      ...ofAnotherLength("B41K7TR262260352"),
      ["a letter in its number", "B41K7TR26226035A", ["reference"]],
      ["the day 000", "B41K7TR260000352", ["reference"]],
      ["the day 366 of a common year", "B41K7TR263660352", ["reference"]],
      ["a link that lacks a digit, alone", siinqeeLink.slice(0, -1), ["reference"]],
      ["the number of a card in a text", "I paid by card 4000123262260352", ["reference"]],
      ["words that have its length", "i have paid, squarepantsabcde", ["reference"]],
      ["a reference of boa", "FT26061QM4T1", ["reference"]],
      ["the day 400", "B41K7TR264000352", ["reference"]],
      ["a link of another tenant's host", `https://receipt.ebirr.com/siinqee/${token}`, ["reference"]],
    ],
  },
  {
    bank: "wegagen",
    wayOut: /the link of|send one|longer than/,
    inputs: [
      ...refusedAnywhere(wegagen, wegagen.replace("0352", "0353"), wegagenLink),
      ...ofAnotherLength(wegagen),
      ["one of another structure, in a text", "see 204TBAW26226035210x2DAAT, thanks", ["reference"]],
      ["one of another structure and case, in a text", "see abcDEF0123456789abcDEF01, thanks", ["reference"]],
      ["the transaction's id alone", "204TBAW262260352", ["reference"]],
      ["a token of Kaafi", token, ["reference"]],
      ["the link of another page", "https://transinfo.wegagenbanksc.com.et:8183/help", ["reference"]],
    ],
  },
  {
    bank: "amhara",
    wayOut: /such as|a day|send one|longer than/,
    inputs: [
      ...refusedAnywhere("FT26226M4T8Z", "FT26226M4T8Y", amharaLink),
      ...ofAnotherLength("FT26226M4T8Z"),
      ["the day 000", "FT26000M4T8Z", ["reference"]],
      ["the day 366 of a common year", "FT26366M4T8Z", ["reference"]],
      ["the day 400", "FT26400M4T8Z", ["reference"]],
      ["cbe's link", "https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111", ["reference"]],
      ["the reference of a counter", "TT26226M4T8Z", ["reference"]],
    ],
  },
  {
    bank: "kaafiebirr",
    wayOut: /22 characters|send one|longer than|\(coopay\)|such as 0912345678/,
    inputs: [
      ...refusedAnywhere(token, "xY3r_T9yU1oP-a5SdF7gHQ", kaafiLink),
      ...ofAnotherLength(token),
      ["a transfer id of nine digits", "203400000", ["reference"]],
      ["a transfer id of fourteen digits", "20340000000001", ["reference"]],
      ["two transfer ids", "Transfer-Id: 2034000000000 Transfer-Id: 2034000000001", ["reference"]],
      ["words of 22 letters together", "yes we paid all of it now", ["reference"]],
      ["the sister tenant's link", `https://receipt.ebirr.com/coopay/${token}`, ["reference"]],
      ["a share token of cbe", "v2-hfHCq8ZtLm3RkWd5XnB2", ["reference"]],
      ...["12345", "0812345678", "09123456789", "0912345678 or 0912345679", "x".repeat(3_000)].map(
        (phone) => ["no single mobile number", { reference: token, phone }, ["phone"]] as const,
      ),
      ["both wrong", { reference: "x", phone: "y" }, ["reference", "phone"]],
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
  ["a look-alike host of cbe", "https://apps.cbe.com.et.example.com/?id=FT26061K3WQ858471203x", []],
  ["a host that only looks like cbe's", "https://apps.cbe.com.et@evil.example/FT26061K3WQ8x", []],
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
  ["an FT reference and the name of Amhara Bank", "Amhara Bank FT26226M4T8Z", ["cbe", "boa"]],
  ["an FT reference and a phone", { reference: "FT26061K3WQ8", phone: "0912345678" }, ["cbe", "boa"]],
  ["links of two banks", `https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111 ${slip}`, ["cbe", "boa"]],
  [
    "links of two wallets",
    `${telebirrLink} https://cbepay1.cbe.com.et/aureceipt?TID=DC21MN8R1T4&PH=251900000111`,
    ["telebirr", "cbebirr"],
  ],
];

/** A known bank that we cannot query. */
export const unsupportedInputs: readonly (readonly [...SubmittedInput, bank: string])[] = [
  ["a link of Zemen", "https://share.zemenbank.com/rt/12341111174ATWR260610A1B/pdf", "Zemen Bank"],
  [
    "an SMS of Zemen",
    "Dear Customer your Account 174xxxxxxxx1111 has been debited with ETB 500 to SELAM (1000XXXXXXXXX), COMMERCIAL BANK OF ETHIOPIA with reference 174IBET260610A1B on 2-Mar-2026. Your Current Balance is ETB 100.00. To download your payment information click this link https://share.zemenbank.com/ft/12341111174IBET260610A1B/pdf Thank you for banking with Zemen Bank",
    "Zemen Bank",
  ],
  [
    "an SMS of Zemen without its link",
    "Dear Customer your Account 174xxxxxxxx1111 has been debited with ETB 500 with reference 174ATWR260610A1B. Thank you for banking with Zemen Bank",
    "Zemen Bank",
  ],
  ["a reference of Zemen with its name", "Zemen Bank 174PORE260610A1B", "Zemen Bank"],
  [
    "an SMS that thanks for banking with Siket Bank, with a number of the shape of two banks of ours",
    "You have transferred ETB 10,012.00 from your account 1****3310 to telebirr account 251913000288 on 03 NOV 26 with Reference number FT26307L1W39. Thank you for Banking with Siket Bank.",
    "Siket Bank",
  ],
  [
    "the same with digits beside it",
    {
      reference: "Reference number FT26307L1W39. Thank you for Banking with Siket Bank.",
      suffix: "44572310",
    },
    "Siket Bank",
  ],
  [
    "an SMS signed by Hibret Bank",
    "Dear Customer, your account was credited with ETB 500.00, reference FT26307L1W39. Hibret Bank S.C.",
    "Hibret Bank",
  ],
  ["an SMS that begins with Enat Bank", "Enat Bank: ETB 500.00 credited. Ref FT26307L1W39", "Enat Bank"],
  [
    "a link of Coopbank on the host of Kaafi eBirr",
    `https://receipt.ebirr.com/coopay/${token}`,
    "Coopbank (Cooperative Bank of Oromia)",
  ],
  ["only its name", "paid with nib bank", "Nib International Bank"],
];

/** Numbers of ours in messages of banks that are not. */
export const gluedInputs: readonly (readonly [string, text: string, bank: BankCode, reference: string])[] = [
  [
    "Bank of Abyssinia's behind its code",
    "A Deposit of 40,000.00 ETB has been made to your account BY IPS /INCOMMING/ABYSETAA/ABYSETAAFT26307LLQKV on 03-11-2026. Thank you.\nBunna Bank",
    "boa",
    "FT26307LLQKV",
  ],
  [
    "CBE's behind its code",
    "Received BY IPS CBETETAAFT26307LLQKV. Thank you for banking with Berhan Bank",
    "cbe",
    "FT26307LLQKV",
  ],
];

/** A bank that we don't have is only the receiver's or the payer's. */
export const otherPartysBank: readonly (readonly [string, text: string, bank: BankCode])[] = [
  [
    "telebirr's message about money from Ahadu Bank",
    "Dear Henok, You have received ETB 10,000.00 by transaction number DK36LKBBXC on 2026-11-03 17:01:43 from Ahadu Bank SC to your telebirr Account 251913000288. Thank you for using telebirr\nEthio telecom",
    "telebirr",
  ],
  [
    "Bank of Abyssinia's slip to Hibret Bank",
    `Your account was debited by transfer to Hibret Bank. Receipt: ${slip}`,
    "boa",
  ],
];

/** The shape identifies the bank, and the bank's rules report the missing or wrong field. */
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
      ["a link without digits", slip.slice(0, -5), ["suffix"]],
      ["a link with four digits", slip.slice(0, -1), ["suffix"]],
      ["a link with six digits", `${slip}2`, ["suffix"]],
      ["a link about interest", slip.replace("FT26061QM4T158203", "318264572-20261031"), ["reference"]],
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
    inputs: [["another tenant's link", `https://receipt.ebirr.com/siinqee/${token}`, ["reference"]]],
  },
];
