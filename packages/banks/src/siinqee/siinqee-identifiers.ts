import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { createDatedReference } from "../lone-reference.ts";
import { branchReferenceDay } from "../reference-day.ts";

export function createSiinqeeIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createDatedReference(isKnownHost, {
    // Three and four letters or digits, `YYDDD`, a number.
    shape: /^[A-Z0-9]{7}\d{9}$/,
    // Requires a letter: sixteen digits in a text are more likely a card number.
    inText: /(?<![A-Za-z0-9])(?=\d{0,6}[A-Z])[A-Z0-9]{7}\d{9}(?![A-Za-z0-9])/gi,
    expectedReference:
      "must be a Siinqee Bank reference of 16 letters and digits such as M10W2TB262780417, or the receipt's link or SMS",
    // A link may lack a digit: then the text around it counts.
    inLink: ({ pathname }) => /^\/generate\/([A-Za-z0-9]{16})(?![A-Za-z0-9])/i.exec(pathname)?.[1],
    referenceDay: branchReferenceDay,
    dayCharacters: "its eighth to twelfth character",
  });
}
