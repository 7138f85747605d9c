import { readIdentifiers } from "../index.ts";

const read = (reference?: string) => readIdentifiers("awash")?.({ reference });
const host = "https://awashpay.awashbank.com:8225";
const token = "2K9P4PDDU1-4Q7C3H";

/** Invented, in the words of the bank's own message; the doubled spaces are the bank's. */
const sms = `Dear Customer, ETB 17,380 has been credited to your account from ABEL GIRMA on : 2026-03-02 09:30:59  with Txn ID: 260302093000777 . Your available balance is now ETB 100.00. Receipt  Link: ${host}/-${token}. Contact center  8980.`;

describe("an Awash share token", () => {
  it.each([
    ["clean", token],
    ["in lower case", token.toLowerCase()],
    ["with the link's dash before it", `-${token}`],
    ["with the link's slash and dash", `/-${token}`],
    ["with spaces around and inside", " 2K9P4PDDU1 - 4Q7C3H "],
    ["with a longer dash", "2K9P4PDDU1–4Q7C3H"],
    ["with a full stop", `${token}.`],
    ["in brackets", `(${token})`],
    ["behind a label", `Receipt: ${token}`],
    ["in a sentence", `paid, see -${token}, thanks`],
    ["with invisible characters of a chat", `\u200e2K9P4PDDU1\u200b-4Q7C3H\ufeff`],
    ["in its link", `${host}/-${token}`],
    ["in its link in lower case", `${host}/-${token.toLowerCase()}`],
    ["in its link with a dot", `${host}/-${token}.`],
    ["in its link with marks", `${host}/-${token}!?;`],
    ["in its link without the dash", `${host}/${token}`],
    ["in its link without a port", `https://awashpay.awashbank.com/-${token}`],
    ["in its link without a scheme", `awashpay.awashbank.com:8225/-${token}`],
    ["in an SMS", sms],
    ["twice in a text", `${token}, I say again: ${token}`],
  ])("is read %s", (_how, text) => {
    expect(read(text)).toEqual({
      kind: "valid",
      identifiers: { reference: token, suffix: null, phone: null },
    });
  });

  it("may be of before 2026", () => {
    const older = "A1B2C3D4E5F6-1Q7C3H";
    expect(read(older)).toMatchObject({ identifiers: { reference: older } });
    expect(read(`${host}/-${older}.`)).toMatchObject({ identifiers: { reference: older } });
  });

  it.each([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["the Transaction ID alone", "260302093000777"],
    ["the first part alone", "2K9P4PDDU1"],
    ["no dash", "2K9P4PDDU14Q7C3H"],
    ["one character less", "2K9P4PDDU1-4M290"],
    ["one character more", `${token}X`],
    ["a first part of 11 characters", "2K9P4PDDU1A-4Q7C3H"],
    ["a letter that is no hexadecimal digit", "A1B2C3D4E5G6-1Q7C3H"],
    ["a number of fourteen digits", "0K9P4PDDU1-4Q7C3H"],
    ["a number of sixteen digits", "ZK9P4PDDU1-4Q7C3H"],
    // 261302093000777, 260332093000777, 260302243000777, 260302096000777 in base 36.
    ["the month 13", `${(261_302_093_000_777).toString(36)}-4Q7C3H`],
    ["32 March", `${(260_332_093_000_777).toString(36)}-4Q7C3H`],
    ["the hour 24", `${(260_302_243_000_777).toString(36)}-4Q7C3H`],
    ["the minute 60", `${(260_302_096_000_777).toString(36)}-4Q7C3H`],
    ["two words with a dash", "unofficial-letter"],
    ["a reference of another bank", "FT26061K3WQ8"],
    ["a link of an unknown host", `https://awashpay.example.com:8225/-${token}`],
    ["a link that only begins like the bank's", `https://awashpay.awashbank.com@example.com/-${token}`],
    ["a link to another page of the bank", `${host}/help`],
    ["a link with more behind the token", `${host}/-${token}-1`],
    ["two different tokens", `${token} and 2K9P4PDDU1-4M290Q`],
    ["more than 2,000 characters", `${token} ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, text) => {
    expect(read(text)).toEqual({
      kind: "invalid",
      faults: [
        { field: "reference", message: expect.stringMatching(/the link of|check|send one|longer than/) },
      ],
    });
  });

  it("is read from a link to the host that is configured in the bank's place", () => {
    const link = `http://127.0.0.1:8090/-${token}`;
    const configured = readIdentifiers("awash", { BANK_AWASH_BASE_URL: "http://127.0.0.1:8090" });
    expect(configured?.({ reference: link })).toMatchObject({ kind: "valid" });
    expect(read(link)).toMatchObject({ kind: "invalid" });
  });
});
