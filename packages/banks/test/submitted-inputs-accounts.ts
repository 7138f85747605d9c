import { type AcceptedInputs, pasted, pastedInAnyCase, pastedLink } from "./submitted-inputs.ts";

const cbe = { reference: "FT26061K3WQ8", suffix: "34561111" };
const cbeLink = "https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111";
const cbeBranchLink = "https://apps.cbe.com.et:100/BranchReceipt/FT26061K3WQ8&34561111";
const token = "v2-hfHCq8ZtLm3RkWd5XnB2";
const tokenLink = `https://mbreciept.cbe.com.et/${token}`;
const olderLink = "https://mbreciept.cbe.com.et/fHCw4PsNc7TjYf";

/** All messages are invented, in the wording and spelling of the banks. */
const cbeSms = {
  debit: `Dear Tigist, You have transfered ETB 1,134.00 to Selam D on 02/03/2026 at 10:52:06 from your account 1*********1111. Your account has been debited with a S.charge of ETB 5.00 and VAT(15%) of ETB0.75 and Disaster Fund (5%) of ETB0.25, with a total of ETB 1,140.00. Your Current Balance is ETB 100.00. Thank you for Banking with CBE! ${cbeLink}`,
  credit: `Dear Selam your Account 1*********2222 has been Credited with ETB 1,134.00 from Tigist, on 02/03/2026 at 09:00:00 with Ref No FT26061K3WQ8. Your Current Balance is ETB 100.00. Thank you for Banking with CBE! ${cbeBranchLink}`,
  creditWithoutLink:
    "Dear Selam your Account 1*********2222 has been Credited with ETB 1,134.00 from Tigist, on 02/03/2026 at 09:00:00 with Ref No FT26061K3WQ8. Thank you for Banking with CBE!",
  newDebit: `Dear Tigist You have successfully transferred ETB500.00 from account 1********1111 to account 1********2222 (Selam). Service charge of ETB 0.50 and VAT(15%) of ETB0.08 and Disaster Recovery(5%) of 0.03 with total of ETB500.61 .Your current balance is ETB100.00. Thanks for Banking with CBE. ${tokenLink}`,
  /** The amount has one decimal and a full stop after it, which could be mistaken for a link or a label. */
  newDebitOfSomebody: `A debit transaction of ETB 5000.0. has occurred on your account 1****1111. Service charge of ETB 10.00 and VAT(15%) of ETB1.50 and Disaster Recovery(5%) of 0.50 with total of ETB5012.00 .Your current balance is ETB2,184.68. Thanks for Banking with CBE. ${tokenLink}`,
  newCredit: `Dear Selam You have received ETB 500.00 from account 1**1111 (Tigist) to your account 1**2222. Your current balance is ETB100.00. Thanks for Banking with CBE. ${tokenLink}`,
};

const boa = { reference: "FT26061QM4T1", suffix: "58203" };
const slip = "https://cs.bankofabyssinia.com/slip/?trx=FT26061QM4T158203";
const boaSms = {
  debit: `Dear Abebe, your account 1*11 was debited with ETB 500.00. Available Balance: ETB 100.00.\nReceipt: ${slip}\nFor help, call 8397 (24/7 Toll-Free). Bank of Abyssinia.`,
  credit: `Dear Abebe, your account 1*11 was credited with ETB 500.00 by  SELAM DEMO . Available Balance: ETB 600.00. Receipt: ${slip} For help, call 8397 (24/7 Toll-Free). Bank of Abyssinia. Feedback: https://cs.bankofabyssinia.com/cs/?trx=CFT26061QM4T1`,
  feedbackFirst: `Feedback: https://cs.bankofabyssinia.com/cs/?trx=DFT26061QM4T1 Dear Abebe, your account 1*11 was debited with ETB 500.00. Receipt: ${slip}`,
  incoming: `Dear Abebe, your account 1*11 was credited with ETB 500.00 by A/R - P2P incoming settlement accou. Receipt: ${slip} https://cs.bankofabyssinia.com/fayda_connect Bank of Abyssinia.`,
};

export const accountInputs: readonly AcceptedInputs[] = [
  {
    bank: "cbe",
    identifiers: { ...cbe, phone: null },
    inputs: [
      ...pastedInAnyCase("FT 26061 K3WQ8", { suffix: cbe.suffix }),
      ["with spaces inside both", { reference: "ft 26061 k3wq8", suffix: " 3456 1111 " }],
      ["with dashes in both", { reference: "FT26061-K3WQ8", suffix: "3456-1111" }],
      ["after labels", { reference: "Ref No: FT26061K3WQ8", suffix: "account 34561111" }],
      ["with full stops", { reference: "FT26061K3WQ8.", suffix: "34561111." }],
      [
        "with what a chat hides in it",
        { reference: "\u200eFT26061\u200bK3WQ8\u2060", suffix: "\u200e34561111" },
      ],
      ["with a phone, which it does not need", { ...cbe, phone: "0912345678" }],
      ["with the suffix appended", "FT26061K3WQ834561111"],
      ["with the suffix appended in lower case", "ft26061k3wq834561111"],
      ["with the suffix after a space", "FT26061K3WQ8 34561111"],
      ["with the suffix after an ampersand", "FT26061K3WQ8&34561111"],
      ["with the suffix after a dash and a full stop", "FT26061K3WQ8-34561111."],
      ["with the suffix appended, and again", { ...cbe, reference: "FT26061K3WQ8&34561111" }],
      ...pastedLink(cbeLink),
      ["as a link with an ampersand", cbeLink.replace("3456", "&3456")],
      ["as a link in capitals", cbeLink.toUpperCase().replace("?ID", "?id")],
      ["as the branch's link", cbeBranchLink],
      ["as the branch's link in small letters", cbeBranchLink.toLowerCase()],
      ["as the branch's link without its scheme", cbeBranchLink.replace("https://", "")],
      ["as the branch's link, escaped", cbeBranchLink.replace("&", "%26")],
      ["as the branch's link out of HTML", cbeBranchLink.replace("&", "&amp;")],
      [
        "as a link from HTML, with a parameter after it",
        `${cbeLink.replace("?id=", "?x=1&amp;id=")}&amp;lang=am`,
      ],
      ["in a text that names another bank", { ...cbe, reference: "FT26061K3WQ8 to Bank of Abyssinia" }],
      ["as a share link of the older form", "https://mbreciept.cbe.com.et/FT26061K3WQ8-34561111"],
      ["as an SMS of a debit", cbeSms.debit],
      ["as an SMS of a debit, and the suffix again", { reference: cbeSms.debit, suffix: "34561111" }],
      ["as an SMS of a credit", cbeSms.credit],
      ["as an SMS of a credit and a suffix", { reference: cbeSms.creditWithoutLink, suffix: "34561111" }],
      ["as an SMS in the suffix field", { suffix: cbeSms.debit }],
      ["as a reference and its link as suffix", { ...cbe, suffix: cbeLink }],
      ["as a link in the suffix alone", { suffix: cbeBranchLink }],
    ],
  },
  {
    bank: "cbe",
    identifiers: { reference: "FT24366K3WQ8", suffix: "34561111", phone: null },
    inputs: [["of the last day of a leap year", { reference: "FT24366K3WQ8", suffix: "34561111" }]],
  },
  {
    bank: "cbe",
    identifiers: { reference: token, suffix: null, phone: null },
    inputs: [
      ...pasted(token),
      ["with a capital V", token.replace("v", "V")],
      ...pastedLink(tokenLink),
      [
        "as the address that the page loads",
        `https://mb.cbe.com.et/api/v1/transactions/public/transaction-detail/${token}`,
      ],
      ["as an SMS of a debit", cbeSms.newDebit],
      ["as an SMS of a debit whose amount ends in a full stop", cbeSms.newDebitOfSomebody],
      ["as an SMS of a credit", cbeSms.newCredit],
    ],
  },
  {
    // The bank does not require the digits, so only our own comparison detects another customer's receipt.
    bank: "cbe",
    identifiers: { reference: token, suffix: "34561111", phone: null },
    inputs: [
      ["with digits as the suffix", { reference: token, suffix: "34561111" }],
      ["with spaces and a label in the suffix", { reference: token, suffix: "suffix: 3456 1111." }],
      ["with digits as the suffix of its link", { reference: tokenLink, suffix: "34561111" }],
      ["with digits as the suffix of its SMS", { reference: cbeSms.newDebit, suffix: "34561111" }],
      ["with digits after it", `${token}34561111`],
      ["with digits after it and a space", `Ref: ${token} 34561111`],
      ["with digits after it and an &", `${token}&34561111`],
      ["with digits after it and a dash, in a text", `here it is: ${token}-34561111, thanks`],
      ["with digits after its link", `${tokenLink}&34561111`],
      ["with digits after it, and again", { reference: `${token}-34561111`, suffix: "34561111" }],
    ],
  },
  {
    bank: "cbe",
    identifiers: { reference: "fHCw4PsNc7TjYf", suffix: null, phone: null },
    inputs: [["of the older kind, in a link", olderLink]],
  },
  {
    bank: "cbe",
    identifiers: { reference: "FTkQ2m9XzLwa", suffix: null, phone: null },
    inputs: [["that begins as a reference does", olderLink.replace("fHCw4PsNc7TjYf", "FTkQ2m9XzLwa")]],
  },
  {
    bank: "cbe",
    identifiers: { reference: "fHCw4PsNc7TjYf", suffix: "34561111", phone: null },
    inputs: [["of the older kind, in a link, with digits", { reference: olderLink, suffix: "34561111" }]],
  },
  {
    bank: "boa",
    identifiers: { ...boa, phone: null },
    inputs: [
      ...pastedInAnyCase("FT26061 QM4T1", { suffix: boa.suffix }),
      ["with spaces inside both", { reference: " ft26061 qm4t1 ", suffix: " 58 203 " }],
      ["with dashes in both", { reference: "FT26061-QM4T1.", suffix: "5-8203" }],
      ["after labels", { reference: "Transaction reference: FT26061QM4T1", suffix: "suffix: 58203" }],
      ["with trailing punctuation", { reference: "FT26061QM4T1,", suffix: "58203." }],
      ["with the suffix appended", "FT26061QM4T158203"],
      ["with the suffix after a dash", "FT26061QM4T1-58203"],
      ["with the suffix appended, and again", { ...boa, reference: "FT26061QM4T158203" }],
      ["with the suffix appended, in a text", "I paid with FT26061QM4T158203 yesterday"],
      ["in a text that names the receiver's bank", "FT26061QM4T158203 paid to Siinqee Bank"],
      ["with the suffix after a space, in lower case", "ft26061qm4t1 58203"],
      ...pastedLink(slip),
      ["as a link in small letters", slip.toLowerCase()],
      [
        "as the address that the page loads",
        "https://cs.bankofabyssinia.com/api/onlineSlip/getDetails/?id=FT26061QM4T158203",
      ],
      ["as an SMS of a debit", boaSms.debit],
      ["as an SMS whose link for feedback comes first", boaSms.feedbackFirst],
      [
        "as an SMS whose link for feedback has the digits as well",
        boaSms.feedbackFirst.replace("DFT26061QM4T1", "DFT26061QM4T158203"),
      ],
      ["as an SMS of a credit, next to its feedback link", boaSms.credit],
      ["as an SMS of money from another bank", boaSms.incoming],
      ["as an SMS in both fields", { reference: boaSms.debit, suffix: boaSms.debit }],
      ["as an SMS in the suffix field", { suffix: boaSms.debit }],
      ["as a link in the suffix field", { suffix: slip }],
      ["as a reference and its link as suffix", { ...boa, suffix: slip }],
    ],
  },
  {
    bank: "boa",
    identifiers: { reference: "TT26151AB12C", suffix: "58203", phone: null },
    inputs: [
      ["of a counter", { reference: "TT26151AB12C", suffix: "58203" }],
      ["of a counter, the suffix appended", "tt26151ab12c58203"],
    ],
  },
];
