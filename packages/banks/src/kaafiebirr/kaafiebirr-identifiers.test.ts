import { readIdentifiers } from "../index.ts";

const read = (reference?: string, phone?: string) => readIdentifiers("kaafiebirr")?.({ reference, phone });
const token = "qW3r_T9yU1oP-a5SdF7gHQ";
const tokenLink = `https://receipt.ebirr.com/kaafimf/${token}`;
const idLink = "https://transactioninfo.ebirr.com/kaafimf-Ebirr/receipt/2034000000000";

/** Invented, in the words of the bank's own messages. */
const sms = {
  sent: `[-EBIRR-KAAFI-] Dear Abebe, You have successfully transferred ETB1.00 to NAME on 02/03/2026 at 15:02:11. Transfer-Id: 2034000000000. Charges: ETB0.00 with VAT: ETB0.00. ${idLink}`,
  short: "Transfer ID :2034000000000 ETB200 sent to Yared Molla",
  token: `[-EBIRR-KAAFI-] Ref: 2580000000 Confirmed. ETB140 Received from LENSA (980000000), Date: 27/07/26 15:23:10, your new A/C balance is ETB280.09 ${tokenLink}`,
  sister: `[-EBIRR-COOPay-] Ref: 2580000000 Confirmed. ETB140 Received from LENSA (980000000), Date: 27/07/26 15:23:10, your new A/C balance is ETB280.09 https://receipt.ebirr.com/coopay/${token}`,
};

describe("a Kaafi eBirr receipt", () => {
  it.each([
    ["by its token", token],
    ["by its token with spaces around", `  ${token} \n`],
    ["by its token with a full stop", `${token}.`],
    ["by its token in quotes", `"${token}"`],
    ["by its token behind a label", `Receipt token: ${token}`],
    ["by its token within a text", `my receipt is ${token} as you asked`],
    ["by its token broken over two lines", "qW3r_T9yU1oP\n-a5SdF7gHQ"],
    ["by its link", tokenLink],
    ["by its link without a scheme", `receipt.ebirr.com/kaafimf/${token}`],
    ["by its link with a trailing dot and a word", `see ${tokenLink}.`],
    ["by its link in a chat's emphasis", `_${tokenLink}_`],
    ["by its link with a query", `${tokenLink}?lang=en`],
    ["by an SMS of money received", sms.token],
  ])("is asked for %s, the case kept", (_how, text) => {
    expect(read(text)).toEqual({
      kind: "valid",
      identifiers: { reference: token, suffix: null, phone: null },
    });
  });

  it("may have a token that begins or ends as punctuation would, or is in small letters", () => {
    for (const reference of ["_W3rT9yU1oPa5SdF7gHjK_", "-w3rt9yu1opa5sdf7ghjk-", "abcdefghijklmnopqrstuv"]) {
      expect(read(reference)).toMatchObject({ identifiers: { reference } });
      expect(read(`${tokenLink.replace(token, reference)}.`)).toMatchObject({ identifiers: { reference } });
    }
  });

  it.each([
    ["clean", "2034000000000"],
    ["with spaces around and inside", " 2034 000 000 000 "],
    ["with dashes", "2034-000-000-000"],
    ["with a full stop", "2034000000000."],
    ["behind a label", "Ref: 2034000000000"],
    ["behind its own label", "Transfer-Id: 2034000000000"],
    ["in its link", idLink],
    ["in its link, in lower case and with a dot", `${idLink.toLowerCase()}.`],
    ["in an SMS of money sent", sms.sent],
    ["in a short SMS", sms.short],
  ])("is asked for by its transfer id, %s", (_how, text) => {
    expect(read(text)).toMatchObject({ kind: "valid", identifiers: { reference: "2034000000000" } });
  });

  it.each([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["a token of one character less", token.slice(1)],
    ["a token of one character more", `${token}x`],
    ["a transfer id of nine digits", "203400000"],
    ["a transfer id of fourteen digits", "20340000000001"],
    ["a token of CBE", "v2-hfHCq8ZtLm3RkWd5XnB2"],
    ["a reference of another bank", "FT26061K3WQ8"],
    ["a link of an unknown host", `https://receipt.example.com/kaafimf/${token}`],
    ["a link that only begins like the host's", `https://receipt.ebirr.com@example.com/kaafimf/${token}`],
    ["a link to another page", "https://receipt.ebirr.com/kaafimf/help"],
    ["two links", `${tokenLink} https://receipt.ebirr.com/kaafimf/${token.toLowerCase()}`],
    ["two transfer ids", "Transfer-Id: 2034000000000 Transfer-Id: 2034000000001"],
    ["words alone", "i have paid to your account"],
    ["words of 22 letters together", "yes we paid all of it now"],
    ["more than 2,000 characters", `${token} ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, text) => {
    expect(read(text)).toEqual({
      kind: "invalid",
      faults: [{ field: "reference", message: expect.stringMatching(/22 characters|send one|longer than/) }],
    });
  });

  it.each([
    ["coopay", sms.sister],
    ["COOPay", sms.sister.replace(/https:.*/, "")],
    ["nib", `https://receipt.ebirr.com/nib/${token}`],
    ["siinqee", `receipt.ebirr.com/siinqee/${token}`],
    ["coopay", "https://transactioninfo.ebirr.com/coopay-Ebirr/receipt/2034000000000"],
  ])("is refused when it is one of %s, which shares the host", (tenant, text) => {
    expect(read(text)).toEqual({
      kind: "invalid",
      faults: [{ field: "reference", message: expect.stringContaining(`(${tenant})`) }],
    });
  });

  it("is read from links to the hosts that are configured in the bank's place", () => {
    const env = {
      BANK_KAAFIEBIRR_BASE_URL: "http://127.0.0.1:8090",
      BANK_KAAFIEBIRR_TRANSFER_BASE_URL: "http://127.0.0.1:8091",
    };
    const configured = readIdentifiers("kaafiebirr", env);
    for (const link of [
      `http://127.0.0.1:8090/kaafimf/${token}`,
      "http://127.0.0.1:8091/kaafimf-Ebirr/receipt/2034000000000",
    ]) {
      expect(configured?.({ reference: link })).toMatchObject({ kind: "valid" });
      expect(read(link)).toMatchObject({ kind: "invalid" });
    }
  });
});

describe("the phone of a Kaafi eBirr receipt", () => {
  it.each([
    "0912345678",
    "+251 91 234 5678",
    "251912345678",
    "912345678",
    "00251912345678",
    "09-12-34-56-78",
  ])("may be written as %s", (phone) => {
    expect(read(token, phone)).toMatchObject({ identifiers: { phone: "251912345678" } });
  });

  it.each([undefined, "", "  "])("may be left out", (phone) => {
    expect(read(token, phone)).toMatchObject({ identifiers: { phone: null } });
  });

  it.each(["12345", "0812345678", "09123456789", "0912345678 or 0912345679", "x".repeat(3_000)])(
    "is refused when it is not one mobile number: %s",
    (phone) => {
      expect(read(token, phone)).toEqual({
        kind: "invalid",
        faults: [{ field: "phone", message: expect.stringContaining("0912345678") }],
      });
    },
  );

  it("is named beside the reference when both are wrong", () => {
    expect(read("x", "y")).toMatchObject({ faults: [{ field: "reference" }, { field: "phone" }] });
  });
});

/** 2,000 characters of anything must not keep a gateway busy. */
describe("a text made to take long", () => {
  it.each(["transfer id ".repeat(160), "[-ebirr-".repeat(240), "0 ".repeat(1_000), "-".repeat(2_000)])(
    "gets its answer",
    (text) => {
      expect(read(text, text)).toMatchObject({ kind: "invalid" });
    },
  );
});
