import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { inCapitals, withoutTrailingPunctuation } from "../submitted-text.ts";
import { isAwashToken, tellsRealTime } from "./awash-token.ts";

const expectedReference =
  "must be the link of an Awash receipt, the SMS that has it, or the two parts at the link's end such as 2K9P4PDDU1-4Q7C3H; the 15-digit Transaction ID alone finds no receipt";

/** The token of a share link, in any case; a suffix or phone is not needed and not looked at. */
export function createAwashIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromPath(link.pathname) : undefined),
    fromWhole,
    fromProse: (prose) => prose.split(/[\s:=#,;()[\]<>"“”«»]+/).flatMap((word) => fromWord(word) ?? []),
  };
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (fault !== null) return invalid(fault);
    if (reference === null) return invalid({ field: "reference", message: expectedReference });
    if (!tellsRealTime(reference)) {
      const message = "has a first part that tells no time that exists: check it against the receipt's link";
      return invalid({ field: "reference", message });
    }
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

/** `/-2K9P4PDDU1-4Q7C3H`; the bank refuses a path without the first dash, which the request gets back. */
function fromPath(path: string): FoundIdentifiers | undefined {
  const [, token] = /^\/-?([A-Za-z0-9]{10,12}-[A-Za-z0-9]{6})(?![A-Za-z0-9-])/.exec(path) ?? [];
  return token === undefined ? undefined : fromWhole(token);
}

/** With or without the dash that the link has before it, or the slash before that. */
function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = inCapitals(text.replaceAll(/[–—]/g, "-").replace(/^\/?-/, ""));
  return isAwashToken(reference) ? { reference, suffix: null } : undefined;
}

/** Two words with a dash between them fit the shape too: one that counts has a digit in its first part, and a real time. */
function fromWord(word: string): FoundIdentifiers | undefined {
  const found = fromWhole(withoutTrailingPunctuation(word));
  if (found === undefined || !/\d/.test(found.reference.slice(0, 10))) return undefined;
  return tellsRealTime(found.reference) ? found : undefined;
}
