import { readIdentifiers } from "../index.ts";

const read = (reference?: string) => readIdentifiers("wegagen")?.({ reference });
const token = "204TBAW2622603521002DAAT";
const link = `https://transinfo.wegagenbanksc.com.et:8183/?id=${token}`;

/** Invented, in the words of the bank's own QR codes. */
const text = `Amount ETB-1234.5 is Transferred From : LENSA TADESSE BEKELE 1*****5670801 To --- (2519*****22), with transaction ID: 204TBAW262260352 on date Fri Aug 14 2026. For more information, click here: ${link} - Wegagen Bank.`;

describe("a Wegagen share token", () => {
  it.each([
    ["clean", token],
    ["in lower case", token.toLowerCase()],
    ["with spaces around and inside", " 204TBAW26226 0352 1002 DAAT "],
    ["with dashes", "204TBAW262260352-1002-D-AAT"],
    ["with a full stop", `${token}.`],
    ["in brackets", `(${token})`],
    ["behind a label", `Receipt: ${token}`],
    ["in a sentence", `I paid, see ${token}, thanks`],
    ["with invisible characters of a chat", `\u200e204TBAW\u200b2622603521002DAAT\ufeff`],
    ["in its link", link],
    ["in its link in lower case", link.toLowerCase()],
    ["in its link with a dot", `${link}.`],
    ["in its link without a port", link.replace(":8183", "")],
    ["in its link without a scheme", link.replace("https://", "")],
    ["as the address behind the page", `https://transinfo.wegagenbanksc.com.et:8011/sms_wega/txn/${token}`],
    ["in the text of its QR code", text],
  ])("is read %s", (_how, submitted) => {
    expect(read(submitted)).toEqual({
      kind: "valid",
      identifiers: { reference: token, suffix: null, phone: null },
    });
  });

  /** What a token is made of is not proven: only the bank can say that there is no such receipt. */
  it.each(["204TBAW26226035210x2DAAT", "abcDEF0123456789abcDEF01"])(
    "may be of another make, and keeps its case: %s",
    (other) => {
      const identifiers = { reference: other, suffix: null, phone: null };
      expect(read(link.replace(token, other))).toEqual({ kind: "valid", identifiers });
      expect(read(other)).toEqual({ kind: "valid", identifiers });
      expect(read(`see ${other}, thanks`)).toMatchObject({ kind: "invalid" });
    },
  );

  it.each([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["the transaction's id alone", "204TBAW262260352"],
    ["one character less", token.slice(1)],
    ["one character more", `${token}X`],
    ["a link of an unknown host", link.replace("wegagenbanksc", "wegagenbank5c")],
    [
      "a link that only begins like the bank's",
      `https://transinfo.wegagenbanksc.com.et@example.com/?id=${token}`,
    ],
    ["a link to another page of the bank", "https://transinfo.wegagenbanksc.com.et:8183/help"],
    ["two different tokens", `${link} ${link.replace("0352", "0353")}`],
    ["more than 2,000 characters", `${token} ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, submitted) => {
    expect(read(submitted)).toEqual({
      kind: "invalid",
      faults: [{ field: "reference", message: expect.stringMatching(/the link of|send one|longer than/) }],
    });
  });

  it("is read from a link to the host that is configured in the bank's place", () => {
    const local = `http://127.0.0.1:8090/sms_wega/txn/${token}`;
    const configured = readIdentifiers("wegagen", { BANK_WEGAGEN_BASE_URL: "http://127.0.0.1:8090" });
    expect(configured?.({ reference: local })).toMatchObject({ kind: "valid" });
    expect(read(local)).toMatchObject({ kind: "invalid" });
  });
});
