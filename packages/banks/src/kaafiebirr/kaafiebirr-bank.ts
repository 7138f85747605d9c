import type { IdentifierFault, ReadIdentifiers } from "../bank-adapter.ts";
import { type BankDefinition, examplesFrom } from "../bank-definition.ts";
import type { FoundIdentifiers, IdentifierPatterns } from "../identifier-search.ts";
import { type IsKnownHost, knownHosts } from "../known-hosts.ts";
import { invalid, type ReadField, readReferenceField } from "../reference-and-suffix.ts";
import { readMobileNumber } from "../submitted-phone.ts";
import {
  isLabelWord,
  maxSubmittedCharacters,
  readSubmittedText,
  withoutTrailingMarks,
} from "../submitted-text.ts";

const hosts = ["receipt.ebirr.com", "transactioninfo.ebirr.com"];
const hostSettings = ["BANK_KAAFIEBIRR_BASE_URL", "BANK_KAAFIEBIRR_TRANSFER_BASE_URL"];

const timeoutMs = 15_000;

export const bank: BankDefinition = {
  code: "kaafiebirr",
  createReadIdentifiers: (env) => createReadIdentifiers(knownHosts(hosts, env, hostSettings)),
  signs: {
    hosts,
    hostSettings,
    messages: [/\[-EBIRR-KAAFI-\]/i],
    mentions: [],
    // Any 22 characters or 10 digits match, so only a link, a message or an explicit `bank` decides.
    likelihood: () => 0,
  },
  printed: {
    titles: ["kaafimicrofinance", "kaafiebirr", "ebirrkaafi"],
    references: [
      { form: "#############", label: /receiptno|transfer[il1]d/ },
      { form: "~".repeat(22), label: /kaafimf/ },
    ],
  },
  numberPlaces: {
    en: {
      message: "It has a link. Copy the whole link, or the number behind `Transfer-Id`.",
      app: "The number is beside `Transfer-Id`.",
      receipt: "Send its link.",
    },
    am: {
      message: "ሊንክ አለው። ሊንኩን በሙሉ ወይም `Transfer-Id` ከሚለው በኋላ ያለውን ቁጥር ይቅዱ።",
      app: "ቁጥሩ `Transfer-Id` ከሚለው አጠገብ ነው።",
      receipt: "ሊንኩን ይላኩ።",
    },
  },
  endpoints: [
    {
      hostSetting: "BANK_KAAFIEBIRR",
      bankSetting: "BANK_KAAFIEBIRR",
      title: "Kaafi eBirr receipts by link token",
      baseUrl: "https://receipt.ebirr.com",
      timeoutMs,
      keepAlive: true,
    },
    {
      hostSetting: "BANK_KAAFIEBIRR_TRANSFER",
      bankSetting: "BANK_KAAFIEBIRR",
      title: "Kaafi eBirr receipts by transfer id",
      baseUrl: "https://transactioninfo.ebirr.com",
      timeoutMs,
      keepAlive: true,
    },
  ],
  examples: examplesFrom({ reference: "q7Tz-Wm2_sLx9KbZ41hRd8" }),
};

const tokenShape = /^[A-Za-z0-9_-]{22}$/;
const transferIdShape = /^\d{10,13}$/;
/** Fewer than 13 digits, followed by a space and more digits, may be the start of a longer id. */
const transferIdInText = /\btransfer[ -]?id ?[:#]? ?(\d{13}(?!\d)|\d{10,12}(?!\d|[ -]\d))/gi;

const expectedReference =
  "must be a Kaafi eBirr receipt's link or SMS, its token of 22 characters, or a transfer id of 10 to 13 digits such as 2034000000000";
const expectedPhone = "must be the payer's or receiver's mobile number, such as 0912345678";

/** Transfer ids are digits only, and shorter than a token. */
export function isTransferId(reference: string): boolean {
  return transferIdShape.test(reference);
}

/** A case-sensitive link token or a transfer id, and a phone if one was sent. */
function createReadIdentifiers(isKnownHost: IsKnownHost): ReadIdentifiers {
  const patterns: IdentifierPatterns = {
    fromLink: (link) => (isKnownHost(link) ? fromPath(link.pathname) : undefined),
    fromWhole: (text) => (isTransferId(withoutDashes(text)) ? found(withoutDashes(text)) : undefined),
    fromProse: (prose) => [
      ...[...prose.matchAll(transferIdInText)].map(([, id = ""]) => found(id)),
      ...tokensIn(prose).map(found),
    ],
  };
  return ({ reference: text = "", phone: phoneText = "" }) => {
    const tenant = otherTenant(text, isKnownHost);
    if (tenant !== undefined) return invalid(tenantFault(tenant));
    const { reference, fault } = readReference(text, patterns);
    const phone = phoneText.trim() === "" ? null : readMobileNumber(phoneText);
    const faults: IdentifierFault[] = [];
    if (reference === null) faults.push(fault ?? { field: "reference", message: expectedReference });
    if (phone === undefined) faults.push({ field: "phone", message: expectedPhone });
    if (reference === null || phone === undefined) return invalid(...faults);
    return { kind: "valid", identifiers: { reference, suffix: null, phone } };
  };
}

function readReference(text: string, patterns: IdentifierPatterns): ReadField {
  // Checked unchanged: a token may begin or end with characters that would otherwise be punctuation.
  const alone = text.length > maxSubmittedCharacters ? "" : text.replace(/\p{Cf}/gu, "").trim();
  if (tokenShape.test(alone)) return { ...found(alone), fault: null };
  return readReferenceField(text, { patterns, expectedReference });
}

function found(reference: string): FoundIdentifiers {
  return { reference, suffix: null };
}

function withoutDashes(text: string): string {
  return text.replaceAll(/[-–—_]/g, "");
}

function fromPath(path: string): FoundIdentifiers | undefined {
  const [, token] = /^\/kaafimf\/([A-Za-z0-9_-]{22})(?:_?$|[^A-Za-z0-9_-])/i.exec(path) ?? [];
  const [, id] = /^\/kaafimf-ebirr\/receipt\/(\d{10,13})(?![A-Za-z0-9])/i.exec(path) ?? [];
  const reference = token ?? id;
  return reference === undefined ? undefined : found(reference);
}

/** A token in a text must look like nothing else, above all one that is joined from several words. */
function tokensIn(prose: string): readonly string[] {
  const words = prose.split(/[\s:=#]+/).filter((word) => word !== "");
  const bare = words.map((word) => withoutTrailingMarks(word.replace(/^["'“‘«([{<]+/, "")));
  // A dash at the edge may be a list bullet or a hyphen at a line break.
  const tokens = bare.filter((word) => looksRandom(word) && !/^-|-$/.test(word));
  if (tokens.length > 0) return tokens;
  const pieces = bare.slice(bare.findIndex((word) => !isTokenLabel(word)));
  return pieces.length <= 3 ? [pieces.join("")].filter(looksRandom) : [];
}

function isTokenLabel(word: string): boolean {
  return isLabelWord(word) || /^(?:token|link)$/i.test(word);
}

/** CBE's tokens start with `v2-`; the longer numbers of other banks have no lower-case letters. */
function looksRandom(word: string): boolean {
  return (
    tokenShape.test(word) &&
    !word.startsWith("v2-") &&
    [/\d/, /[A-Z]/, /[a-z]/].every((sign) => sign.test(word))
  );
}

/** Other institutions use the same hosts, and send the same messages under their own names. */
function otherTenant(text: string, isKnownHost: IsKnownHost): string | undefined {
  if (text.length > maxSubmittedCharacters) return undefined;
  const { links, prose } = readSubmittedText(text);
  const linked = links.filter(isKnownHost).map(({ pathname }) => tenantOfPath(pathname));
  const [, named] = /\[-ebirr-([a-z0-9]{1,20})-\]/i.exec(prose) ?? [];
  return [...linked, named].find((tenant) => tenant !== undefined && !/^kaafi/i.test(tenant));
}

function tenantOfPath(path: string): string | undefined {
  const [, byToken] = /^\/([a-z0-9]{2,20})\/[A-Za-z0-9_-]{22}_?$/i.exec(path) ?? [];
  const [, byId] = /^\/([a-z0-9]{2,20})-ebirr\/receipt\//i.exec(path) ?? [];
  return byToken ?? byId;
}

function tenantFault(tenant: string): IdentifierFault {
  const message = `is a receipt of another institution on eBirr (${tenant}): only those of Kaafi, receipt.ebirr.com/kaafimf/…, can be checked`;
  return { field: "reference", message };
}
