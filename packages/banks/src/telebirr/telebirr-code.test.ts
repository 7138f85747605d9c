import { createBankDetection, readIdentifiers } from "../index.ts";

const detect = createBankDetection({});
const codeOf = (bytes: string) =>
  Buffer.from(Buffer.from(bytes, "latin1").toString("hex")).toString("base64");
const valid = (reference: string) => ({
  kind: "valid",
  identifiers: { reference, suffix: null, phone: null },
});

describe("the text of a telebirr receipt's code", () => {
  const code = codeOf("\u0001\nDJ57QK2M41\u0002\u0003");

  it.each([
    ["as it is", code],
    ["with a letter that the scanner added", `${code.replace(/=+$/, "")}M`],
    ["with such a letter behind its end", `${codeOf("\u0001DJ57QK2M41\u0002")}=K`.replace("==", "=")],
    ["with a letter behind the number", codeOf("\u0001\nDJ57QK2M41M\u0002\u0003")],
  ])("names the transaction: %s", (_what, reference) => {
    expect(detect({ reference })).toEqual({
      kind: "detected",
      bank: "telebirr",
      result: valid("DJ57QK2M41"),
    });
  });

  it.each([
    ["another text", Buffer.from("just a text of some bytes").toString("base64")],
    ["no transaction number", codeOf("\u0001nothing of the kind here\u0002")],
  ])("names nothing if it holds %s", (_what, reference) => {
    expect(detect({ reference }).kind).not.toBe("detected");
  });
});

describe("a telebirr number with a letter that a scanner added", () => {
  it.each(["DJ57QK2M41M", "dj57qk2m41m", "Ref: DJ57QK2M41M"])(
    "is read if the bank is known: %s",
    (reference) => {
      expect(readIdentifiers("telebirr")?.({ reference })).toEqual(valid("DJ57QK2M41"));
    },
  );

  it("is CBE Birr's if it is not, with or without a phone", () => {
    expect(detect({ reference: "DJ57QK2M41M" })).toMatchObject({ bank: "cbebirr" });
    expect(detect({ reference: "DJ57QK2M41M", phone: "0912345678" })).toMatchObject({
      bank: "cbebirr",
      result: { kind: "valid", identifiers: { reference: "DJ57QK2M41M" } },
    });
  });

  it("has one letter: a digit, or two letters, are a mistyped number", () => {
    for (const reference of ["DJ57QK2M411", "DJ57QK2M41MM"])
      expect(readIdentifiers("telebirr")?.({ reference })).toMatchObject({ kind: "invalid" });
  });
});
