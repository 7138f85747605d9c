import { nestedForms } from "../test/hostile-pdfs.ts";
import { fixture } from "../test/receipt-documents.ts";
import { extractPdfText } from "./pdf-text.ts";

const receipt = fixture("cbe/fixtures/transfer.pdf");
const whole = async () => expect(await extractPdfText(receipt)).toContain("Commercial Bank of Ethiopia");

describe("a PDF", () => {
  it("is read as it was drawn, one beside the other", async () => {
    await Promise.all(Array.from({ length: 8 }, whole));
  });

  it("that is hostile does not keep the receipts behind it from being read", async () => {
    const hostile = Array.from({ length: 4 }, () => extractPdfText(nestedForms(6, 8)).catch(() => "refused"));
    await Promise.all([whole(), whole(), ...hostile]);
    expect(await Promise.all(hostile)).toEqual(hostile.map(() => "refused"));
  }, 30_000);
});
