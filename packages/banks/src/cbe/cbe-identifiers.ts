import type { IdentifierFault, ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, joinReferenceAndSuffix } from "../reference-and-suffix.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";
import { inCapitals } from "../submitted-text.ts";

const ftReference = /^FT\d{5}[A-Z0-9]{5}$/;
const combined = /^(FT\d{5}[A-Z0-9]{5})(\d{8})?$/;
const token = /^v2-[A-Za-z0-9]{16,24}$/;
/** Share tokens before `v2-`. Accepted only in a link, because a mistyped reference has the same shape. */
const olderToken = /^[A-Za-z0-9]{11,40}$/;
/** A reference followed by the wrong number of digits is not a token either. */
const miscounted = /^(FT\d{5}[A-Z0-9]{5})[-&]?(\d{1,24})$/i;
/** Outside of a link, one digit too many or too few: other numbers of digits may belong to another bank. */
const nearlyCombined = /^(FT\d{5}[A-Z0-9]{5})(\d{7}|\d{9})$/;
const ftInText = /(?<![A-Za-z0-9])(FT\d{5}[A-Z0-9]{5})(?:[-&]?(\d{7,9}))?(?![A-Za-z0-9])/gi;
/** All known tokens have 20 characters. With another length, the start of the digits after it would be unknown. */
const tokenWithSuffix = /^(v2-[A-Za-z0-9]{20})[-&]?(\d{8})$/;
/** A shorter token in a text may be the start of one that is broken over two lines. */
const tokenInText = /(?<![A-Za-z0-9])(v2-[A-Za-z0-9]{20})(?:[-&]?(\d{8}))?(?![A-Za-z0-9]|[-&]\d)/gi;

const expectedReference =
  "must be a CBE reference such as FT26061K3WQ8, a share token such as v2-hfHCq8ZtLm3RkWd5XnB2, or the receipt's link or SMS";
const expectedSuffix =
  "must be exactly 8 digits: those behind the reference in the receipt's link, or the last 8 of the payer's or receiver's account";

/** True if the receipt is the PDF of an FT reference; any other reference is a share token. */
export function isFtReference(reference: string): boolean {
  return ftReference.test(reference);
}

/** An FT reference with eight digits, or a case-sensitive share token with or without them. */
export function createCbeIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromReceiptLink(link) : undefined),
    fromWhole,
    fromProse,
  };
  const rules = { patterns, expectedReference, expectedSuffix, checkReference, suffixDigits: 8, needsSuffix };
  return (submitted) => {
    const joined = joinReferenceAndSuffix(submitted, rules);
    if ("faults" in joined) return invalid(...joined.faults);
    const { reference, suffix } = joined.found;
    return { kind: "valid", identifiers: { reference, suffix, phone: null } };
  };
}

/** A share token opens its receipt without a suffix. */
function needsSuffix(reference: string): boolean {
  return reference === "" || /^FT/i.test(reference);
}

function checkReference(reference: string): IdentifierFault | null {
  const isOfNoDay = isFtReference(reference) && coreBankingReferenceDay(reference) === undefined;
  const message = "contains a day of the year that does not exist: check its first five digits";
  return isOfNoDay ? { field: "reference", message } : null;
}

/** `…:100/?id=FT…`, `…:100/BranchReceipt/FT…&…`, `mbreciept…/{token}` and the address that this page loads. */
function fromReceiptLink({ pathname, searchParams }: URL): FoundIdentifiers | undefined {
  const id = searchParams.get("id");
  if (pathname === "/" && id !== null) {
    // In `?id=FT…&12345678` the digits follow an `&` and parse as a separate parameter.
    const digits = [...searchParams.keys()].find((key) => /^\d{8}$/.test(key)) ?? "";
    return fromFt(`${id}${digits}`) ?? fromMiscounted(`${id}${digits}`);
  }
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const last = decoded(segments.at(-1) ?? "");
  const folder = segments.slice(0, -1).join("/").toLowerCase();
  const ft = fromFt(last) ?? fromMiscounted(last);
  if (folder === "branchreceipt") return ft;
  if (folder !== "" && folder !== "api/v1/transactions/public/transaction-detail") return undefined;
  return ft ?? fromToken(last) ?? fromOlderToken(last);
}

/** Returns only the reference, so that the error message names the suffix. */
function fromMiscounted(text: string): FoundIdentifiers | undefined {
  const [, reference, digits] = miscounted.exec(text) ?? [];
  return reference === undefined ? undefined : withDigits(reference, digits);
}

function withDigits(reference: string, digits: string | undefined): FoundIdentifiers {
  const found = { reference: inCapitals(reference), suffix: null };
  if (digits === undefined) return found;
  return digits.length === 8 ? { ...found, suffix: digits } : { ...found, wrongDigits: digits.length };
}

function fromOlderToken(text: string): FoundIdentifiers | undefined {
  const isMistypedReference = /^FT\d{5}/i.test(text);
  return olderToken.test(text) && !isMistypedReference ? { reference: text, suffix: null } : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  return fromToken(text) ?? fromFt(text) ?? fromNearly(text);
}

function fromNearly(text: string): FoundIdentifiers | undefined {
  const [, reference, digits] = nearlyCombined.exec(compacted(text)) ?? [];
  return reference === undefined ? undefined : withDigits(reference, digits);
}

const compacted = (text: string) => inCapitals(text.replaceAll(/[-–—_&\s]/g, ""));

function fromFt(text: string): FoundIdentifiers | undefined {
  const [, reference, suffix = null] = combined.exec(compacted(text)) ?? [];
  return reference === undefined ? undefined : { reference, suffix };
}

function fromToken(text: string): FoundIdentifiers | undefined {
  const written = text.replace(/^V2-/, "v2-");
  if (token.test(written)) return { reference: written, suffix: null };
  const [, reference, suffix = null] = tokenWithSuffix.exec(written) ?? [];
  return reference === undefined ? undefined : { reference, suffix };
}

function fromProse(prose: string): readonly FoundIdentifiers[] {
  const references = [...prose.matchAll(ftInText)].map(([, reference = "", digits]) =>
    withDigits(reference, digits),
  );
  const tokens = [...prose.matchAll(tokenInText)].flatMap(([found]) => fromToken(found) ?? []);
  return tokens.length > 0 ? tokens : references;
}
