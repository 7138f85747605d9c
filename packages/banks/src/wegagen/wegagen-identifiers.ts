import type { ReadIdentifiers } from "../bank-adapter.ts";
import type { IsKnownHost } from "../known-hosts.ts";
import { createLoneReference } from "../lone-reference.ts";
import { inCapitals } from "../submitted-text.ts";
import { tokenParts } from "./wegagen-token.ts";

const anyToken = /^[A-Za-z0-9]{24}$/;
const inText = /(?<![A-Za-z0-9])[A-Z0-9]{24}(?![A-Za-z0-9])/gi;

/** The token of a share link. */
export function createWegagenIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  return createLoneReference(isKnownHost, {
    expectedReference:
      "must be the link of a Wegagen Bank receipt, the SMS with that link, or the 24 letters and digits at the link's end such as 204TBAW2627804171002DMBT; the 16 of the transaction ID alone find no receipt",
    // The page in the SMS, and the address that it loads.
    inLink: ({ pathname, searchParams }) =>
      /^\/sms_wega\/txn\/([A-Za-z0-9]+)\/?$/i.exec(pathname)?.[1] ?? searchParams.get("id") ?? undefined,
    fromWhole,
    // Other words of this length are not tokens.
    inProse: (prose) =>
      [...prose.matchAll(inText)]
        .map(([word]) => inCapitals(word))
        .filter((reference) => tokenParts(reference) !== undefined),
  });
}

/** Capitalizes a token of the known form. Any other stays as it is, because it may be case-sensitive. */
function fromWhole(text: string): string | undefined {
  const token = text.replaceAll(/[-–—_]/g, "");
  if (!anyToken.test(token)) return undefined;
  const inOneCase = inCapitals(token);
  return tokenParts(inOneCase) === undefined ? token : inOneCase;
}
