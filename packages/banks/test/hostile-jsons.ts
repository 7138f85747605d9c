import { fixture } from "./fixture.ts";
import { filled, type HostileDocument, json, largest, numbered, tooLongValue } from "./hostile-document.ts";

const tooManyValues = /too many values/;
const anotherShape = /does not have the bank's shape/;

const body = (rows: string) => `{"header":{"status":"success"},"body":[${rows}]}`;
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

export const hostileJsons: readonly HostileDocument[] = [
  json("boa", "a million lists within lists", () => nested("[", "]", largest / 2), tooManyValues),
  json(
    "cbe",
    "three hundred thousand objects within objects",
    () => `${'{"a":'.repeat(300_000)}1${"}".repeat(300_000)}`,
    tooManyValues,
  ),
  json("cbe", "lists that never end, in 64 KB", () => filled("[", 65_000), tooManyValues),
  json("boa", "a million slips", () => body(`${filled("1,")}1`), tooManyValues),
  json("boa", "empty slips", () => body(`${filled("{},")}{}`), tooManyValues),
  json("boa", "just fewer slips than values may be", () => body(`${"{},".repeat(400)}{}`), anotherShape),
  json(
    "cbe",
    "just fewer times than values may be",
    () => `{"dateTimes":[${"1,".repeat(990)}1]}`,
    anotherShape,
  ),
  json("cbe", "a million times that are none", () => `{"dateTimes":[${filled("1,")}1]}`, tooManyValues),
  json(
    "cbe",
    "seven hundred thousand empty times",
    () => `{"dateTimes":[${filled('"",')}""]}`,
    tooManyValues,
  ),
  json(
    "cbe",
    "a hundred thousand keys",
    () => `{${numbered(100_000, (nth) => `"k${nth.toString(36)}":1`).join(",")}}`,
    tooManyValues,
  ),
  json(
    "cbe",
    "keys that are numbers",
    () => `{${numbered(100_000, (nth) => `"${nth * 7_919}":1`).join(",")}}`,
    tooManyValues,
  ),
  json(
    "boa",
    "a key that is there twice",
    () => fixture("boa/fixtures/transfer.json").toString().replace('"currency"', '"Narrative":"","currency"'),
    /has a duplicate key/,
  ),
  json(
    "cbe",
    "a key of two megabytes, twice",
    () => `{"${filled("k", largest / 2)}":1,"${filled("k", largest / 2)}":2}`,
    /has a duplicate key/,
  ),
  json("boa", "a number of two megabytes", () => filled("1"), anotherShape),
  json("mpesa", "an exponent of two megabytes", () => `{"responseCode":1e${filled("1")}}`, anotherShape),
  json("mpesa", "an escape for each letter", () => `{"responseCode":"${filled("\\u0041")}"}`, anotherShape),
  json("mpesa", "quotes within a text", () => `{"responseDescription":"${filled('\\"')}"}`, anotherShape),
  json("mpesa", "a text without an end", () => `{"responseDescription":"${filled("x")}`, /not JSON/),
  json(
    "cbe",
    "a link of two megabytes of ats",
    () => `{"encodedReceipt":"http://${filled("@")}"}`,
    anotherShape,
  ),
  json(
    "cbe",
    "a link that goes up and up",
    () => `{"encodedReceipt":"http://a/${filled("../")}"}`,
    anotherShape,
  ),
  json("cbe", "blanks alone", () => filled(" "), /not JSON/),
  json(
    "cbe",
    "prototypes within prototypes",
    () => `${'{"__proto__":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    tooManyValues,
  ),
  json(
    "boa",
    "a receipt whose payer has a name of 20 KB",
    () =>
      fixture("boa/fixtures/transfer.json")
        .toString()
        .replaceAll("DAWIT HAILU NEGASH", "DAWIT ".repeat(3_400).trim()),
    tooLongValue,
  ),
];
