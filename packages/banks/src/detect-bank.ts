import type { BankCode } from "@receipts/contracts";
import type {
  BankEnvironment,
  IdentifierFault,
  IdentifierResult,
  SubmittedIdentifiers,
} from "./bank-adapter.ts";
import type { BankDefinition } from "./bank-definition.ts";
import type { BankSigns } from "./bank-signs.ts";
import { knownHosts } from "./known-hosts.ts";
import { refusedBankNamedIn, refusedBankOf, saidIn } from "./refused-banks.ts";
import { maxSubmittedCharacters, readSubmittedText, tooLongMessage } from "./submitted-text.ts";

export type BankDetection =
  /** Whose it is; the identifiers may still have faults, which are then this bank's to tell. */
  | { readonly kind: "detected"; readonly bank: BankCode; readonly result: IdentifierResult }
  /** Whose it is, and that bank cannot be asked. */
  | { readonly kind: "unsupported"; readonly bank: BankCode }
  | {
      readonly kind: "undetected";
      /** Banks that it could be; empty when nothing was recognized. */
      readonly candidates: readonly BankCode[];
      /** What would settle it: fields that were missed by the candidates. */
      readonly missing: readonly IdentifierFault[];
    };

export type DetectBank = (submitted: SubmittedIdentifiers) => BankDetection;

interface Candidate {
  readonly code: BankCode;
  readonly signs: BankSigns;
  readonly result: IdentifierResult;
}

/**
 * Tells the bank from what was sent: first a receipt link of a known host, then what only one bank's messages say, then
 * the shape of the reference and what else came with it, where a bank's name counts for it. Links are read, never fetched.
 */
export function createDetectBank(definitions: readonly BankDefinition[], env: BankEnvironment): DetectBank {
  const readers = definitions.map((definition) => {
    const { code, signs } = definition;
    const ownsLink = knownHosts(signs.hosts, env, signs.hostSettings);
    return { code, signs, ownsLink, read: definition.createReadIdentifiers(env) };
  });

  function detectIn(fields: readonly string[], submitted: SubmittedIdentifiers): BankDetection {
    const links = fields.flatMap((field) => readSubmittedText(field).links);
    const owned = links.filter((link) => readers.some(({ ownsLink }) => ownsLink(link)));
    const candidateOf = ({ code, signs, read }: (typeof readers)[number]): Candidate => ({
      code,
      signs,
      result: read(submitted),
    });
    const linked = readers.filter(({ ownsLink }) => owned.some(ownsLink)).map(candidateOf);
    if (linked.length > 0) return chooseLinked(linked, owned, submitted);
    const refused = refusedBankOf(links, fields);
    if (refused !== undefined) return { kind: "unsupported", bank: refused };
    const all = readers.map(candidateOf);
    const senders = all.filter(({ signs }) => saidIn(fields, signs.messages));
    // A sender that cannot make anything of the reference is not the sender.
    if (!senders.every(refusesReference)) return choose(senders, submitted);
    const mentioned = all.filter(
      ({ signs }) => saidIn(fields, signs.messages) || saidIn(fields, signs.mentions),
    );
    return orSender(chooseByMention(all, mentioned, submitted), senders);
  }

  return (submitted) => {
    const sent = (["reference", "suffix", "phone"] as const).map((field) => ({
      field,
      text: submitted[field] ?? "",
    }));
    const isTooLong = ({ text }: { text: string }) => text.length > maxSubmittedCharacters;
    const fields = sent.filter((field) => !isTooLong(field)).map(({ text }) => text);
    const detection = detectIn(fields, submitted);
    if (detection.kind !== "undetected") return detection;
    const named = detection.candidates.length === 0 ? refusedBankNamedIn(fields) : undefined;
    if (named !== undefined) return { kind: "unsupported", bank: named };
    const tooLong = sent.filter(isTooLong).map(({ field }) => ({ field, message: tooLongMessage }));
    return tooLong.length === 0 ? detection : { ...detection, missing: tooLong };
  };
}

/** One link may be several banks', where one host is configured for them all; several are receipts of each. */
function chooseLinked(
  linked: readonly Candidate[],
  owned: readonly URL[],
  submitted: SubmittedIdentifiers,
): BankDetection {
  const valid = linked.filter(isValid);
  const isOneLink = new Set(owned.map(({ href }) => href)).size === 1;
  return valid.length > 1 && !isOneLink ? undetected(valid) : choose(linked, submitted);
}

/** One bank signed it: its rules decide. Several: the one whose rules are met. */
function choose(candidates: readonly Candidate[], submitted: SubmittedIdentifiers): BankDetection {
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return detected(only);
  const valid = candidates.filter(isValid);
  return valid.length === 1 && valid[0] !== undefined
    ? detected(valid[0])
    : chooseByShape(candidates, submitted);
}

/** A bank that is named may be the receiver's: its name counts where its rules are met, or where nothing else decides. */
function chooseByMention(
  all: readonly Candidate[],
  mentioned: readonly Candidate[],
  submitted: SubmittedIdentifiers,
): BankDetection {
  const fitting = mentioned.filter(isValid);
  const byName = chooseByShape(fitting, submitted);
  if (byName.kind === "detected") return byName;
  const byShape = chooseByShape(all, submitted);
  if (byShape.kind !== "undetected") return byShape;
  const [only, ...others] = mentioned.filter(({ code }) => byShape.candidates.includes(code));
  return only !== undefined && others.length === 0 ? detected(only) : byShape;
}

/** Where nothing else is known, the bank that signed the message says what it misses. */
function orSender(detection: BankDetection, senders: readonly Candidate[]): BankDetection {
  const [only, ...others] = senders;
  const isNobodys = detection.kind === "undetected" && detection.candidates.length === 0;
  return isNobodys && only !== undefined && others.length === 0 ? detected(only) : detection;
}

function chooseByShape(candidates: readonly Candidate[], submitted: SubmittedIdentifiers): BankDetection {
  const ranked = candidates
    .map((candidate) => ({ candidate, likelihood: likelihoodOf(candidate, submitted) }))
    .filter(({ likelihood }) => likelihood > 0)
    .sort((a, b) => b.likelihood - a.likelihood);
  const [best, second] = ranked;
  if (best !== undefined && best.likelihood !== second?.likelihood) return detected(best.candidate);
  if (best !== undefined) {
    const equal = ranked.filter(({ likelihood }) => likelihood === best.likelihood);
    return undetected(equal.map(({ candidate }) => candidate));
  }
  // The reference fits, and only something beside it is missing: that bank can say what.
  const incomplete = candidates.filter(missesOnlyMore);
  const [only, ...others] = incomplete;
  return only !== undefined && others.length === 0 ? detected(only) : undetected(incomplete);
}

function isValid({ result }: Candidate): boolean {
  return result.kind === "valid";
}

function likelihoodOf({ signs, result }: Candidate, submitted: SubmittedIdentifiers): number {
  return result.kind === "valid" ? signs.likelihood(result.identifiers, submitted) : 0;
}

function refusesReference({ result }: Candidate): boolean {
  return result.kind === "invalid" && result.faults.some(({ field }) => field === "reference");
}

function missesOnlyMore({ result }: Candidate): boolean {
  return result.kind === "invalid" && result.faults.every(({ field }) => field !== "reference");
}

function detected({ code, result }: Candidate): BankDetection {
  return { kind: "detected", bank: code, result };
}

function undetected(candidates: readonly Candidate[]): BankDetection {
  return {
    kind: "undetected",
    candidates: candidates.map(({ code }) => code),
    missing: candidates.flatMap(({ result }) => (result.kind === "invalid" ? result.faults : [])),
  };
}
