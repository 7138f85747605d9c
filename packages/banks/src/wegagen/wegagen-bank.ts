import type { ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { createLoneReference } from "../lone-reference.ts";
import { branchReferenceDay } from "../reference-day.ts";
import { inCapitals } from "../submitted-text.ts";
import { tokenParts } from "./wegagen-token.ts";

const hosts = ["transinfo.wegagenbanksc.com.et"];
const hostSettings = ["BANK_WEGAGEN_BASE_URL"];

export const bank: BankDefinition = {
  code: "wegagen",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [],
    mentions: [/\bWegagen Bank\b/i],
    // A bare token of unknown form has the length of Zemen's.
    likelihood: ({ reference }) => (tokenParts(reference) === undefined ? 0 : 2),
  },
  printed: {
    titles: ["wegagenbank"],
    references: [{ form: "*******#####********@***", day: branchReferenceDay }],
  },
  numberPlaces: {
    en: {
      message:
        "It has a link behind `click here`. Copy the whole link. The shorter `transaction ID` is not enough.",
      app: "Send a picture of the QR code: it holds the link.",
      receipt: "Send its link.",
    },
    am: {
      message: "`click here` ከሚለው በኋላ ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ። አጭሩ `transaction ID` አይበቃም።",
      app: "የኪውአር ኮዱን ፎቶ ይላኩ፤ ሊንኩን ይዟል።",
      receipt: "ሊንኩን ይላኩ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_WEGAGEN",
      bankSetting: "BANK_WEGAGEN",
      title: "Wegagen Bank receipts",
      baseUrl: "https://transinfo.wegagenbanksc.com.et:8011",
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: {
    ...examplesFrom({ reference: "204TBAW2627804171002DMBT" }),
    slow: { reference: "204TBAW2627804181002DMSL" },
  },
  paysToOtherBanks: true,
};

const anyToken = /^[A-Za-z0-9]{24}$/;
const inText = /(?<![A-Za-z0-9])[A-Z0-9]{24}(?![A-Za-z0-9])/gi;

/** The token of a share link. */
function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
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
