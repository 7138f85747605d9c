import type { Receipt } from "../src/index.ts";
import { pageWords } from "../tools/page-words.ts";
import { type RedactedDocument, redactDocument } from "../tools/redact-document.ts";
import { fixture } from "./fixture.ts";
import { type DocumentUnderTest, documents } from "./receipt-documents.ts";

const redact = (text: string, bank: DocumentUnderTest["bank"] = "telebirr", keptWords: string[] = []) =>
  redactDocument(Buffer.from(text), { bank, keptWords });

const textOf = async (...given: Parameters<typeof redact>) => (await redact(...given)).text;

function receiptOf(
  document: DocumentUnderTest,
  text = document.text,
  identifiers = document.identifiers,
): Receipt {
  const parsed = document.parse(text, identifiers);
  if (parsed.kind !== "receipt") throw new Error(`no receipt, but ${parsed.kind}`);
  return parsed.receipt;
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu));

/** The identifiers that the redacted document must be requested with. */
function redactedIdentifiers(
  { identifiers, referenceOf }: DocumentUnderTest,
  { pseudonyms }: RedactedDocument,
) {
  const { replaced } = pseudonyms;
  const other = (text: string) => replaced.get(text) ?? text;
  const { reference, suffix, phone } = identifiers;
  const tail = [...replaced.keys()]
    .flatMap((original) => /[*](\d+)$/.exec(original)?.[1] ?? [])
    .find((shown) => suffix?.endsWith(shown));
  const masked = [...replaced].find(([original]) => tail !== undefined && original.endsWith(`*${tail}`));
  return {
    reference: referenceOf?.(other) ?? other(reference),
    suffix:
      tail === undefined || suffix === null
        ? suffix
        : suffix.slice(0, -tail.length) + masked?.[1].slice(-tail.length),
    phone: phone === null ? null : other(phone),
  };
}

describe.each(documents)("$name, redacted", (document) => {
  const { bank, text, identifiers } = document;
  let redacted: RedactedDocument;
  beforeAll(async () => {
    redacted = await redact(text, bank);
  });

  /** The fixture goes into a public repository. */
  it("names no person, account or reference of the original", () => {
    const { senderName, receiverName, receiverAccount, referenceNumber } = receiptOf(document);
    const names = wordsOf(`${senderName} ${receiverName}`);
    const left = wordsOf(redacted.text);
    expect([...names].filter((word) => word.length > 1 && !pageWords.has(word) && left.has(word))).toEqual(
      [],
    );
    expect(redacted.text).not.toContain(referenceNumber);
    expect(redacted.text).not.toContain(identifiers.reference);
    const account = (receiverAccount ?? "none").replaceAll("*", "[*]").replace("+", "[+]");
    expect(redacted.text).not.toMatch(new RegExp(`(?<!\\d)${account}(?!\\d)`));
    expect(redacted.leftOver).toBe(0);
  });

  it("keeps the page's labels and markup", () => {
    expect(document.requiredLabels.filter((label) => !redacted.text.includes(label))).toEqual([]);
    const tags = (page: string) => page.match(/<\/?[a-z][a-z0-9]*/gi);
    if (document.form === "html") expect(tags(redacted.text)).toEqual(tags(text));
    if (document.form === "json") expect(shapeOf(redacted.text)).toEqual(shapeOf(text));
  });

  it("is read as the same amount and day, between other parties", () => {
    const original = receiptOf(document);
    const receipt = receiptOf(document, redacted.text, redactedIdentifiers(document, redacted));
    expect(receipt).toMatchObject({ amount: original.amount, paymentStatus: original.paymentStatus });
    expect(Math.abs(receipt.paidAt.getTime() - original.paidAt.getTime())).toBeLessThan(3_600_000);
    expect(receipt.referenceNumber).not.toBe(original.referenceNumber);
  });

  it("is deterministic", async () => {
    expect((await redact(text, bank)).text).toBe(redacted.text);
  });
});

/** Keys and kinds of values. */
function shapeOf(json: string): unknown {
  return JSON.parse(json, (_key, value) => (typeof value === "object" ? value : typeof value));
}

describe("redacting", () => {
  it("extracts the text of a PDF, also from JSON", async () => {
    const pdf = await redactDocument(fixture("cbe/fixtures/transfer.pdf"), { bank: "cbe" });
    expect(pdf.form).toBe("text of a PDF");
    expect(pdf.text).toContain("\nTransferred Amount 1,134.00 ETB\n");
    const json = await redactDocument(fixture("mpesa/fixtures/person-to-person.json"), { bank: "mpesa" });
    expect(json.text).toContain("/ TRANSACTION INFORMATION");
  });

  it("keeps visible digits of a mask consistent with the whole number", async () => {
    const [whole = "", masked = ""] = (await textOf("1000987654321 10009****4321")).split(" ");
    expect(whole).not.toBe("1000987654321");
    expect(masked).toBe(`${whole.slice(0, 5)}****${whole.slice(-4)}`);
  });

  it.each([
    ["amounts", "1,234.50 Birr, ETB 100, 45.00, 15%, ETB 123456789.00, ETB1,234,567"],
    ["days", "2026-03-02 02-03-2026 3/2/2026 20260302 Fri Apr 19 2024"],
    ["time zones", "EAT"],
    ["short numbers", "No 2, Order 112"],
  ])("leaves %s as they are", async (_what, text) => {
    expect(await textOf(text)).toBe(text);
  });

  it.each([
    ["a phone number with its prefix", "+251911223344", /^\+2519\d{8}$/],
    ["a phone number in groups", "+251 11 123 4567", /^\+251 \d\d \d{3} \d{4}$/],
    ["an email address", "abel.girma@example.org", /^name@example\.com$/],
    ["a name in Ethiopic letters", "ሰላም በቀለ", /^\p{sc=Ethi}+ \p{sc=Ethi}+$/u],
    ["a time, which stays one", "11:26:23", /^11:[0-5]\d:[0-5]\d$/],
    ["a reference, whose day stays", "FT26061K3WQ8", /^FT26061[A-Z0-9]{5}$/],
    ["a name, in its own case", "GIRMA", /^[A-Z]{4,9}$/],
  ])("replaces %s", async (_what, text, shape) => {
    const redacted = await textOf(text);
    expect(redacted).not.toBe(text);
    expect(redacted).toMatch(shape);
  });

  it.each([
    ["a comment", "<p>a</p><!-- <td>Abel Girma</td> -->"],
    ["a script", '<p>Abel Girma</p><script>show({ name: "Abel" }, "Girma Abel")</script>'],
    [
      "JSON in a script",
      '<p>a</p><script>window.x = {"payer": "Abel Girma", "no": "1000987654321"}</script>',
    ],
    ["an attribute", '<input value="Abel Girma"><p>a</p>'],
    ["a link", '<p>Abel Girma</p><a href="/receipt?name=abel%20girma&id=1000987654321">receipt</a>'],
    ["numbered letters", "<p>&#65;bel &#x47;irma</p>"],
    ["a link's query, where it is nowhere else", '<a href="/r?x=1&amp;name=Abel&to=Girma">receipt</a>'],
    ["a link's path", '<a href="/people/abel-girma/1000987654321">receipt</a>'],
    ["a whole link's query", '<a href="https://bank.example/r?name=Abel+Girma%20Abel">receipt</a>'],
    ["values of a script", '<script>var x = {"firstName":"Abel","payer":"GIRMA"}</script><p>a</p>'],
    ["a choice of a script", "<script>show(isPaid ? \"Abel\" : 'Girma')</script><p>a</p>"],
    ["escaped letters of a script", '<script>x = "\\u0041bel \\u0047irma"</script><p>a</p>'],
    ["a script of an attribute", "<p onclick=\"show('Abel', 'Girma')\">a</p>"],
    ["an id", '<p id="Abel">a</p><p data-x="1" name=Girma>b</p>'],
    ["a description", '<p aria-description="Abel" summary="Girma">a</p>'],
    ["a drawing", '<p>a</p><svg><text>Abel</text><path d="M1 1000987654321"/></svg><p>b</p>'],
    ["a drawing that is cut off", '<p>a</p><svg viewBox="0 0 9 9"><title>Girma</title>'],
    ["a tag that is cut off", '<p>receipt</p><td title="Abel Girma 1000987654321'],
  ])("replaces names and numbers in %s", async (_where, html) => {
    expect(await textOf(html)).not.toMatch(/\b(?:abel|girma|1000987654321)\b/i);
  });

  it.each([
    ['<img src="data:image/png;base64,QUJD">', '<img src="data:,">'],
    ['<svg width="9"><path d="M0 0h9v9"/></svg>', "<svg></svg>"],
    ["<canvas>Abel</canvas>", "<canvas></canvas>"],
    ['<p style="background: url(data:image/png;base64,QUJD)">', '<p style="background: url(data:,)">'],
    [
      "<style>p { background: url(data:image/png;base64,QUJD) }</style>",
      "<style>p { background: url(data:,) }</style>",
    ],
  ])("removes pictures, which may show the receipt's code: %s", async (picture, left) => {
    expect(await textOf(`<p>a</p>${picture}`)).toBe(`<p>a</p>${left}`);
  });

  /** A month or a district of the town is a name, too. */
  it.each([
    "Payer Name: <b>Addis May</b>",
    "<b>Payer Name:</b> <b>Addis May</b>",
    "<b>Payer Name</b><b>Addis May</b>",
    "<tr><td>Payer Name</td><td>Addis May</td></tr>",
    "<p>Payer Name: Addis May</p>",
    "Customer Name: Addis May",
    "Customer Name\nAddis May",
    '{"Payer\'s Name": "Addis May"}',
  ])("replaces page words after a name label: %s", async (text) => {
    expect(await textOf(text)).not.toMatch(/addis|may/i);
  });

  it("replaces escaped Ethiopic letters in a link", async () => {
    const page = `<p>a</p><a href="/r?name=${encodeURIComponent("ሰላም በቀለ")}">receipt</a>`;
    expect(decodeURIComponent(await textOf(page))).not.toMatch(/ሰላም|በቀለ/);
  });

  it("treats text after a label as a value, even with page words in it", async () => {
    expect(await textOf("<p>Payer: <b>Bank Girma</b></p>")).toMatch(/<b>Bank (?!Girma)/);
  });

  it.each([
    "Sender Account | ETB 1000987654321",
    "<tr><td>Sender Account</td><td>ETB 1000987654321</td></tr>",
  ])("treats a long number as an account, with or without a currency before it: %s", async (text) => {
    const redacted = await textOf(text);
    expect(redacted).not.toContain("1000987654321");
    expect(redacted).toContain("ETB ");
  });

  it("leaves styles as they are", async () => {
    const html = '<style>.abel { width: 12345px }</style><p style="width: 98765px">a</p>';
    expect(await textOf(html)).toBe(html);
  });

  it("recognizes a new label by its place and a word in it", async () => {
    expect(await textOf("<tr><td>Originator Name</td><td>Abel Girma</td></tr>")).toMatch(
      /<td>Originator Name<\/td><td>(?!Abel)/,
    );
  });

  it("keeps configured words", async () => {
    expect(await textOf("Originator\nAbel", "cbe", ["originator"])).toMatch(/^Originator\n(?!Abel)/);
  });

  it("keeps JSON numbers as numbers", async () => {
    for (let account = 1_000_000; account < 1_000_040; account += 1) {
      expect(JSON.parse(await textOf(`{"account": ${account}}`)).account).not.toBe(account);
    }
  });

  it("keeps an amount that only its label distinguishes from an account", async () => {
    expect(await textOf('{"Service Charge": "1470", "VAT Reg No": "1470"}')).toMatch(
      /^\{"Service Charge": "1470", "VAT Reg No": "(?!1470)\d{4}"\}$/,
    );
  });
});
