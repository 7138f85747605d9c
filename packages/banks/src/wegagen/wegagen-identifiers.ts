import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { invalid, readReferenceField } from "../reference-and-suffix.ts";
import { inCapitals } from "../submitted-text.ts";
import { tokenParts } from "./wegagen-token.ts";

const anyToken = /^[A-Za-z0-9]{24}$/;
const inText = /(?<![A-Za-z0-9])[A-Z0-9]{24}(?![A-Za-z0-9])/gi;

const expectedReference =
  "must be the link of a Wegagen Bank receipt, the SMS that has it, or the 24 letters and digits at the link's end such as 204TBAW2627804171002DMBT; the 16 of the transaction ID alone find no receipt";

/** The token of a share link; a suffix or phone is not needed and not looked at. */
export function createWegagenIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromReceiptLink(link) : undefined),
    fromWhole,
    // Other words of this length are no tokens.
    fromProse: (prose) =>
      [...prose.matchAll(inText)].flatMap(([word]) => {
        const reference = inCapitals(word);
        return tokenParts(reference) === undefined ? [] : [{ reference, suffix: null }];
      }),
  };
  return (submitted) => {
    const { reference, fault } = readReferenceField(submitted.reference, { patterns, expectedReference });
    if (reference === null) return invalid(fault ?? { field: "reference", message: expectedReference });
    return { kind: "valid", identifiers: { reference, suffix: null, phone: null } };
  };
}

/** The page of the SMS, and the address that it reads from. */
function fromReceiptLink({ pathname, searchParams }: URL): FoundIdentifiers | undefined {
  const [, token = searchParams.get("id") ?? ""] =
    /^\/sms_wega\/txn\/([A-Za-z0-9]+)\/?$/i.exec(pathname) ?? [];
  return fromWhole(token);
}

/** One of the known make in capitals; any other as it is, since nothing says that its case does not count. */
function fromWhole(text: string): FoundIdentifiers | undefined {
  const token = text.replaceAll(/[-–—_]/g, "");
  if (!anyToken.test(token)) return undefined;
  const inOneCase = inCapitals(token);
  return { reference: tokenParts(inOneCase) === undefined ? token : inOneCase, suffix: null };
}
