import type { AcceptedInputs } from "./submitted-inputs.ts";

const cbe = { reference: "FT26061K3WQ8", suffix: "34561111" };
const cbeLink = "https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111";
const cbeBranchLink = "https://apps.cbe.com.et:100/BranchReceipt/FT26061K3WQ8&34561111";
const token = "v2-hfHCq8ZtLm3RkWd5XnB2";
const tokenLink = `https://mbreciept.cbe.com.et/${token}`;

/** All messages are invented, in the words and the spelling of the banks' own. */
const cbeSms = {
  debit: `Dear Tigist, You have transfered ETB 1,134.00 to Selam D on 02/03/2026 at 10:52:06 from your account 1*********1111. Your account has been debited with a S.charge of ETB 5.00 and VAT(15%) of ETB0.75 and Disaster Fund (5%) of ETB0.25, with a total of ETB 1,140.00. Your Current Balance is ETB 100.00. Thank you for Banking with CBE! ${cbeLink}`,
  credit: `Dear Selam your Account 1*********2222 has been Credited with ETB 1,134.00 from Tigist, on 02/03/2026 at 09:00:00 with Ref No FT26061K3WQ8. Your Current Balance is ETB 100.00. Thank you for Banking with CBE! ${cbeBranchLink}`,
  creditWithoutLink:
    "Dear Selam your Account 1*********2222 has been Credited with ETB 1,134.00 from Tigist, on 02/03/2026 at 09:00:00 with Ref No FT26061K3WQ8. Thank you for Banking with CBE!",
  newDebit: `Dear Tigist You have successfully transferred ETB500.00 from account 1********1111 to account 1********2222 (Selam). Service charge of ETB 0.50 and VAT(15%) of ETB0.08 and Disaster Recovery(5%) of 0.03 with total of ETB500.61 .Your current balance is ETB100.00. Thanks for Banking with CBE. ${tokenLink}`,
  /** The amount has one place and a full stop behind it, which a link or a label could be taken for. */
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
      ["clean", cbe],
      ["in lower case", { ...cbe, reference: "ft26061k3wq8" }],
      ["with spaces inside", { reference: "FT 26061 K3WQ8", suffix: "3456 1111" }],
      ["with dashes", { reference: "FT26061-K3WQ8", suffix: "3456-1111" }],
      ["behind labels", { reference: "Ref No: FT26061K3WQ8", suffix: "account 34561111" }],
      ["with full stops", { reference: "FT26061K3WQ8.", suffix: "34561111." }],
      ["in brackets", { ...cbe, reference: "(FT26061K3WQ8)" }],
      [
        "with what a chat hides in it",
        { reference: "\u200eFT26061\u200bK3WQ8\u2060", suffix: "\u200e34561111" },
      ],
      ["with a phone, which it does not need", { ...cbe, phone: "0912345678" }],
      ["with the suffix appended", "FT26061K3WQ834561111"],
      ["with the suffix appended in lower case", "ft26061k3wq834561111"],
      ["with the suffix behind a space", "FT26061K3WQ8 34561111"],
      ["with the suffix behind an ampersand", "FT26061K3WQ8&34561111"],
      ["with the suffix behind a dash and a full stop", "FT26061K3WQ8-34561111."],
      ["as a link", cbeLink],
      ["as a link over http", cbeLink.replace("https", "http")],
      ["as a link without its scheme", cbeLink.replace("https://", "")],
      ["as a link without its scheme, in brackets", `(${cbeLink.replace("https://", "")})`],
      ["as a link with a trailing dot", `${cbeLink}.`],
      ["as a link in capitals", cbeLink.toUpperCase().replace("?ID", "?id")],
      ["as the branch's link", cbeBranchLink],
      ["as the branch's link in small letters", cbeBranchLink.toLowerCase()],
      ["as the branch's link without its scheme", cbeBranchLink.replace("https://", "")],
      ["as the branch's link, escaped", cbeBranchLink.replace("&", "%26")],
      ["as the branch's link out of HTML", cbeBranchLink.replace("&", "&amp;")],
      [
        "as a link out of HTML, with a parameter behind it",
        `${cbeLink.replace("?id=", "?x=1&amp;id=")}&amp;lang=am`,
      ],
      ["in a text that names another bank", { ...cbe, reference: "FT26061K3WQ8 to Bank of Abyssinia" }],
      ["as a share link of the older form", "https://mbreciept.cbe.com.et/FT26061K3WQ8-34561111"],
      ["as an SMS of a debit", cbeSms.debit],
      ["as an SMS of a credit", cbeSms.credit],
      ["as an SMS of a credit and a suffix", { reference: cbeSms.creditWithoutLink, suffix: "34561111" }],
      ["as an SMS in the suffix field", { suffix: cbeSms.debit }],
      ["as a reference and its link as suffix", { ...cbe, suffix: cbeLink }],
    ],
  },
  {
    bank: "cbe",
    identifiers: { reference: token, suffix: null, phone: null },
    inputs: [
      ["clean", token],
      ["with a capital V", token.replace("v", "V")],
      ["behind a label, with a full stop", `Receipt: ${token}.`],
      ["as a link", tokenLink],
      ["as a link without its scheme", tokenLink.replace("https://", "")],
      ["as a link with a trailing dot", `${tokenLink}.`],
      [
        "as the address behind the page",
        `https://mb.cbe.com.et/api/v1/transactions/public/transaction-detail/${token}`,
      ],
      ["as an SMS of a debit", cbeSms.newDebit],
      ["as an SMS of a debit whose amount ends in a full stop", cbeSms.newDebitOfSomebody],
      ["as an SMS of a credit", cbeSms.newCredit],
    ],
  },
  {
    bank: "boa",
    identifiers: { ...boa, phone: null },
    inputs: [
      ["clean", boa],
      ["in lower case", { ...boa, reference: "ft26061qm4t1" }],
      ["with spaces inside", { reference: " FT26061 QM4T1 ", suffix: "582 03" }],
      ["behind labels", { reference: "Transaction reference: FT26061QM4T1", suffix: "suffix: 58203" }],
      ["with trailing punctuation", { reference: "FT26061QM4T1,", suffix: "58203." }],
      ["with the suffix appended", "FT26061QM4T158203"],
      ["with the suffix behind a dash", "FT26061QM4T1-58203"],
      ["in a text that names the receiver's bank", "FT26061QM4T158203 paid to Siinqee Bank"],
      ["with the suffix behind a space, in lower case", "ft26061qm4t1 58203"],
      ["as a link", slip],
      ["as a link over http", slip.replace("https", "http")],
      ["as a link without its scheme", slip.replace("https://", "")],
      ["as a link with a trailing dot", `${slip}.`],
      ["as a link in small letters", slip.toLowerCase()],
      [
        "as the address behind the page",
        "https://cs.bankofabyssinia.com/api/onlineSlip/getDetails/?id=FT26061QM4T158203",
      ],
      ["as an SMS of a debit", boaSms.debit],
      ["as an SMS whose link for feedback comes first", boaSms.feedbackFirst],
      [
        "as an SMS whose link for feedback has the digits as well",
        boaSms.feedbackFirst.replace("DFT26061QM4T1", "DFT26061QM4T158203"),
      ],
      ["as an SMS of a credit, beside its feedback link", boaSms.credit],
      ["as an SMS of money from another bank", boaSms.incoming],
      ["as an SMS in both fields", { reference: boaSms.debit, suffix: boaSms.debit }],
      ["as a link in the suffix field", { suffix: slip }],
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
