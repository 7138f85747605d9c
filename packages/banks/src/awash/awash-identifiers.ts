import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { createLoneReference } from "../lone-reference.ts";
import { inCapitals, withoutTrailingPunctuation } from "../submitted-text.ts";
import { isAwashToken, tellsRealTime } from "./awash-token.ts";

/** The token of a share link, in any case. */
export function createAwashIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createLoneReference(isKnownHost, {
    expectedReference:
      "must be the link of an Awash receipt, the SMS that has it, or the two parts at the link's end such as 2K9P4PDDU1-4Q7C3H; the 15-digit Transaction ID alone finds no receipt",
    // `/-2K9P4PDDU1-4Q7C3H`; the bank refuses a path without the first dash, which the request gets back.
    inLink: ({ pathname }) => /^\/-?([A-Za-z0-9]{10,12}-[A-Za-z0-9]{6})(?![A-Za-z0-9-])/.exec(pathname)?.[1],
    fromWhole,
    inProse: (prose) => prose.split(/[\s:=#,;()[\]<>"“”«»]+/).flatMap((word) => fromWord(word) ?? []),
    faultOf: (reference) =>
      tellsRealTime(reference)
        ? undefined
        : "has a first part that tells no time that exists: check it against the receipt's link",
  });
}

/** With or without the dash that the link has before it, or the slash before that. */
function fromWhole(text: string): string | undefined {
  const reference = inCapitals(text.replaceAll(/[–—]/g, "-").replace(/^\/?-/, ""));
  return isAwashToken(reference) ? reference : undefined;
}

/** Two words with a dash between them fit the shape too: one that counts has a digit in its first part, and a real time. */
function fromWord(word: string): string | undefined {
  const found = fromWhole(withoutTrailingPunctuation(word));
  if (found === undefined || !/\d/.test(found.slice(0, 10))) return undefined;
  return tellsRealTime(found) ? found : undefined;
}
