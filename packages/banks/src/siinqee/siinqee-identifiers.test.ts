import { readIdentifiers } from "../index.ts";

const read = (reference?: string) => readIdentifiers("siinqee")?.({ reference });
const link = "https://siinqeebank.com/receipt/SQ57QK2M410A7B";

describe("a Siinqee reference", () => {
  it.each([
    ["clean", "SQ57QK2M410A7B"],
    ["in lower case", "sq57qk2m410a7b"],
    ["with spaces around and inside", "  SQ57 QK2M 410A7B "],
    ["with dashes", "SQ57-QK2M-410A7B"],
    ["with a full stop", "SQ57QK2M410A7B."],
    ["in brackets", "(SQ57QK2M410A7B)"],
    ["behind a label", "Transaction Reference: SQ57QK2M410A7B"],
    ["with invisible characters of a chat", "\u200eSQ57QK\u200b2M410A7B\ufeff"],
    ["in a link", link],
    ["in a link without a scheme", "www.siinqeebank.com/receipt/sq57qk2m410a7b"],
    ["in a link with a trailing dot and a word", `see ${link}.`],
    [
      "in a text",
      "ETB 500.00 was debited from account 1013*****1207 on 02/03/2026, reference SQ57QK2M410A7B.",
    ],
    ["twice in a text", "SQ57QK2M410A7B, I say again: sq57qk2m410a7b"],
  ])("is read %s", (_how, text) => {
    expect(read(text)).toEqual({
      kind: "valid",
      identifiers: { reference: "SQ57QK2M410A7B", suffix: null, phone: null },
    });
  });

  it.each([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["one character less", "SQ57QK2M410A7"],
    ["one character more", "SQ57QK2M410A7BX"],
    ["other letters before it", "SR57QK2M410A7B"],
    ["a reference of another bank", "387WDTS260610A1B"],
    ["a link of an unknown host", "https://receipts.example.com/receipt/SQ57QK2M410A7B"],
    ["a link that only begins like the bank's", "https://siinqeebank.com@example.com/receipt/SQ57QK2M410A7B"],
    ["a link to another page of the bank", "https://siinqeebank.com/about"],
    ["two different references", "SQ57QK2M410A7B and SQ57QK2M410A7C"],
    ["words alone", "i have paid, squarepantsabc"],
    ["more than 2,000 characters", `SQ57QK2M410A7B ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, text) => {
    expect(read(text)).toEqual({
      kind: "invalid",
      faults: [{ field: "reference", message: expect.stringMatching(/14 letters|send one|longer than/) }],
    });
  });

  it("is read from a link to the host that is configured", () => {
    const configured = readIdentifiers("siinqee", { BANK_SIINQEE_BASE_URL: "http://127.0.0.1:8090" });
    const local = "http://127.0.0.1:8090/receipt/SQ57QK2M410A7B";
    expect(configured?.({ reference: local })).toMatchObject({ kind: "valid" });
    expect(read(local)).toMatchObject({ kind: "invalid" });
  });
});
