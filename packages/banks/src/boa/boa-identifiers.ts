import type { IdentifierFault, ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, joinReferenceAndSuffix } from "../reference-and-suffix.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";
import { inCapitals } from "../submitted-text.ts";

const combined = /^((?:FT|TT)\d{5}[A-Z0-9]{5})(\d{5})?$/;
/** A wrong number of digits in a link is a fault of theirs, not of the reference. */
const miscounted = /^((?:FT|TT)\d{5}[A-Z0-9]{5})[-&]?(\d{1,12})$/;
/** Elsewhere, one digit too many or too few: other numbers of digits may belong to another bank. */
const nearlyCombined = /^((?:FT|TT)\d{5}[A-Z0-9]{5})(\d{4}|\d{6})$/;
/** Within a text: the reference, alone or followed by the digits, as in the slip link. */
const inText = /(?<![A-Za-z0-9])((?:FT|TT)\d{5}[A-Z0-9]{5})(?:[-&]?(\d{4,6}))?(?![A-Za-z0-9])/gi;

const expectedReference =
  "must be a Bank of Abyssinia reference such as FT26151AB12C, or the slip's link or SMS";
const expectedSuffix =
  "must be exactly 5 digits: those behind the reference in the slip's link, or the last 5 of the account that paid";

/** A reference and five digits; the slip link contains both. */
export function createBoaIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromSlipLink(link) : undefined),
    fromWhole,
    fromProse: (prose) =>
      [...prose.matchAll(inText)].map(([, reference = "", digits]) => withDigits(reference, digits)),
  };
  const needsSuffix = () => true;
  const rules = { patterns, expectedReference, expectedSuffix, checkReference, suffixDigits: 5, needsSuffix };
  return (submitted) => {
    const joined = joinReferenceAndSuffix(submitted, rules);
    if ("faults" in joined) return invalid(...joined.faults);
    const { reference, suffix } = joined.found;
    return { kind: "valid", identifiers: { reference, suffix, phone: null } };
  };
}

function checkReference(reference: string): IdentifierFault | null {
  const isOfNoDay = coreBankingReferenceDay(reference) === undefined;
  const message = "contains a day of the year that does not exist: check its first five digits";
  return isOfNoDay ? { field: "reference", message } : null;
}

/** The page in the SMS, and the address that it loads. `/cs/?trx=…` of the same host is a feedback form. */
function fromSlipLink({ pathname, searchParams }: URL): FoundIdentifiers | undefined {
  const path = pathname.toLowerCase();
  if (/^\/slip\/?$/.test(path)) return fromLinked(searchParams.get("trx") ?? "");
  if (/^\/api\/onlineslip\/getdetails\/?$/.test(path)) return fromLinked(searchParams.get("id") ?? "");
  return undefined;
}

/** With a wrong number of digits only the reference, so that the error message names the digits. */
function fromLinked(text: string): FoundIdentifiers | undefined {
  const [, reference, digits] = miscounted.exec(inCapitals(text)) ?? [];
  return fromWhole(text) ?? (reference === undefined ? undefined : withDigits(reference, digits));
}

function withDigits(reference: string, digits: string | undefined): FoundIdentifiers {
  const found = { reference: inCapitals(reference), suffix: null };
  if (digits === undefined) return found;
  return digits.length === 5 ? { ...found, suffix: digits } : { ...found, wrongDigits: digits.length };
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  const written = inCapitals(text.replaceAll(/[-–—_&\s]/g, ""));
  const [, reference, digits] = combined.exec(written) ?? nearlyCombined.exec(written) ?? [];
  return reference === undefined ? undefined : withDigits(reference, digits);
}
