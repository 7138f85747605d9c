import { type AcceptedInputs, pastedInAnyCase, pastedLink } from "./submitted-inputs.ts";

/** All messages are invented, in the wording and spelling of the wallets. */
const telebirrLink = "https://transactioninfo.ethiotelecom.et/receipt/DC25MN8R1T";
const telebirrSms = {
  received:
    "Dear LENSA You have received ETB 500.00 from Yared Molla(2519****1111)  on 02/03/2026 16:51:21. Your transaction number is DC25MN8R1T. Your current E-Money Account balance is ETB 100.00. Thank you for using telebirr",
  sent: `You have transferred ETB 500.00 to Yared (2519****1111) on 02/03/2026 12:15:50. Your transaction number is DC25MN8R1T. The service fee is  ETB 0.87 and  15% VAT on the service fee is ETB 0.13. Please click this link: ${telebirrLink}.`,
  toBank:
    "You have transferred ETB 600.00 successfully from your telebirr account 251900000000 to Commercial Bank of Ethiopia account number 1000987654321 on 02/03/2026 11:26:23. Your telebirr transaction number is DC25MN8R1T and your bank transaction number is FT26061K3WQ8.",
  toAbyssinia:
    "You have transferred ETB 600.00 successfully to Bank of Abyssinia account number 1*11 on 02/03/2026 11:26:23. Your telebirr transaction number is DC25MN8R1T and your bank transaction number is FT26061QM4T1. Thank you for using telebirr",
  fromBank:
    "You have received  ETB 250.00 by transaction number DC25MN8R1T on 2026-03-02 11:26:23 from Zemen Bank to your telebirr Account 251900000000",
  merchant:
    "You have paid ETB 75.00 for goods purchased from 500123 - SELAM DEMO on 02/03/2026 12:15:50. Your transaction number is DC25MN8R1T. Thank you for using telebirr",
};

/** The other bank's number has a shape that belongs to that bank, alone or with the digits of an account. */
const toBankWith = (bank: string, number: string) =>
  `You have transferred ETB 600.00 successfully to ${bank} account number 1000987654321 on 02/03/2026 11:26:23. Your telebirr transaction number is DC25MN8R1T and your bank transaction number is ${number}.`;

const mpesaHost = "https://m-pesabusiness.safaricom.et";
const mpesaLink = `${mpesaHost}/receipt/UC25MN8R1T`;
const mpesaSms = {
  sent: `Dear Lensa, you have sent 50.00 Birr to YARED MOLLA 251714***111 on 2/3/26 at 11:53 AM. Transaction number UC25MN8R1T. Transaction fee 0.00 Birr. Your current  M-PESA balance is 10.00 Birr. Get your receipt here: ${mpesaLink}`,
  received:
    "Dear Yared, you have received 50.00 Birr from LENSA TADESSE 251700***222 on 2/3/26 at 11:53 AM. Transaction number UC25MN8R1T. Your current M-PESA balance is 60.00 Birr.",
  toBank:
    "Dear Lensa, you have sent 50.00 Birr to Bank of Abyssinia on 2/3/26 at 11:53 AM. Transaction number UC25MN8R1T.",
  bundle:
    "Dear Lensa, you have bought a Safaricom bundle of 5.00 Birr for 251700000111 on 2/3/26 at 11:53 AM. Transaction number UC25MN8R1T.",
  amharic: "ውድ ሌንሳ 50.00 ብር ለያሬድ ልከዋል። መለያ ቁጥር UC25MN8R1T። M-PESA ቀሪ 10.00 ብር",
};
const mpesaLetters = {
  english:
    "Dear Yared, you have received 50.00 Birr. Transaction number UCBMNPQRST. Your current M-PESA balance is 60.00 Birr.",
  amharic: "ውድ ሌንሳ 50.00 ብር ለያሬድ ልከዋል። መለያ ቁጥር UCBMNPQRST። M-PESA ቀሪ 10.00 ብር",
};

const cbebirr = { reference: "DC21MN8R1T4", phone: "251900000111" };
const cbebirrLink = "https://cbepay1.cbe.com.et/aureceipt?TID=DC21MN8R1T4&PH=251900000111";
const cbebirrSms = `Dear lensa, you have successfully transferred 5,100.00Br. to 1000987654321-YARED MOLLA on 02-03-2026 09:04:50.Txn ID DC21MN8R1T4,FT26061K3WQ8.Your CBEBirr account balance is 107.56Br.Thank You for Choosing CBE Birr ! For your feedback please click the link https://shorturl.at/xxxxx For invoice ${cbebirrLink}`;

export const walletInputs: readonly AcceptedInputs[] = [
  {
    bank: "telebirr",
    identifiers: { reference: "DC25MN8R1T", suffix: null, phone: null },
    inputs: [
      ...pastedInAnyCase("DC25 MN8R 1T"),
      ["with the full stop of Amharic", "DC25MN8R1T።"],
      ["after a sign", "Ref #DC25MN8R1T"],
      ["after a label, with a space inside", "Transaction number is: DC25 MN8R1T"],
      ["with an amount after it", "DC25MN8R1T 1,500 birr"],
      ["with a dash and an amount after it", "DC25MN8R1T - 1,134.00 ETB"],
      ["with an amount before it", "ETB 1,134.5 DC25MN8R1T"],
      ["with the account's name after it", "DC25MN8R1T E-Money"],
      ...pastedLink(telebirrLink),
      ["as a link in small letters", telebirrLink.toLowerCase()],
      ["as a link with a query after it", `${telebirrLink}?lang=am`],
      ["named next to an unrelated link", "https://example.com/offers my ref is DC25MN8R1T"],
      ["as an SMS of money received", telebirrSms.received],
      ["as an SMS of money sent", telebirrSms.sent],
      ["as an SMS of money sent to a bank", telebirrSms.toBank],
      [
        "as an SMS of money sent to a bank, with the account's digits",
        { reference: telebirrSms.toBank, suffix: "87654321" },
      ],
      ["as an SMS of money sent to Amhara Bank", toBankWith("Amhara Bank", "FT26061W2C5N")],
      ["as an SMS of money sent to Wegagen Bank", toBankWith("Wegagen Bank", "204TBAW260610352")],
      ["as an SMS of money sent to Siinqee Bank", toBankWith("Siinqee Bank", "B41K7TR260610352")],
      ["as an SMS of money sent to Dashen Bank", toBankWith("Dashen Bank", "387WDTS260610A1B")],
      ["as an SMS of money sent to Zemen Bank", toBankWith("Zemen Bank", "174IBET260610001")],
      ["as an SMS of money from a bank", telebirrSms.fromBank],
      ["as an SMS of a purchase", telebirrSms.merchant],
      [
        "as an SMS of money sent to Bank of Abyssinia, with the account's digits",
        { reference: telebirrSms.toAbyssinia, suffix: "58203" },
      ],
      ["as a link, with any phone", { reference: telebirrLink, phone: "0900000111" }],
      ["with its name and a phone", { reference: "telebirr DC25MN8R1T", phone: "0900000111" }],
    ],
    onlyWithBank: [
      ["with a phone, which CBE Birr requires", { reference: "DC25MN8R1T", phone: "0900000111" }],
    ],
  },
  {
    bank: "telebirr",
    identifiers: { reference: "CLQABCDEFG", suffix: null, phone: null },
    inputs: [
      [
        "letters only, after a label, where words of ten letters do not count",
        "Your registered transaction number is CLQABCDEFG and the remittance is completed",
      ],
    ],
  },
  {
    bank: "telebirr",
    identifiers: { reference: "FBT5MN8R1T", suffix: null, phone: null },
    inputs: [["of 29 February of a leap year", "FBT5MN8R1T"]],
  },
  {
    bank: "mpesa",
    identifiers: { reference: "UC25MN8R1T", suffix: null, phone: null },
    inputs: [
      ...pastedInAnyCase("UC25 MN8R 1T"),
      ["with a phone, which it does not need", { reference: "UC25MN8R1T", phone: "0700000111" }],
      ["with the wallet's name after it", "UC25MN8R1T M-PESA"],
      ...pastedLink(mpesaLink),
      ["as a link in lower case, with a dot", `${mpesaLink.toLowerCase()}.`],
      ["as the address that the page loads", `${mpesaHost}/api/receipt/getReceipt?trxNo=UC25MN8R1T`],
      ["as an SMS of money sent", mpesaSms.sent],
      ["as an SMS of money received", mpesaSms.received],
      ["as an SMS of a bundle", mpesaSms.bundle],
      ["as an SMS of money sent to another bank", mpesaSms.toBank],
      ["as an Amharic SMS", mpesaSms.amharic],
      ["as an Amharic SMS without a full stop", mpesaSms.amharic.replace("UC25MN8R1T።", "UC25MN8R1T")],
    ],
  },
  {
    bank: "mpesa",
    identifiers: { reference: "UCBMNPQRST", suffix: null, phone: null },
    inputs: [
      ["without any digit", "UCBMNPQRST"],
      ["without any digit, in an SMS", mpesaLetters.english],
      ["without any digit, in an Amharic SMS", mpesaLetters.amharic],
    ],
  },
  ...["TL95MN8R1T", "TLV0000001", "SBT5MN8R1T", "UGO5MN8R1T"].map((reference) => ({
    bank: "mpesa" as const,
    identifiers: { reference, suffix: null, phone: null },
    inputs: [["of another day", reference] as const],
  })),
  {
    bank: "cbebirr",
    identifiers: { ...cbebirr, suffix: null },
    inputs: [
      ...pastedInAnyCase("DC21 MN8R 1T4", { phone: cbebirr.phone }),
      ["with spaces inside both", { reference: " DC21 MN8R 1T4 ", phone: "+251 900 000 111" }],
      ["with dashes in both", { reference: "DC21-MN8R-1T4", phone: "0900-000-111" }],
      ["with the phone as it is dialled", { ...cbebirr, phone: "0900000111" }],
      ["with the phone's national part", { ...cbebirr, phone: "900-000-111" }],
      ["with the phone and a plus", { ...cbebirr, phone: "+251900000111" }],
      ["with the core reference after it", { ...cbebirr, reference: "DC21MN8R1T4,FT26061K3WQ8" }],
      ["with the phone appended", "DC21MN8R1T4 0900000111"],
      ["with the phone appended in full", "DC21MN8R1T4+251900000111"],
      ["with the phone appended after a dash", "DC21MN8R1T4-251900000111"],
      // A second phone in the text could open another customer's receipt.
      ["with a parameter that is no link's", { ...cbebirr, reference: "DC21MN8R1T4&PH=251900000222&x=1" }],
      ...pastedLink(cbebirrLink),
      ["as a link with the phone as it is dialled", `${cbebirrLink.replace("=251", "=0")}.`],
      ["as a link, and the phone again", { reference: cbebirrLink, phone: "0900000111" }],
      ["as a link without a phone, and the phone", { ...cbebirr, reference: cbebirrLink.replace(/&.*/, "") }],
      ["as a link with a plus before the phone", cbebirrLink.replace("PH=", "PH=+")],
      ["as a link in small letters", cbebirrLink.toLowerCase()],
      ["as a link from HTML", cbebirrLink.replace("&", "&amp;")],
      ["as an SMS", cbebirrSms],
      ["as an SMS in the phone field", { phone: cbebirrSms }],
      ["as an SMS in both fields", { reference: cbebirrSms, phone: cbebirrSms }],
      ["as an SMS, and the phone again", { reference: cbebirrSms, phone: "0900000111" }],
    ],
  },
  {
    bank: "cbebirr",
    identifiers: { reference: "CG15QK2M4A", suffix: null, phone: "251900000333" },
    inputs: [
      ["of ten characters, identified by the phone", { reference: "CG15QK2M4A", phone: "0900000333" }],
      ["of ten characters, the phone appended", "CG15QK2M4A 0900000333"],
      ["of ten characters, the phone appended in full", "CG15QK2M4A251900000333"],
      [
        "of ten characters, in its link",
        "https://cbepay1.cbe.com.et/aureceipt?TID=CG15QK2M4A&PH=251900000333",
      ],
    ],
  },
];
