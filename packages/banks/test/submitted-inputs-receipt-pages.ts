import { type AcceptedInputs, pasted, pastedInAnyCase, pastedLink } from "./submitted-inputs.ts";

/** All messages are invented, in the wording and spelling of the banks. */
const dashenLink = "https://receipts.dashenbanksc.com/receipt/387WDTS260610A1B";
const dashenOldLink = "https://receipt.dashensuperapp.com/receipt/387WDTS260610A1B";
const dashenSms = {
  old: `Dear Customer, your account 5387********011 has been debited with ETB 500.00 on 2026-03-02 at 09:28:18. A service fee of ETB 0.4, VAT of ETB 0.06 and DRRF fee of ETB 0.02 have been applied. Your current balance is ETB 100.00. Thank you for using Dashen Super App! For receipt ${dashenOldLink}`,
  new: `Dear Customer, ETB 500.00 has been credited to the Telebirr account +251900000111 on 2026-03-02 at 08:52:25 with transaction reference 387WDTS260610A1B.  The service charge is ETB 5, VAT (15%) ETB 0.75 and DRRF (5%) ETB 0.25. Download receipt:  = ${dashenLink}.`,
  newWithoutLink:
    "Dear Customer, ETB 500.00 has been credited to the Telebirr account +251900000111 on 2026-03-02 at 08:52:25 with transaction reference 387WDTS260610A1B.",
  toZemen:
    "Dear Customer, ETB 500.00 has been credited to the Zemen Bank account 174xxxx1111 with transaction reference 387WDTS260610A1B.",
  credit:
    "Dear Customer, your account 5387********011 has been credited with ETB 500.00 with transaction reference 387WDTS260610A1B. Thank you for using Dashen Super App!",
};

const awash = "2K9P4PDDU1-4Q7C3H";
const awashLink = `https://awashpay.awashbank.com:8225/-${awash}`;
const awashSms = `Dear Customer, ETB 17,380 has been credited to your account from ABEL GIRMA on : 2026-03-02 09:30:59  with Txn ID: 260302093000777 . Your available balance is now ETB 100.00. Receipt  Link: ${awashLink}. Contact center  8980.`;

const siinqeeLink = "https://receipts.siinqeebank.com:871/generate/B41K7TR262260352";

const siinqeeSms = {
  debit: `Dear LENSA TADESSE, Your account XXXXXX12070118 has been debited with ETB 13,048 Ref: B41K7TR262260352 on 14-AUG-2026 13:08:51. Available Balance is ETB 51.55. Thank you for banking with SIINQEE BANK. ${siinqeeLink}`,
  linkLacksADigit:
    "Dear LENSA TADESSE, Your account XXXXXX12070118 has been debited with ETB 2,009 Ref: B41K7TR262260352 on 14-AUG-2026 12:02:51. Available Balance is ETB 4,068.83. Thank you for banking with SIINQEE BANK. https://receipts.siinqeebank.com:871/generate/B41K7TR22260352",
  credit:
    "Dear LENSA TADESSE, Your account XXXXXX12070118 has been credited with ETB 13,100 Ref: B41k7tr262260352 on 14-AUG-2026 17:08:04. Available Balance is ETB 13,100.00. Thank you for banking with SIINQEE BANK.",
};

const token = "qW3r_T9yU1oP-a5SdF7gHQ";
const tokenLink = `https://receipt.ebirr.com/kaafimf/${token}`;
const idLink = "https://transactioninfo.ebirr.com/kaafimf-Ebirr/receipt/2034000000000";
const kaafiSms = {
  token: `[-EBIRR-KAAFI-] Ref: 2580000000 Confirmed. ETB140 Received from LENSA (980000000), Date: 27/07/26 15:23:10, your new A/C balance is ETB280.09 ${tokenLink}`,
  id: `[-EBIRR-KAAFI-] Dear Abebe, You have successfully transferred ETB1.00 to YARED on 02/03/2026 at 15:02:11. Transfer-Id: 2034000000000. Charges: ETB0.00 with VAT: ETB0.00. ${idLink}`,
  withoutLink: "[-EBIRR-KAAFI-] Transfer ID :2034000000000 ETB200 sent to YARED",
};

const wegagen = "204TBAW2622603521002DAAT";
const wegagenLink = `https://transinfo.wegagenbanksc.com.et:8183/?id=${wegagen}`;
const wegagenSms = `Amount ETB-2000 is Transferred From : LENSA TADESSE BEKELE 1*****5670801 To --- (2519*****22), with transaction ID: 204TBAW262260352 on date Fri Aug 14 2026. For more information, click here: ${wegagenLink} - Wegagen Bank.`;

const amharaLink = "https://receipt.amharabank.com.et/?trx=FT26226M4T8Z";

export const receiptPageInputs: readonly AcceptedInputs[] = [
  {
    bank: "wegagen",
    identifiers: { reference: wegagen, suffix: null, phone: null },
    inputs: [
      ...pastedInAnyCase("204TBAW26226 0352 1002 DAAT"),
      ["in a link in lower case", wegagenLink.toLowerCase()],
      ["in a link without a port", wegagenLink.replace(":8183", "")],
      ...pastedLink(wegagenLink),
      [
        "as the address that the page loads",
        `https://transinfo.wegagenbanksc.com.et:8011/sms_wega/txn/${wegagen}`,
      ],
      ["as the text of its QR code", wegagenSms],
    ],
    onlyWithBank: [["with a dash between its parts", "204TBAW262260352-1002-D-AAT"]],
  },
  // The structure of a token is not proven: only the bank can report that there is no such receipt.
  ...["204TBAW26226035210x2DAAT", "abcDEF0123456789abcDEF01"].map((reference) => ({
    bank: "wegagen" as const,
    identifiers: { reference, suffix: null, phone: null },
    inputs: [["of another make, in its link", wegagenLink.replace(wegagen, reference)] as const],
    onlyWithBank: [["of another make, clean", reference] as const],
  })),
  {
    bank: "amhara",
    identifiers: { reference: "FT26226M4T8Z", suffix: null, phone: null },
    inputs: [
      ...pastedLink(amharaLink),
      ["as a link in lower case", amharaLink.toLowerCase()],
      ["as the address that the page loads", "https://transaction.amharabank.com.et/FT26226M4T8Z"],
      ["as its QR code", '{"transactionId":"FT26226M4T8Z","creditAccountNo":"9900000009658"}'],
      [
        "as its QR code, of money to another bank",
        '{ "transactionId": "FT26226M4T8Z", "creditAccountNo": "ETB1756000010009" }',
      ],
      ["as an SMS", `ETB 500.00 was transferred, reference FT26226M4T8Z. ${amharaLink} Amhara Bank`],
    ],
    onlyWithBank: [
      ...pastedInAnyCase("FT26226 M4T8Z"),
      ["in a text", "I paid with FT26226M4T8Z yesterday"],
      ["next to the bank's name", "Amhara Bank FT26226M4T8Z"],
    ],
  },
  {
    bank: "dashen",
    identifiers: { reference: "387WDTS260610A1B", suffix: null, phone: null },
    inputs: [
      ...pastedInAnyCase("387 WDTS 26061 0A1B"),
      ["with an equals sign of the SMS", "= 387WDTS260610A1B."],
      ["after the app's label", "FT Ref 387WDTS260610A1B"],
      ["as a link in lower case", dashenLink.toLowerCase()],
      ["as a link with the stray sign of an SMS", `= ${dashenLink}.`],
      ["as a link glued to the stray sign", `receipt:=${dashenLink}.`],
      ...pastedLink(dashenLink),
      ["as a link of the old host", dashenOldLink],
      ["as a link of the old host without its scheme", dashenOldLink.replace("https://", "")],
      [
        "as a link to the app's PDF",
        "https://api.dashensuperapp.com/receipts/Within-Dashen-Transfer-387WDTS260610A1B.pdf",
      ],
      ["as an SMS of the old app", dashenSms.old],
      ["as an SMS of a transfer to a wallet", dashenSms.new],
      ["as an SMS of a credit", dashenSms.credit],
      ["as an SMS to a wallet, its link left out", dashenSms.newWithoutLink],
      ["as an SMS to Zemen Bank", dashenSms.toZemen],
    ],
  },
  {
    bank: "awash",
    identifiers: { reference: awash, suffix: null, phone: null },
    inputs: [
      ...pasted(awash),
      ["in lower case", awash.toLowerCase()],
      ["with the dash of the link", `-${awash}`],
      ["with the slash and the dash of the link", `/-${awash}`],
      ["with the dash of the link, in a sentence", `paid, see -${awash}, thanks`],
      ["with spaces inside", "2K9P4PDDU1 - 4Q7C3H"],
      ["with a long dash", awash.replace("-", "–")],
      ["twice in a text", `${awash}, I say again: ${awash}`],
      ["as a link in lower case", awashLink.toLowerCase()],
      ["as a link with marks", `${awashLink}!?;`],
      ["as a link without the dash", awashLink.replace("/-", "/")],
      ...pastedLink(awashLink),
      ["as a link without its port", awashLink.replace(":8225", "")],
      ["as an SMS", awashSms],
      ["as an SMS in lower case", awashSms.toLowerCase()],
    ],
  },
  {
    bank: "awash",
    identifiers: { reference: "A1B2C3D4E5F6-1Q7C3H", suffix: null, phone: null },
    inputs: [
      ["of the year before", "A1B2C3D4E5F6-1Q7C3H"],
      ["of the year before, in its link", "https://awashpay.awashbank.com:8225/-A1B2C3D4E5F6-1Q7C3H."],
    ],
  },
  {
    bank: "siinqee",
    identifiers: { reference: "B41K7TR262260352", suffix: null, phone: null },
    inputs: [
      ...pastedInAnyCase("B41 K7TR 26226 0352"),
      ["as a link without its port", siinqeeLink.replace(":871", "")],
      ["as a link in lower case", siinqeeLink.toLowerCase()],
      ...pastedLink(siinqeeLink),
      ["as an SMS of a debit", siinqeeSms.debit],
      ["as an SMS whose link lacks a digit", siinqeeSms.linkLacksADigit],
      ["as an SMS of a credit, without a link", siinqeeSms.credit],
    ],
  },
  {
    bank: "kaafiebirr",
    identifiers: { reference: token, suffix: null, phone: null },
    inputs: [
      ...pastedLink(tokenLink),
      ["as a link in a chat's emphasis", `_${tokenLink}_`],
      ["as a link with a query", `${tokenLink}?lang=en`],
      ["as an SMS of money received", kaafiSms.token],
    ],
    onlyWithBank: [...pasted(token), ["broken over two lines", "qW3r_T9yU1oP\n-a5SdF7gHQ"]],
  },
  // Beginning or ending with punctuation, or in lower case.
  ...["_W3rT9yU1oPa5SdF7gHjK_", "-w3rt9yu1opa5sdf7ghjk-", "abcdefghijklmnopqrstuv"].map((reference) => ({
    bank: "kaafiebirr" as const,
    identifiers: { reference, suffix: null, phone: null },
    inputs: [["in its link", `${tokenLink.replace(token, reference)}.`] as const],
    onlyWithBank: [["clean", reference] as const],
  })),
  {
    bank: "kaafiebirr",
    identifiers: { reference: "2034000000000", suffix: null, phone: null },
    inputs: [
      ["as a link of the older host", idLink],
      ["as a link of the older host in small letters", `${idLink.toLowerCase()}.`],
      ["as an SMS of money sent", kaafiSms.id],
      ["as an SMS without a link", kaafiSms.withoutLink],
    ],
    onlyWithBank: [
      ["clean", "2034000000000"],
      ["with spaces around and inside", " 2034 000 000 000 "],
      ["with dashes", "2034-000-000-000"],
      ["with a full stop", "2034000000000."],
      ["after a label, with a full stop", "Ref: 2034000000000."],
      ["after its own label", "Transfer-Id: 2034000000000"],
      ["in a short SMS", "Transfer ID :2034000000000 ETB200 sent to Yared Molla"],
    ],
  },
  {
    bank: "kaafiebirr",
    identifiers: { reference: token, suffix: null, phone: "251912345678" },
    inputs: [
      "0912345678",
      "+251 91 234 5678",
      "251912345678",
      "912345678",
      "00251912345678",
      "09-12-34-56-78",
    ].map((phone) => [`as a link, and the phone ${phone}`, { reference: tokenLink, phone }] as const),
  },
];
