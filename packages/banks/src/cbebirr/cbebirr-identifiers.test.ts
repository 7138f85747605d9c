import type { SubmittedIdentifiers } from "../bank-adapter.ts";
import { readIdentifiers } from "../index.ts";

const read = (submitted: SubmittedIdentifiers) => readIdentifiers("cbebirr")?.(submitted);
const host = "https://cbepay1.cbe.com.et";
const link = `${host}/aureceipt?TID=DC21MN8R1T4&PH=251900000111`;
const phone = "251900000111";
const reference = "DC21MN8R1T4";

/** Invented, in the words of the bank's own messages. */
const sms = `Dear lensa, you have successfully transferred 5,100.00Br. to 1000987654321-YARED MOLLA on 02-03-2026 09:04:50.Txn ID DC21MN8R1T4,FT26061K3WQ8.Your CBEBirr account balance is 107.56Br.Thank You for Choosing CBE Birr ! For your feedback please click the link https://shorturl.at/xxxxx For invoice ${link}`;

describe("a CBE Birr transaction id and phone", () => {
  it.each<[string, SubmittedIdentifiers]>([
    ["clean", { reference, phone }],
    ["in lower case", { reference: "dc21mn8r1t4", phone }],
    ["with spaces", { reference: " DC21 MN8R 1T4 ", phone: "+251 900 000 111" }],
    ["with dashes", { reference: "DC21-MN8R-1T4", phone: "0900-000-111" }],
    ["behind a label, with a full stop", { reference: "Txn ID: DC21MN8R1T4.", phone }],
    ["with the phone as it is dialled", { reference, phone: "0900000111" }],
    ["with the phone's national part", { reference, phone: "900000111" }],
    ["with a plus", { reference, phone: "+251900000111" }],
    ["with the core reference behind it", { reference: "DC21MN8R1T4,FT26061K3WQ8", phone }],
    ["with the phone appended", { reference: "DC21MN8R1T4 0900000111" }],
    ["with the phone appended in full", { reference: "DC21MN8R1T4-251900000111" }],
    ["in the link", { reference: link }],
    ["in the link with a plus", { reference: `${host}/aureceipt?TID=DC21MN8R1T4&PH=+251900000111` }],
    [
      "in the link with the phone as dialled",
      { reference: `${host}/aureceipt?TID=DC21MN8R1T4&PH=0900000111.` },
    ],
    ["in the link in small letters", { reference: `${host}/aureceipt?tid=dc21mn8r1t4&ph=251900000111` }],
    [
      "in the link without a scheme",
      { reference: "cbepay1.cbe.com.et/aureceipt?TID=DC21MN8R1T4&PH=251900000111" },
    ],
    ["in an SMS", { reference: sms }],
    ["in an SMS in the phone field", { phone: sms }],
    ["in an SMS in both fields", { reference: sms, phone: sms }],
    ["in the link, and the phone again", { reference: link, phone: "0900000111" }],
    ["in the link without a phone, and the phone", { reference: `${host}/aureceipt?TID=DC21MN8R1T4`, phone }],
  ])("are read %s", (_how, submitted) => {
    expect(read(submitted)).toEqual({ kind: "valid", identifiers: { reference, suffix: null, phone } });
  });

  it("may be an id of ten characters, also with a phone behind it", () => {
    const identifiers = { reference: "CG15QK2M4A", suffix: null, phone: "251900000333" };
    expect(read({ reference: "CG15QK2M4A", phone: "0900000333" })).toEqual({ kind: "valid", identifiers });
    expect(read({ reference: "CG15QK2M4A 0900000333" })).toEqual({ kind: "valid", identifiers });
    expect(read({ reference: "CG15QK2M4A251900000333" })).toEqual({ kind: "valid", identifiers });
  });

  it.each<[string, SubmittedIdentifiers, string[]]>([
    ["nothing", {}, ["reference", "phone"]],
    ["no phone", { reference }, ["phone"]],
    ["no id", { phone }, ["reference"]],
    ["a phone that is none", { reference, phone: "12345" }, ["phone"]],
    ["a phone of another country", { reference, phone: "+254900000111" }, ["phone"]],
    ["two phones", { reference, phone: "0900000111 or 0900000222" }, ["phone"]],
    ["a phone other than the link's", { reference: link, phone: "0900000222" }, ["phone"]],
    ["another link in the phone field", { reference: "DC21MN8R1T5", phone: link }, ["phone"]],
    ["one character less", { reference: "DC21MN8R1", phone }, ["reference"]],
    ["one character more", { reference: "DC21MN8R1T45", phone }, ["reference"]],
    ["a month that is none", { reference: "DM21MN8R1T4", phone }, ["reference"]],
    ["the day 0", { reference: "DC01MN8R1T4", phone }, ["reference"]],
    ["30 February", { reference: "DBU1MN8R1T4", phone }, ["reference"]],
    ["a number of M-Pesa", { reference: "UC25MN8R1T", phone }, ["reference"]],
    ["the core reference", { reference: "FT26061K3WQ8", phone }, ["reference"]],
    [
      "a link of an unknown host",
      { reference: link.replace("cbe.com.et", "example.com"), phone },
      ["reference"],
    ],
    [
      "a link that only begins like the bank's",
      { reference: link.replace("/aureceipt", "@example.com/aureceipt"), phone },
      ["reference"],
    ],
    ["a link to another page of the bank", { reference: `${host}/help`, phone }, ["reference"]],
    ["two different ids", { reference: "DC21MN8R1T4 and DC21MN8R1T5", phone }, ["reference"]],
    ["more than 2,000 characters", { reference: `${reference} ${"x".repeat(2_000)}`, phone }, ["reference"]],
    ["a phone field of more", { reference, phone: `${phone} ${"x".repeat(2_000)}` }, ["phone"]],
  ])("are refused with their fields: %s", (_what, submitted, fields) => {
    const result = read(submitted);
    expect(result?.kind).toBe("invalid");
    const faults = result?.kind === "invalid" ? result.faults : [];
    expect(faults.map(({ field }) => field)).toEqual(fields);
    expect(faults.every(({ message }) => /such as|check|send|says/.test(message))).toBe(true);
  });

  /** Whoever could slip a second phone in would ask for another customer's receipt. */
  it("takes no parameters out of a reference that is not the bank's link", () => {
    expect(read({ reference: "DC21MN8R1T4&PH=251900000222&x=1", phone })).toMatchObject({
      identifiers: { reference, phone },
    });
  });

  it("are read from a link to the host that is configured in the bank's place", () => {
    const local = link.replace(host, "http://127.0.0.1:8090");
    const configured = readIdentifiers("cbebirr", { BANK_CBEBIRR_BASE_URL: "http://127.0.0.1:8090" });
    expect(configured?.({ reference: local })).toMatchObject({ kind: "valid" });
    expect(read({ reference: local })).toMatchObject({ kind: "invalid" });
  });
});
