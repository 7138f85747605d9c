import type { IdentifierFault, ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { invalid, joinReferenceAndSuffix } from "../reference-and-suffix.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";
import { inCapitals } from "../submitted-text.ts";

const hosts = ["cs.bankofabyssinia.com"];
const hostSettings = ["BANK_BOA_BASE_URL"];

export const bank: BankDefinition = {
  code: "boa",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\bfor help, call 8397\b/i],
    mentions: [/\bBank of Abyssinia\b/i],
    // Interest: an account and a day.
    noReceipts: [/\bhttps?:\/\/cs\.bankofabyssinia\.com\/slip\/?\?trx=\d{5,16}-20\d{6}\b/i],
    bic: "ABYSETAA",
    likelihood: () => 2,
  },
  printed: {
    titles: ["bankofabyssinia"],
    references: ["FT", "TT"].flatMap((start) => [
      { form: `${start}#####*****#####`, day: coreBankingReferenceDay },
      { form: `${start}#####*****`, day: coreBankingReferenceDay, accountDigits: 5 },
    ]),
  },
  numberPlaces: {
    en: {
      message:
        "It has a link with `trx=`. Copy the whole link: it ends in the number and five digits. The link with `/cs/` is not the receipt.",
      app: "The number begins with FT. Send it with the last 5 digits of the account that paid.",
      receipt: "Send its link. The number is beside `Transaction Reference`.",
    },
    am: {
      message: "`trx=` ያለበት ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ፤ በቁጥሩና በአምስት አሃዞች ያልቃል። `/cs/` ያለበት ሊንክ ደረሰኝ አይደለም።",
      app: "ቁጥሩ በFT ይጀምራል። ከከፈለው ሒሳብ የመጨረሻ 5 አሃዞች ጋር ይላኩት።",
      receipt: "ሊንኩን ይላኩ። ቁጥሩ `Transaction Reference` ከሚለው አጠገብ ነው።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_BOA",
      bankSetting: "BANK_BOA",
      title: "Bank of Abyssinia slips",
      baseUrl: "https://cs.bankofabyssinia.com",
      timeoutMs: 15_000,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "FT26278QM4T1", suffix: "58203" }),
};

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
function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
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
