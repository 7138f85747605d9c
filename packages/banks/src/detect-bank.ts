import type { AskFor, BankCode } from "@receipts/contracts";
import type {
  BankEnvironment,
  IdentifierFault,
  IdentifierResult,
  ReadIdentifiers,
  SubmittedIdentifiers,
} from "./bank-adapter.ts";
import type { BankDefinition } from "./bank-definition.ts";
import type { BankSigns } from "./bank-signs.ts";
import { knownHosts } from "./known-hosts.ts";
import { askForSwitchPayment } from "./message-without-receipt.ts";
import { maxSubmittedCharacters, readSubmittedText, tooLongMessage } from "./submitted-text.ts";
import {
  isUnsupportedLink,
  saidIn,
  unsupportedBankNamedIn,
  unsupportedSender,
  unsupportedSignature,
} from "./unsupported-banks.ts";

export type BankDetection =
  /** The detected bank. The identifiers may still have faults by its rules. */
  | { readonly kind: "detected"; readonly bank: BankCode; readonly result: IdentifierResult }
  | {
      readonly kind: "unsupported";
      /** Name of the detected bank, which we do not support. */
      readonly bank: string;
      /** By its own link or phrases: a mere name may be that of the receiver's bank. */
      readonly isSender: boolean;
      /** Numbers of supported banks that its message holds. */
      readonly candidates: readonly MessageCandidate[];
    }
  /** A message of an unknown sender that has no receipt. */
  | { readonly kind: "no_receipt"; readonly askFor: AskFor }
  | {
      readonly kind: "undetected";
      /** Possible banks; empty when nothing was recognized. */
      readonly candidates: readonly BankCode[];
      /** Fields that would decide, because candidates miss them. */
      readonly missing: readonly IdentifierFault[];
    };

export interface MessageCandidate {
  readonly bank: BankCode;
  readonly reference: string;
}

export type DetectBank = (submitted: SubmittedIdentifiers) => BankDetection;

interface Candidate {
  readonly code: BankCode;
  readonly signs: BankSigns;
  readonly result: IdentifierResult;
}

/**
 * Detects the bank: first by a receipt link of a known host, then by phrases that only one bank's messages contain.
 * Last comes the shape of the reference and of the other fields, together with a bank's name. Links are parsed, never
 * fetched.
 */
export function createDetectBank(
  banks: readonly (Pick<BankDefinition, "code" | "signs"> & { readonly read: ReadIdentifiers })[],
  env: BankEnvironment,
): DetectBank {
  const readers = banks.map(({ code, signs, read }) => {
    const ownsLink = knownHosts(signs.hosts, env, signs.hostSettings);
    return { code, signs, ownsLink, read };
  });

  function detectIn(fields: readonly string[], submitted: SubmittedIdentifiers): BankDetection {
    const links = fields.flatMap((field) => readSubmittedText(field).links);
    const owned = links.filter(
      (link) => !isUnsupportedLink(link) && readers.some(({ ownsLink }) => ownsLink(link)),
    );
    const candidateOf = ({ code, signs, read }: (typeof readers)[number]): Candidate => ({
      code,
      signs,
      result: read(submitted),
    });
    const linked = readers.filter(({ ownsLink }) => owned.some(ownsLink)).map(candidateOf);
    if (linked.length > 0) return chooseLinked(linked, owned, submitted);
    const unsupported = (bank: string, isSender: boolean): BankDetection => ({
      kind: "unsupported",
      bank,
      isSender,
      candidates: readers.flatMap(({ code, signs, read }) => {
        const isNamed = saidIn(fields, signs.mentions);
        const numbers = fields.flatMap((field) => [
          ...(signs.bic === undefined ? [] : numbersBehind(signs.bic, field)),
          ...(isNamed ? numbersIn(field) : []),
        ]);
        const own = [...new Set(numbers)].filter(
          (reference) => !refusesReference({ result: read({ reference }) }),
        );
        return own.map((reference) => ({ bank: code, reference }));
      }),
    });
    const sender = unsupportedSender(links, fields);
    if (sender !== undefined) return unsupported(sender, true);
    const all = readers.map(candidateOf);
    const senders = all.filter(({ signs }) => saidIn(fields, signs.messages));
    // A sender whose rules reject the reference is not the sender.
    if (!senders.every(refusesReference)) return choose(senders, submitted);
    const signed = unsupportedSignature(fields);
    if (signed !== undefined) return unsupported(signed, true);
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
    const isNobodys = detection.candidates.length === 0;
    const askFor = isNobodys ? askForSwitchPayment(submitted) : undefined;
    if (askFor !== undefined) return { kind: "no_receipt", askFor };
    const named = isNobodys ? unsupportedBankNamedIn(fields) : undefined;
    if (named !== undefined) return { kind: "unsupported", bank: named, isSender: false, candidates: [] };
    const tooLong = sent.filter(isTooLong).map(({ field }) => ({ field, message: tooLongMessage }));
    return tooLong.length === 0 ? detection : { ...detection, missing: tooLong };
  };
}

/** For a message that has no receipt. */
export function askForIn(detection: BankDetection): AskFor | undefined {
  if (detection.kind === "no_receipt") return detection.askFor;
  const result = detection.kind === "detected" ? detection.result : undefined;
  return result?.kind === "invalid" ? result.askFor : undefined;
}

/** Numbers behind the code of a bank, also glued to it: `ABYSETAAFT26307LLQKV`. */
function numbersBehind(bic: string, text: string): readonly string[] {
  const [, ...behind] = text.toUpperCase().split(bic);
  return behind.flatMap((rest) => /^[/\s]{0,3}([A-Z0-9]{10,30})\b/.exec(rest)?.[1] ?? []);
}

/** Words of capitals and digits, as long as a number. */
function numbersIn(text: string): readonly string[] {
  return text
    .split(/[^A-Z0-9]+/)
    .filter((word) => /^[A-Z0-9]{10,14}$/.test(word) && /[A-Z]/.test(word) && /\d/.test(word));
}

/**
 * One link may belong to several banks if they share a configured host. Several links are receipts of each of their
 * banks.
 */
function chooseLinked(
  linked: readonly Candidate[],
  owned: readonly URL[],
  submitted: SubmittedIdentifiers,
): BankDetection {
  const valid = linked.filter(isValid);
  const isOneLink = new Set(owned.map(({ href }) => href)).size === 1;
  return valid.length > 1 && !isOneLink ? undetected(valid) : choose(linked, submitted);
}

/** If one bank signed the message, its rules decide. Of several, the one whose rules are met. */
function choose(candidates: readonly Candidate[], submitted: SubmittedIdentifiers): BankDetection {
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return detected(only);
  const valid = candidates.filter(isValid);
  return valid.length === 1 && valid[0] !== undefined
    ? detected(valid[0])
    : chooseByShape(candidates, submitted);
}

/** A named bank may be the receiver's: its name counts if its rules are met, or if nothing else decides. */
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

/** If nothing else is known, the bank that signed the message reports the missing fields. */
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
  // The reference is valid and only another field is missing: that bank can name it.
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

function refusesReference({ result }: Pick<Candidate, "result">): boolean {
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
