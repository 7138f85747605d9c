import { ReceiptUnreadable } from "../src/index.ts";
import { readDocument } from "../src/read-document.ts";
import { documents } from "./receipt-documents.ts";

/** Text that is in no document and no label. */
const foreign = "Zq9Xw7";
const places = 80;

/** The message is logged and stored unencrypted; the document is neither. */
describe.each(documents)("$name: the parser's error", ({ text, identifiers, parse }) => {
  it("quotes nothing of the document", async () => {
    const stretches = [...text.matchAll(/[\p{L}\p{M}\d*]{2,}/gu)];
    const complaints = new Set<string>();
    for (let place = 0; place < places; place += 1) {
      const stretch = stretches[Math.floor((stretches.length * place) / places)];
      const start = stretch?.index ?? 0;
      const damaged = text.slice(0, start) + foreign + text.slice(start + (stretch?.[0].length ?? 0));
      try {
        await readDocument(() => parse(damaged, identifiers));
      } catch (error) {
        if (!(error instanceof ReceiptUnreadable)) throw error;
        complaints.add(error.message);
      }
    }
    expect(complaints.size).toBeGreaterThan(0);
    const quoting = [...complaints].filter(
      (message) => message.includes(foreign) || /\d{3}/.test(message.replace("404", "")),
    );
    expect(quoting).toEqual([]);
  });
});
