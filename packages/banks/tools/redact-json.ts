import { type Redaction, redactText } from "./redact-text.ts";

/** `"key":`, `"value"`, or a number. The text is known to be JSON, so every quote is closed. */
const token = /("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Redacts values in place; keys, layout and short numbers stay. */
export function redactJson(json: string, redaction: Redaction): string {
  let label = "";
  return json.replace(token, (whole: string, quoted?: string, colon?: string) => {
    if (quoted === undefined) return redactNumber(whole, label, redaction);
    const text: string = JSON.parse(quoted);
    if (colon !== undefined) {
      label = text;
      return whole;
    }
    const redacted = redactText(text, redaction, { label: wordsOf(label) });
    return redacted === text ? whole : JSON.stringify(redacted);
  });
}

/** `totalChargeAmount` → `total Charge Amount` */
function wordsOf(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
}

/** A number must not begin with a zero. */
function redactNumber(text: string, label: string, redaction: Redaction): string {
  return redactText(text, redaction, { label: wordsOf(label) }).replace(/^(-?)0(?=\d)/, "$11");
}
