import { readIdentifiers, type SubmittedIdentifiers } from "../index.ts";

const read = (submitted: SubmittedIdentifiers) => readIdentifiers("cbe")?.(submitted);
const link = "https://apps.cbe.com.et:100/?id=FT26061K3WQ834561111";
const branchLink = "https://apps.cbe.com.et:100/BranchReceipt/FT26061K3WQ8&34561111";
const token = "v2-hfHCq8ZtLm3RkWd5XnB2";
const shareLink = `https://mbreciept.cbe.com.et/${token}`;

/** Invented, in the words and the spelling of the bank's own messages. */
const debitSms = `Dear Tigist, You have transfered ETB 1,134.00 to Selam D on 02/03/2026 at 10:52:06 from your account 1*********1111. Your account has been debited with a S.charge of ETB 5.00 and VAT(15%) of ETB0.75, with a total of ETB 1,139.75. Your Current Balance is ETB 100.00. Thank you for Banking with CBE! ${link}`;
const creditSms =
  "Dear Selam your Account 1*********2222 has been Credited with ETB 1,134.00 from Tigist, on 02/03/2026 at 10:52:06 with Ref No FT26061K3WQ8. Your Current Balance is ETB 100.00.";
const newSms = `Dear Tigist You have successfully transferred ETB500.00 from account 1********1111 to account 1********2222 (Selam). Service charge of ETB 0.50 with total of ETB500.61 .Your current balance is ETB100.00. Thanks for Banking with CBE. ${shareLink}`;

describe("a cbe reference with its suffix", () => {
  it.each<[string, SubmittedIdentifiers]>([
    ["clean", { reference: "FT26061K3WQ8", suffix: "34561111" }],
    ["in lower case, with spaces", { reference: "ft 26061 k3wq8", suffix: " 3456 1111 " }],
    ["behind labels", { reference: "Reference No. FT26061K3WQ8", suffix: "suffix 34561111" }],
    ["with trailing punctuation", { reference: "FT26061K3WQ8.,", suffix: "34561111." }],
    ["combined", { reference: "FT26061K3WQ834561111" }],
    ["combined with a space", { reference: "FT26061K3WQ8 34561111" }],
    ["combined with &", { reference: "FT26061K3WQ8&34561111" }],
    ["combined with a dash, in lower case", { reference: "ft26061k3wq8-34561111" }],
    ["combined, and the suffix again", { reference: "FT26061K3WQ8&34561111", suffix: "34561111" }],
    ["as its link", { reference: link }],
    ["as its link without scheme", { reference: link.replace("https://", "") }],
    ["as its link with &", { reference: "https://apps.cbe.com.et:100/?id=FT26061K3WQ8&34561111" }],
    ["as its link, in brackets", { reference: `(${link}).` }],
    ["as the branch's link", { reference: branchLink }],
    ["as the branch's link, escaped", { reference: branchLink.replace("&", "%26") }],
    [
      "as a share link of the older form",
      { reference: "https://mbreciept.cbe.com.et/FT26061K3WQ8-34561111" },
    ],
    ["as an SMS of a debit", { reference: debitSms }],
    ["as an SMS of a debit, and the suffix again", { reference: debitSms, suffix: "34561111" }],
    ["as an SMS of a credit, with its suffix", { reference: creditSms, suffix: "34561111" }],
    ["with the link as suffix", { reference: "FT26061K3WQ8", suffix: link }],
    ["as a link in the suffix alone", { suffix: branchLink }],
  ])("is read %s", (_how, submitted) => {
    expect(read(submitted)).toEqual({
      kind: "valid",
      identifiers: { reference: "FT26061K3WQ8", suffix: "34561111", phone: null },
    });
  });

  it.each<[string, SubmittedIdentifiers, string[]]>([
    ["nothing", {}, ["reference", "suffix"]],
    ["no suffix", { reference: "FT26061K3WQ8" }, ["suffix"]],
    ["an SMS without its suffix", { reference: creditSms }, ["suffix"]],
    ["seven digits", { reference: "FT26061K3WQ8", suffix: "3456111" }, ["suffix"]],
    ["the whole account", { reference: "FT26061K3WQ8", suffix: "1000134561111" }, ["suffix"]],
    ["letters in the suffix", { reference: "FT26061K3WQ8", suffix: "3456111O" }, ["suffix"]],
    ["a counter reference of another bank", { reference: "TT26061K3WQ8", suffix: "34561111" }, ["reference"]],
    ["the day 366 of a common year", { reference: "FT26366K3WQ8", suffix: "34561111" }, ["reference"]],
    ["the day 400", { reference: "FT26400K3WQ8", suffix: "34561111" }, ["reference"]],
    ["letters in the date", { reference: "FT2606IK3WQ8", suffix: "34561111" }, ["reference"]],
    ["five digits behind the reference", { reference: "FT26061K3WQ834561" }, ["reference", "suffix"]],
    ["a suffix that is not the link's", { reference: link, suffix: "34562222" }, ["suffix"]],
    ["a link of another receipt as suffix", { reference: "FT26061K3WQ9", suffix: link }, ["suffix"]],
    [
      "another host's link",
      { reference: "https://apps.cbe.example:100/?id=FT26061K3WQ834561111" },
      ["reference"],
    ],
    [
      "a link with the bank's name before an @",
      { reference: "https://apps.cbe.com.et@example.com/?id=FT26061K3WQ834561111" },
      ["reference"],
    ],
    ["two receipts", { reference: `${link} ${link.replace("WQ8", "WQ9")}` }, ["reference"]],
    ["more than 2,000 characters", { reference: `${debitSms}${" ".repeat(2_000)}` }, ["reference"]],
  ])("is refused, with the field at fault: %s", (_what, submitted, fields) => {
    const result = read(submitted);
    expect(result?.kind === "invalid" ? result.faults.map(({ field }) => field) : result).toEqual(fields);
  });

  it("may be of the last day of a leap year", () => {
    expect(read({ reference: "FT24366K3WQ8", suffix: "34561111" })).toMatchObject({ kind: "valid" });
  });
});

describe("a cbe share token", () => {
  it.each<[string, SubmittedIdentifiers]>([
    ["clean", { reference: token }],
    ["with spaces around and a label", { reference: ` Ref: ${token} ` }],
    ["with a capital V", { reference: token.replace("v2", "V2") }],
    ["as its link", { reference: shareLink }],
    ["as its link without scheme", { reference: shareLink.replace("https://", "") }],
    [
      "as the address behind the page",
      { reference: `https://mb.cbe.com.et/api/v1/transactions/public/transaction-detail/${token}` },
    ],
    ["as a whole SMS", { reference: newSms }],
    ["in a text", { reference: `here it is: ${token}, thanks` }],
  ])("keeps its case and needs no suffix: %s", (_how, submitted) => {
    expect(read(submitted)).toEqual({
      kind: "valid",
      identifiers: { reference: token, suffix: null, phone: null },
    });
  });

  /** The bank does not ask for them, so only our own comparison tells a stranger's receipt from one's own. */
  it.each<[string, SubmittedIdentifiers]>([
    ["as the suffix", { reference: token, suffix: "34561111" }],
    ["as the suffix, with spaces and a label", { reference: token, suffix: "suffix: 3456 1111." }],
    ["as the suffix of its link", { reference: shareLink, suffix: "34561111" }],
    ["as the suffix of its SMS", { reference: newSms, suffix: "34561111" }],
    ["behind it", { reference: `${token}34561111` }],
    ["behind it and a space", { reference: `Ref: ${token} 34561111` }],
    ["behind it and an &", { reference: `${token}&34561111` }],
    ["behind it and a dash, in a text", { reference: `here it is: ${token}-34561111, thanks` }],
    ["behind its link", { reference: `${shareLink}&34561111` }],
    ["behind it, and again", { reference: `${token}-34561111`, suffix: "34561111" }],
  ])("keeps the digits that are sent with it: %s", (_how, submitted) => {
    expect(read(submitted)).toEqual({
      kind: "valid",
      identifiers: { reference: token, suffix: "34561111", phone: null },
    });
  });

  it.each<[string, SubmittedIdentifiers, string]>([
    ["seven digits", { reference: token, suffix: "3456111" }, "suffix"],
    ["the whole account", { reference: shareLink, suffix: "1000134561111" }, "suffix"],
    ["other digits than those behind it", { reference: `${token}&34561111`, suffix: "34562222" }, "suffix"],
    ["seven digits behind it", { reference: `${token}-3456111` }, "reference"],
    ["nine digits behind it, in a text", { reference: `paid: ${token}&345611110, thanks` }, "reference"],
    ["seven digits behind its link", { reference: `${shareLink}-3456111` }, "reference"],
  ])("is refused with %s, the field named", (_what, submitted, field) => {
    expect(read(submitted)).toMatchObject({ kind: "invalid", faults: [{ field }] });
  });

  it("may be of the older kind when it comes in a link", () => {
    const olderLink = "https://mbreciept.cbe.com.et/fHCw4PsNc7TjYf";
    expect(read({ reference: olderLink })).toMatchObject({
      identifiers: { reference: "fHCw4PsNc7TjYf", suffix: null },
    });
    expect(read({ reference: olderLink, suffix: "34561111" })).toMatchObject({
      identifiers: { reference: "fHCw4PsNc7TjYf", suffix: "34561111" },
    });
    expect(read({ reference: "fHCw4PsNc7TjYf" })).toMatchObject({ kind: "invalid" });
  });

  it.each([
    "v2-short",
    "v3-hfHCq8ZtLm3RkWd5XnB2",
    "v2-hfHCq8ZtLm3RkWd5XnB2aaaaaaaa",
    "https://mbreciept.cbe.com.et/",
  ])("is refused when it is %s", (reference) => {
    expect(read({ reference })).toMatchObject({ kind: "invalid", faults: [{ field: "reference" }] });
  });
});
