import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import { isFullRun } from "@receipts/testing";
import fc from "fast-check";
import { createBankDetection, readIdentifiers, type SubmittedIdentifiers } from "../src/index.ts";
import { type ReferenceUnderTest, referencesUnderTest } from "./references.ts";

const detect = createBankDetection({});

/** The same inputs in every run; another `FUZZ_SEED` gives new ones. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const runs = (inFullRun: number) => (isFullRun ? inFullRun : inFullRun / 5);

function referenceRead(bank: BankCode, submitted: SubmittedIdentifiers): string | undefined {
  const result = readIdentifiers(bank)?.(submitted);
  return result?.kind === "valid" ? result.identifiers.reference : undefined;
}

const hosts = [
  "apps.cbe.com.et:100/?id=",
  "cs.bankofabyssinia.com/slip/?trx=",
  "transactioninfo.ethiotelecom.et/receipt/",
  "m-pesabusiness.safaricom.et",
  "cbepay1.cbe.com.et/aureceipt?TID=",
  "receipts.dashenbanksc.com/receipt/",
  "receipts.siinqeebank.com:871/generate/",
  "receipt.ebirr.com/kaafimf/",
  "transinfo.wegagenbanksc.com.et:8183/?id=",
  "receipt.amharabank.com.et/?trx=",
];
const identifiers =
  "FT26061K3WQ8 34561111 DC25MN8R1T 0912345678 -2K9P4PDDU1-4Q7C3H 387WDTS260610A1B v2-".split(" ");
const signs = ["https://", "&PH=", "%", "%ff", "@", "\\", "++", "#", " ", "Ref:", "ቁጥር", "።", "[-EBIRR-"];
const pieces = [...hosts, ...identifiers, ...signs, "\u200b", "\ud800", "\u0000"];

/** Everything that a request can contain: half characters, control characters, pieces of links and references. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: "grapheme", maxLength: 2_500, size: "max" }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((chosen) => chosen.join("")),
);
const anyField = fc.option(anyText, { nil: undefined });

describe("any text in the fields", () => {
  it("is read, or rejected with the field's name, and never throws", () => {
    const anySubmission = fc.record({ reference: anyField, suffix: anyField, phone: anyField });
    fc.assert(
      fc.property(anySubmission, (submitted) => {
        for (const bank of supportedBankCodes) {
          const result = readIdentifiers(bank)?.(submitted);
          expect(result?.kind === "invalid" ? result.faults.length : 1).toBeGreaterThan(0);
        }
        expect(detect(submitted).kind).toMatch(/^(?:un)?detected$/);
      }),
      { numRuns: runs(1_000), seed },
    );
  });
});

/** A merchant would ship on another customer's payment if cleaning turned one reference into another. */
describe.each(referencesUnderTest)("$name", (kind) => {
  const { bank, references, withFields } = kind;

  it("is read unchanged or rejected, with any text around and between", () => {
    fc.assert(
      fc.property(decorated(kind), ({ reference, text }) => {
        expect([reference, undefined]).toContain(referenceRead(bank, withFields(text)));
      }),
      { numRuns: runs(2_000), seed },
    );
  });

  it("is read unchanged alone, labelled and in its link", () => {
    fc.assert(
      fc.property(references, ({ reference, link }) => {
        for (const text of [
          reference,
          `Ref: ${reference}`,
          ` ${reference}\n`,
          link,
          `<${link}>.`,
          `see ${link}`,
        ])
          expect(referenceRead(bank, withFields(text))).toBe(reference);
      }),
      { numRuns: runs(500), seed },
    );
  });

  it("is not read from a text with one character changed", () => {
    fc.assert(
      fc.property(references, fc.nat(), anyCharacter, ({ reference }, place, character) => {
        const at = place % reference.length;
        fc.pre(!isSameCharacter(kind, reference.charAt(at), character));
        const changed = reference.slice(0, at) + character + reference.slice(at + 1);
        // The prefix of a share token does not distinguish tokens.
        fc.pre(!changed.startsWith("V2-"));
        expect(referenceRead(bank, withFields(changed))).not.toBe(reference);
      }),
      { numRuns: runs(2_000), seed },
    );
  });

  /** Only complete references: the text of one bank, broken in two, may contain the number of another. */
  it("is detected as itself without a bank, or not at all", () => {
    fc.assert(
      fc.property(decorated(kind, hidden), ({ reference, text }) => {
        const detection = detect(withFields(text));
        if (detection.kind !== "detected" || detection.result.kind !== "valid") return;
        expect(detection.result.identifiers.reference).toBe(reference);
      }),
      { numRuns: runs(1_000), seed },
    );
  });
});

it("tests a reference of every bank", () => {
  const banks = new Set(referencesUnderTest.map(({ bank }) => bank));
  expect(supportedBankCodes.filter((bank) => !banks.has(bank))).toEqual([]);
});

const caseSensitive = referencesUnderTest.filter(({ isCaseSensitive }) => isCaseSensitive);

it.each(caseSensitive)("$name is case-sensitive", ({ bank, references, withFields }) => {
  fc.assert(
    fc.property(references, ({ reference, link }) => {
      const lower = reference.toLowerCase();
      fc.pre(lower !== reference);
      expect([lower, undefined]).toContain(referenceRead(bank, withFields(lower)));
      expect(referenceRead(bank, withFields(link.replace(reference, lower)))).toBe(lower);
    }),
    { numRuns: runs(500), seed },
  );
});

const anyCharacter = fc.oneof(
  fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  fc.constantFrom("ı", "ſ", "ß", "\u212a", "ﬁ", "А", "٣", "０", "Ａ"),
);

function isSameCharacter({ isCaseSensitive }: ReferenceUnderTest, one: string, other: string): boolean {
  return isCaseSensitive
    ? one === other
    : one.toUpperCase() === other.replace(/[a-z]/g, (l) => l.toUpperCase());
}

const labels = [
  "",
  "Ref: ",
  "ref no ",
  "Transaction number is ",
  "#",
  "Txn ID:",
  "Transfer-Id: ",
  "ቁጥር ",
  "I paid: ",
];
const before = [...labels, "(", "“", "* ", "- "];
const after = ["", ".", ",", "።", "!?", ")", "”", "\n", " thanks", ", please check", " 👍", " እናመሰግናለን"];
/** Invisible characters that chats and pages insert. */
const hidden = ["\u200b", "\u200e", "\u2060", "\ufeff", "\u00ad"];

const blanks = [" ", "\t", "\n"];

/** Variants as users paste them: labels, punctuation, blanks and hidden characters, another case, the link. */
function decorated({ references, isCaseSensitive }: ReferenceUnderTest, within = [...hidden, ...blanks]) {
  // In a token, a dash is a normal character.
  const gaps = isCaseSensitive || !within.includes(" ") ? within : [...within, "-"];
  const written = references.chain(({ reference, link }) => {
    const inOtherCase = isCaseSensitive ? reference : reference.toLowerCase();
    // A blank ends a link, so only hidden characters may be within it.
    const texts = [withGaps(link, hidden), withGaps(reference, gaps), withGaps(inOtherCase, gaps)];
    return fc.oneof(...texts).map((text) => ({ reference, text }));
  });
  return fc
    .tuple(fc.constantFrom(...before), written, fc.constantFrom(...after))
    .map(([start, { reference, text }, end]) => ({ reference, text: `${start}${text}${end}` }));
}

function withGaps(text: string, signs: readonly string[]): fc.Arbitrary<string> {
  const gap = fc.tuple(fc.nat(text.length), fc.constantFrom(...signs));
  return fc
    .array(gap, { maxLength: 3 })
    .map((all) => all.reduce((longer, [at, sign]) => longer.slice(0, at) + sign + longer.slice(at), text));
}
