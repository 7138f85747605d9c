import fc from "fast-check";
import type { DocumentUnderTest } from "./receipt-documents.ts";

/** Damage to a document that must never change the values read from it. */
export type Damage = fc.Arbitrary<string>;

export function anyDamage(document: DocumentUnderTest): Damage {
  const { text } = document;
  return fc.oneof(
    cutText(text),
    removedStretch(document),
    removedLines(text),
    noise[document.form](document),
  );
}

function cutText(text: string): Damage {
  return fc.nat({ max: text.length - 1 }).map((at) => text.slice(0, at));
}

/**
 * Removes any stretch, except one inside a single value: an account with a digit removed is another account, which no
 * reader can detect.
 */
function removedStretch({ text, form }: DocumentUnderTest): Damage {
  const within = { html: />[^<]*/g, json: /"[^"]*/g, text: /[^\n]+/g }[form];
  const spans = [...text.matchAll(within)].map(
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
  return fc
    .tuple(fc.nat({ max: text.length - 1 }), fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: text.length })))
    .map(([from, length]) => [from, Math.min(text.length, from + length + 1)] as const)
    .filter(([from, to]) => !spans.some(([start, end]) => start <= from && to <= end))
    .map(([from, to]) => text.slice(0, from) + text.slice(to));
}

function removedLines(text: string): Damage {
  const lines = text.split("\n");
  return fc
    .tuple(fc.nat({ max: lines.length - 1 }), fc.integer({ min: 1, max: 6 }))
    .map(([at, count]) => lines.toSpliced(at, count).join("\n"));
}

const tags = [
  ...[
    "<!-- x/Payer Name -->",
    "<!--",
    "-->",
    "<span></span>",
    "<b>",
    "</b>",
    "<br>",
    "<div>",
    "</div>",
    "<p>",
  ],
  ...["<td>", "</td>", "<tr>", "</tr>", "<table>", "</table>", "<tbody>", "</html>", "<script>", "</script>"],
  ...["<style>", "<textarea>", "<title>", "<template>", "<a href='", " \n\t ", "&nbsp;", "&nbsp;\r\n"],
  ...["<tr><td>x/Payer Name</td><td>Eve</td></tr>", "<tr><td>x/Settled Amount</td><td>9.00 Birr</td></tr>"],
  ...["<tr><td>Total</td><td>ETB 9.00</td></tr>", "<tr><td>AMOUNT</td><td>ETB 9.00</td></tr>"],
  ...["<tr><td>Receiver Name</td><td>Eve</td></tr>", "<tr><td>Eve</td></tr>"],
  ...[
    "<tr><td>Customer Name</td><td>:</td><td>Eve</td></tr>",
    "<tr><td>Amount</td><td>:</td><td>9.00 ETB</td></tr>",
  ],
  ...["<table><tr><td>x/Credited party account no</td><td>2519****0000</td></tr></table>"],
  // Text in the middle of a value.
  ...["<p><strong>Receiver Name:</strong> Eve</p>", "<p><strong>Narrative:</strong> Total</p>", "<strong>"],
  ...["<p>Total</p>", "<b>Eve</b>", "<div class='heading'>Receiver Info</div>"],
];

/** Tags, comments and white space at the edges of tags. */
function htmlNoise({ text }: DocumentUnderTest): Damage {
  const places = [...text.matchAll(/[<>]/g)].map(({ index, 0: sign }) => (sign === ">" ? index + 1 : index));
  return insertions(text, places, fc.constantFrom(...tags));
}

const lineNoise = [
  ...["", "   ", "_", "Page 1 of 1", "Payer", "Payer EVE", "Account 1****9999", "Receiver EVE"],
  ...["Transferred Amount 9.00 ETB", "Reference No. FT26061AAAAA", "Payment Information", "Amount in Word"],
  ...[
    "/ RECEIVER NAME",
    "/ RECEIVER NUMBER 251700000000",
    "/ SENDER NAME EVE",
    "9.00 Birr",
    "9.00",
    "Org Account",
  ],
  ...[
    "Receiver Name",
    "Receiver Name EVE",
    "Debit Account",
    "Transaction Details",
    "DC21AAAAAAA2026-03-02 11:539.00",
  ],
  ...["Payment / Transaction Information", "Commercial Bank of Ethiopia", "FT26061AAAAA", "EVE 9.00 ETB"],
];

function textNoise({ text }: DocumentUnderTest): Damage {
  const places = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  return insertions(
    text,
    places,
    fc.constantFrom(...lineNoise).map((line) => `${line}\n`),
  );
}

/** Further keys, and duplicates of the required ones with another value. */
function jsonNoise({ text, requiredLabels }: DocumentUnderTest): Damage {
  const key = fc.oneof(fc.string(), fc.constantFrom(...requiredLabels));
  const member = fc
    .tuple(key, fc.oneof(fc.string(), fc.constantFrom("9.00", "Eve", null), fc.jsonValue()))
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
  const openings = [...text.matchAll(/\{(?=\s*")/g)].map(({ index }) => index + 1);
  const gaps = [...text.matchAll(/[{}[\],:]\s*(?=["{[])/g)].map(({ index }) => index + 1);
  return fc.oneof(
    insertions(text, openings, member),
    insertions(text, gaps, fc.constantFrom(" ", "\n", "\t\r\n")),
  );
}

const noise = { html: htmlNoise, json: jsonNoise, text: textNoise };

function insertions(text: string, places: readonly number[], piece: fc.Arbitrary<string>): Damage {
  const insertion = fc.tuple(fc.constantFrom(...places), piece);
  return fc
    .array(insertion, { minLength: 1, maxLength: 4 })
    .map((all) =>
      all
        .toSorted(([left], [right]) => right - left)
        .reduce((harmed, [at, added]) => harmed.slice(0, at) + added + harmed.slice(at), text),
    );
}
