import { readIdentifiers, type SubmittedIdentifiers } from "../index.ts";

const read = (submitted: SubmittedIdentifiers) => readIdentifiers("boa")?.(submitted);
const slip = "https://cs.bankofabyssinia.com/slip/?trx=FT26151AB12C55541";
const sms = `Dear Dawit, your account 1*41 was debited with ETB 1,500.00. Available Balance: ETB 100.00.
Receipt: ${slip}
Feedback: https://cs.bankofabyssinia.com/cs/?trx=CFT26151AB12C
For help, call 8397 (24/7 Toll-Free). Bank of Abyssinia.`;

describe("boa identifiers", () => {
  it.each<[string, SubmittedIdentifiers]>([
    ["clean", { reference: "FT26151AB12C", suffix: "55541" }],
    ["in lower case, with spaces", { reference: " ft26151 ab12c ", suffix: " 55 541 " }],
    ["behind labels", { reference: "Ref No: FT26151AB12C", suffix: "Suffix: 55541" }],
    ["with dashes", { reference: "FT26151-AB12C.", suffix: "5-5541" }],
    ["combined", { reference: "FT26151AB12C55541" }],
    ["combined with a dash", { reference: "ft26151ab12c-55541" }],
    ["combined, and the suffix again", { reference: "FT26151AB12C55541", suffix: "55541" }],
    ["as the slip's link", { reference: slip }],
    ["as the slip's link without its scheme", { reference: slip.replace("https://", "") }],
    [
      "as the address behind the slip",
      { reference: "https://cs.bankofabyssinia.com/api/onlineSlip/getDetails/?id=FT26151AB12C55541" },
    ],
    ["as the link with a trailing dot", { reference: `${slip}.` }],
    ["as a whole SMS", { reference: sms }],
    ["as a whole SMS in both fields", { reference: sms, suffix: sms }],
    ["as a whole SMS in the other field", { suffix: sms }],
    ["with the link as suffix", { reference: "FT26151AB12C", suffix: slip }],
    ["in a text", { reference: "I paid with FT26151AB12C yesterday", suffix: "55541" }],
    ["combined in a text", { reference: "I paid with FT26151AB12C55541 yesterday" }],
  ])("are read %s", (_how, submitted) => {
    expect(read(submitted)).toEqual({
      kind: "valid",
      identifiers: { reference: "FT26151AB12C", suffix: "55541", phone: null },
    });
  });

  it("may name a payment at the counter", () => {
    expect(read({ reference: "TT26153ZK8Q4", suffix: "10104" })).toMatchObject({ kind: "valid" });
  });

  it.each<[string, SubmittedIdentifiers, string[]]>([
    ["nothing", {}, ["reference", "suffix"]],
    ["another kind of reference", { reference: "CB26151AB12C", suffix: "55541" }, ["reference"]],
    ["a wallet's number", { reference: "DC25MN8R1T", suffix: "55541" }, ["reference"]],
    ["the day 000", { reference: "FT26000AB12C", suffix: "55541" }, ["reference"]],
    ["the day 366 of a common year", { reference: "FT26366AB12C", suffix: "55541" }, ["reference"]],
    ["no suffix", { reference: "FT26151AB12C" }, ["suffix"]],
    ["four digits", { reference: "FT26151AB12C", suffix: "5541" }, ["suffix"]],
    ["six digits", { reference: "FT26151AB12C", suffix: "555541" }, ["suffix"]],
    ["a masked account", { reference: "FT26151AB12C", suffix: "1***5541" }, ["suffix"]],
    ["digits of another alphabet", { reference: "FT26151AB12C", suffix: "٥٥٥٤١" }, ["suffix"]],
    ["a suffix that is not the link's", { reference: slip, suffix: "55542" }, ["suffix"]],
    ["a link of another receipt as suffix", { reference: "FT26151AB12D", suffix: slip }, ["suffix"]],
    ["both wrong", { reference: "?", suffix: "?" }, ["reference", "suffix"]],
    [
      "the feedback form's link",
      { reference: "https://cs.bankofabyssinia.com/cs/?trx=FT26151AB12C55541" },
      ["reference"],
    ],
    ["another host's link", { reference: slip.replace("bankofabyssinia", "bank0fabyssinia") }, ["reference"]],
    ["eight digits behind the reference", { reference: "FT26151AB12C12355541" }, ["reference", "suffix"]],
    ["two receipts", { reference: "FT26151AB12C and FT26151AB12D", suffix: "55541" }, ["reference"]],
    ["a suffix too long to look at", { reference: "FT26151AB12C", suffix: "5".repeat(2_001) }, ["suffix"]],
  ])("are refused, with the field at fault: %s", (_what, submitted, fields) => {
    const result = read(submitted);
    expect(result?.kind === "invalid" ? result.faults.map(({ field }) => field) : result).toEqual(fields);
  });
});
