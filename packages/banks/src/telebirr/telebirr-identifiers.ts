import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { telebirrReferenceDay } from "./telebirr-reference-day.ts";

const shape = /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/;

const expectedReference =
  "must be a telebirr transaction number of 10 letters and digits such as DB34K9WQ7X, or the receipt's link or SMS";

/** One transaction number, in any case; a suffix or phone is not needed and not looked at. */
export function createTelebirrIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromPath(link.pathname) : undefined),
    fromWhole,
    fromProse,
  };
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (fault !== null) return invalid(fault);
    if (reference === null) return invalid({ field: "reference", message: expectedReference });
    if (telebirrReferenceDay(reference) === undefined) {
      const message = "starts with a date that does not exist: check its first three characters";
      return invalid({ field: "reference", message });
    }
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

function fromPath(path: string): FoundIdentifiers | undefined {
  const [, reference] = /^\/receipt\/([A-Za-z0-9]{10})(?![A-Za-z0-9])/i.exec(path) ?? [];
  return reference === undefined ? undefined : fromWhole(reference);
}

function fromWhole(text: string): FoundIdentifiers | undefined {
  const reference = text.replaceAll(/[-–—_]/g, "").toUpperCase();
  return shape.test(reference) ? { reference, suffix: null } : undefined;
}

/**
 * `… Your transaction number is DC2…`. Ordinary words of ten letters fit the shape too ("registered"), so a word
 * without any digit counts only in capitals and right behind a label.
 */
function fromProse(prose: string): readonly FoundIdentifiers[] {
  const words = prose.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.flatMap((word, index) => {
    const reference = word.toUpperCase();
    if (!shape.test(reference) || telebirrReferenceDay(reference) === undefined) return [];
    const isMeant = /\d/.test(word) || (word === reference && isLabelled(words, index));
    return isMeant ? [{ reference, suffix: null }] : [];
  });
}

const numberWords = new Set(["number", "no", "id", "ref", "reference"]);

function isLabelled(words: readonly string[], index: number): boolean {
  const before = words.slice(Math.max(0, index - 2), index).map((word) => word.toLowerCase());
  const label = before.at(-1) === "is" ? before.at(-2) : before.at(-1);
  return label !== undefined && numberWords.has(label);
}
