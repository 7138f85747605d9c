import { maxSubmittedCharacters } from "./submitted-text.ts";

/**
 * National part of an Ethiopian mobile number: nine digits that start with 9 or 7, and do not follow the code of
 * another country (`+254 900…`).
 */
const inText = /(?<!\d|(?:\+|\b00)(?!251)\d{1,3}[\s().–—-]{1,2})(?:\+?251|00251|0)?([79]\d{8})(?!\d)/g;

/**
 * The only mobile number of a field, as `2519XXXXXXXX`. Accepts any of the usual forms, with spaces or dashes, alone or
 * in a text. Undefined if there is none, or more than one.
 */
export function readMobileNumber(text: string): string | undefined {
  if (text.length > maxSubmittedCharacters) return undefined;
  const shown = text.replace(/\p{Cf}/gu, "");
  const alone = findNumbers(shown.replace(/[\s().–—-]/g, ""));
  const [number, another] = alone.size === 1 ? alone : findNumbers(shown);
  return number === undefined || another !== undefined ? undefined : `251${number}`;
}

function findNumbers(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(inText)].map(([, number = ""]) => number));
}

/**
 * Whether a receipt's account can be this number (`2519XXXXXXXX`); masked digits match any. Undefined if the account
 * does not look like a mobile number.
 */
export function mobileMatchesAccount(mobile: string, account: string): boolean | undefined {
  const national = account.replace(/[\s+-]/g, "").replace(/^(?:00251|251|0)(?=.{9}$)/, "");
  if (!/^[79*][\d*]{8}$/.test(national) || !/\d/.test(national)) return undefined;
  const expected = mobile.slice(-national.length);
  return [...national].every((digit, index) => digit === "*" || digit === expected.charAt(index));
}
