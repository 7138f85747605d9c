import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { createDatedReference } from "../lone-reference.ts";
import { branchReferenceDay } from "../reference-day.ts";

export function createDashenIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createDatedReference(isKnownHost, {
    shape: /^[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}$/,
    inText: /(?<![A-Za-z0-9])[A-Z0-9]{3}[A-Z]{4}\d{5}[A-Z0-9]{4}(?![A-Za-z0-9])/gi,
    expectedReference:
      "must be a Dashen Bank reference of 16 letters and digits such as 387WDTS260610A1B (FT Ref, not the longer Transfer Reference), or the receipt's link or SMS",
    inLink: ({ pathname }) => inPath(pathname),
    referenceDay: branchReferenceDay,
    dayCharacters: "the five digits after its letters",
  });
}

/** The receipt's page, and the PDF that the app used to link: `/receipts/Within-Dashen-Transfer-{reference}.pdf`. */
function inPath(path: string): string | undefined {
  const [, page, pdf] =
    /^\/(?:receipt\/([A-Za-z0-9]{16})|receipts\/[A-Za-z-]{0,60}-([A-Za-z0-9]{16})\.pdf)(?![A-Za-z0-9])/i.exec(
      path,
    ) ?? [];
  return page ?? pdf;
}
