import { pastedLineOf, readPastedList } from "./pasted-list.ts";

describe("a pasted list", () => {
  it("is one receipt for each line that is not empty", () => {
    expect(readPastedList('\nDJ57QK2M41\r\n\r\n  You paid "1,250.00" birr. DJ57QK2M42 \n')).toEqual({
      kind: "receipts",
      receipts: [
        { text: "DJ57QK2M41", line: 2 },
        { text: 'You paid "1,250.00" birr. DJ57QK2M42', line: 4 },
      ],
    });
  });

  it.each([
    "referenceNumber,accountSuffix\nFT26061AB12C,12345678",
    "Reference number;Bank\nDJ57QK2M41;telebirr",
    "bank\treference\ntelebirr\tDJ57QK2M41",
    '"reference","label"\nDJ57QK2M41,a',
    "\uFEFFreference\nDJ57QK2M41",
    "\n\nreference\nDJ57QK2M41",
  ])("stays as it is with a header: %j", (text) => {
    expect(readPastedList(text)).toEqual({ kind: "table", csv: text });
  });

  it("names the pasted line of an error", () => {
    const list = readPastedList("\nDear Sara,\nYou have paid. DJ57QK2M41\n\nbad");
    expect(pastedLineOf("items.1.referenceNumber", list)).toBe(5);
    expect(pastedLineOf("items.0", list)).toBe(2);
    expect(pastedLineOf("items", list)).toBeUndefined();
    expect(pastedLineOf("label", list)).toBeUndefined();
    expect(pastedLineOf("line 2, bank", readPastedList("bank,reference\nx,y"))).toBe(2);
  });
});
