import type { IdentifierFault, ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { invalid, joinReferenceAndSuffix } from "../reference-and-suffix.ts";
import { coreBankingReferenceDay } from "../reference-day.ts";
import { inCapitals } from "../submitted-text.ts";

const hosts = ["apps.cbe.com.et", "mbreciept.cbe.com.et", "mb.cbe.com.et"];
const hostSettings = ["BANK_CBE_BASE_URL", "BANK_CBE_LEGACY_BASE_URL"];

/** The PDF host is slow: responses after 30 s and more have succeeded. */
const timeoutMs = 30_000;

export const bank: BankDefinition = {
  code: "cbe",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [
      /\bthank(?:s| you) for banking with CBE\b/i,
      // The app's screens: its dialog and its slogan.
      /\bETB-\d{4}\s{1,3}on\s{1,3}\d{1,2}-[A-Z]{3}-\d{4}\s{1,3}with\s{1,3}transaction\s{1,3}ID\b/i,
      /\bthe bank you can always rely on\b/i,
    ],
    mentions: [],
    bic: "CBETETAA",
    likelihood: () => 2,
  },
  printed: {
    // The second one is the bank's code in the head of its web receipt.
    titles: ["commercialbankofethiopia", "swiftcodecbetetaa"],
    references: [
      { form: "FT#####*****########", day: coreBankingReferenceDay },
      { form: "FT#####*****", day: coreBankingReferenceDay, accountDigits: 8 },
      { form: `v2-${"~".repeat(20)}` },
    ],
  },
  numberPlaces: {
    en: {
      message:
        "It has a link. Copy the whole link. Without a link: the number behind `Ref No`, which begins with FT.",
      app: "The number begins with FT. Send it with the last 8 digits of your own account. The digits behind the receiver's name are not yours.",
      receipt: "Send its link, or a picture of its QR code. The number is beside `Reference No.`",
    },
    am: {
      message: "ሊንክ አለው። ሊንኩን በሙሉ ይቅዱ። ሊንክ ከሌለው፦ `Ref No` ከሚለው በኋላ ያለውና በFT የሚጀምረው ቁጥር።",
      app: "ቁጥሩ በFT ይጀምራል። ከራስዎ ሒሳብ የመጨረሻ 8 አሃዞች ጋር ይላኩት። ከተቀባዩ ስም በኋላ ያሉት አሃዞች የእርስዎ አይደሉም።",
      receipt: "ሊንኩን ወይም የኪውአር ኮዱን ፎቶ ይላኩ። ቁጥሩ `Reference No.` ከሚለው አጠገብ ነው።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_CBE",
      bankSetting: "BANK_CBE",
      title: "CBE receipts by share token (JSON)",
      baseUrl: "https://mb.cbe.com.et",
      timeoutMs,
      keepAlive: true,
    },
    {
      hostSetting: "BANK_CBE_LEGACY",
      bankSetting: "BANK_CBE",
      title: "CBE receipts by FT reference (PDF)",
      baseUrl: "https://apps.cbe.com.et:100",
      timeoutMs,
      keepAlive: true,
    },
  ],
  examples: {
    ...examplesFrom({ reference: "FT26278K3WQ8", suffix: "58471203" }),
    // Only the JSON has a status; a reversed payment has no PDF.
    reversed: { reference: "v2-hfHCqT7mWd2sLx9KbZRV" },
  },
  identifiersOfHolder: (reference, account) =>
    /^\d{8,}$/.test(account) ? { reference, suffix: account.slice(-8), phone: null } : undefined,
};

/** Also of a mistyped one, which is no token. */
const startsAsFt = /^FT\d{5}/i;
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
function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
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
  return reference === "" || startsAsFt.test(reference);
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
  return olderToken.test(text) && !startsAsFt.test(text) ? { reference: text, suffix: null } : undefined;
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
