import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { createLoneReference } from "../lone-reference.ts";
import { inCapitals, withoutTrailingPunctuation } from "../submitted-text.ts";
import { hasRealTime, isAwashToken } from "./awash-token.ts";

/** The token of a share link, case-insensitive. */
export function createAwashIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createLoneReference(isKnownHost, {
    expectedReference:
      "must be the link of an Awash receipt, the SMS with that link, or the two parts at the link's end such as 2K9P4PDDU1-4Q7C3H; the 15-digit Transaction ID alone finds no receipt",
    // `/-2K9P4PDDU1-4Q7C3H`. The bank refuses a path without the first dash, so the request adds it.
    inLink: ({ pathname }) => /^\/-?([A-Za-z0-9]{10,12}-[A-Za-z0-9]{6})(?![A-Za-z0-9-])/.exec(pathname)?.[1],
    fromWhole,
    inProse: (prose) => prose.split(/[\s:=#,;()[\]<>"“”«»]+/).flatMap((word) => fromWord(word) ?? []),
    faultOf: (reference) =>
      hasRealTime(reference)
        ? undefined
        : "has a first part that is not a valid time: check it against the receipt's link",
  });
}

/** With or without the dash and the slash that precede it in the link. */
function fromWhole(text: string): string | undefined {
  const reference = inCapitals(text.replaceAll(/[–—]/g, "-").replace(/^\/?-/, ""));
  return isAwashToken(reference) ? reference : undefined;
}

/** Two words joined by a dash have this shape too. A token has a digit and a valid time in its first part. */
function fromWord(word: string): string | undefined {
  const found = fromWhole(withoutTrailingPunctuation(word));
  if (found === undefined || !/\d/.test(found.slice(0, 10))) return undefined;
  return hasRealTime(found) ? found : undefined;
}
