import {
  type BankDetection,
  type BankPrint,
  bankPrints,
  type DetectBank,
  noReceiptsIn,
  type PrintedReference,
  type ReadIdentifiers,
  type ReceiptIdentifiers,
} from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import { type FormMatch, matchForm } from "./match-form.ts";
import { compact, findName } from "./names-in-text.ts";
import { printedDays } from "./printed-days.ts";
import { likeliestText, type TextRow } from "./read-letter.ts";
import type { ReceiptCandidate } from "./receipt-candidate.ts";

export interface CandidateRules {
  /** The banks that can be verified, with their rules. */
  readonly banks: ReadonlyMap<BankCode, ReadIdentifiers>;
  readonly detect: DetectBank;
}

const maxCandidates = 3;
/** In a text without spaces: recognition often loses them. */
const label = /ref|transaction|txn|tid|trx|receipt|invoice|id|number|no\.?$|ቁጥር/;

const worth = {
  titled: 3,
  titledFirst: 2,
  labelled: 1.5,
  sameDay: 3,
  otherDay: -2,
  detected: 3,
  withAll: 1,
} as const;
/** The score of a candidate that is as likely as none at all. */
const evenScore = 2.5;
const sureChance = 0.9;
/** Below it, it is only a word that looks like a reference. */
const minScore = 0;

interface Scored extends Omit<ReceiptCandidate, "confidence"> {
  readonly score: number;
  /** Whether the document names the bank. */
  readonly isNamed: boolean;
}

/** Finds up to three receipts that the text may name, the likeliest first. */
export function findCandidates(rows: readonly TextRow[], rules: CandidateRules): readonly ReceiptCandidate[] {
  const found = scoredCandidates(rows, rules);
  return chosenOf(found)
    .map((each) => {
      const { bank, identifiers, unsureAt, source } = each;
      const confidence = Math.round(100 * chanceOf([each], found)) / 100;
      return { bank, identifiers, unsureAt, source, confidence };
    })
    .filter(({ confidence }) => confidence > 0);
}

/** The likeliest ones. A second receipt has a place before look-alikes of the first. */
function chosenOf(found: readonly Scored[]): readonly Scored[] {
  const [first] = found;
  const second = found.find(({ source, score }) => source !== first?.source && score >= evenScore);
  const others = found.filter((each) => each !== first && each !== second);
  return [first, second, ...others]
    .filter((each) => each !== undefined)
    .slice(0, maxCandidates)
    .sort((a, b) => b.score - a.score);
}

/** Whether more text would hardly change where the first candidate was read. */
export function isSure(rows: readonly TextRow[], rules: CandidateRules): boolean {
  const found = scoredCandidates(rows, rules);
  const [first] = found;
  const same = found.filter(({ bank, source }) => bank === first?.bank && source === first.source);
  return first?.isNamed === true && chanceOf(same, found) >= sureChance;
}

function chanceOf(some: readonly Scored[], all: readonly Scored[]): number {
  const sum = (each: readonly Scored[]) => each.reduce((total, { score }) => total + Math.exp(score), 0);
  return sum(some) / (sum(all) + Math.exp(evenScore));
}

function scoredCandidates(rows: readonly TextRow[], rules: CandidateRules): readonly Scored[] {
  const text = rows.map(likeliestText).join("\n");
  const detection = rules.detect({ reference: text });
  // Its numbers often have the form of another bank's.
  if (detection.kind === "unsupported" && detection.isSender) return [];
  const withoutReceipt = noReceiptsIn(text).map(compact);
  const formed = byForm(rows, text, rules).filter(
    ({ source }) => !withoutReceipt.some((part) => part.includes(compact(source))),
  );
  const all = [...byDetection(detection, rules, formed), ...formed].sort((a, b) => b.score - a.score);
  return all.filter(
    (each, index) =>
      each.score > minScore &&
      all.findIndex((other) => isSameReceipt(other, each)) === index &&
      !all.some((other) => isClearlyOf(other, each) || isLongerNumber(other, each)),
  );
}

function isSameReceipt(one: Scored, other: Scored): boolean {
  return (
    one.bank === other.bank &&
    one.identifiers.reference === other.identifiers.reference &&
    (other.identifiers.suffix ?? one.identifiers.suffix) === one.identifiers.suffix &&
    (other.identifiers.phone ?? one.identifiers.phone) === one.identifiers.phone
  );
}

/** Whether the other bank, which the document names, explains the same text better. */
function isClearlyOf(other: Scored, each: Scored): boolean {
  const isSameText = other.identifiers.reference === each.identifiers.reference;
  return isSameText && other.bank !== each.bank && other.score - each.score >= worth.titled;
}

/** The whole number, of which the other reading is the start. */
function isLongerNumber(other: Scored, each: Scored): boolean {
  const [whole, part] = [other.identifiers.reference, each.identifiers.reference];
  return (
    other.bank === each.bank &&
    whole.length > part.length &&
    whole.startsWith(part) &&
    other.score > each.score
  );
}

/** By the rules for pasted text, which know nothing of unsure letters. */
function byDetection(
  detection: BankDetection,
  { banks }: CandidateRules,
  formed: readonly Scored[],
): readonly Scored[] {
  if (detection.kind !== "detected" || !banks.has(detection.bank)) return [];
  if (detection.result.kind === "invalid") return [];
  const { identifiers } = detection.result;
  const found = {
    bank: detection.bank,
    identifiers,
    source: identifiers.reference,
    score: evenScore + worth.detected,
    isNamed: false,
  };
  const unsureAt = formed.find((other) => isSameReceipt(other, { ...found, unsureAt: [] }))?.unsureAt ?? [];
  return [{ ...found, unsureAt }];
}

/** What a match is judged by. */
interface Context {
  readonly text: string;
  readonly days: ReadonlySet<number>;
  readonly read: ReadIdentifiers;
  /** What the bank's name adds, if the document has it. */
  readonly titleWorth: number;
}

function byForm(rows: readonly TextRow[], text: string, { banks }: CandidateRules): readonly Scored[] {
  const days = printedDays(text);
  const titles = titleWorths(text);
  return bankPrints.flatMap((print) => {
    const read = banks.get(print.code);
    if (read === undefined) return [];
    const context = { text, days, read, titleWorth: titles.get(print) ?? 0 };
    return print.references.flatMap((reference) =>
      rows.flatMap((row, index) =>
        matchForm(row, rows[index + 1] ?? [], reference.form).flatMap((match) => {
          const above = likeliestText(rows[index - 1] ?? []);
          const before = compact(`${above} ${likeliestText(row.slice(0, match.at))}`);
          const scored = scoredMatch(match, reference, before, context);
          return scored === undefined ? [] : [{ bank: print.code, ...scored }];
        }),
      ),
    );
  });
}

function scoredMatch(
  match: FormMatch,
  reference: PrintedReference,
  before: string,
  { text, days, read, titleWorth }: Context,
): Omit<Scored, "bank"> | undefined {
  if (reference.label !== undefined && !reference.label.test(before)) return undefined;
  if (reference.onlyIfNamed && titleWorth < worth.titled + worth.titledFirst) return undefined;
  const byDay = dayWorth(match, reference, days);
  if (byDay === undefined) return undefined;
  const identified = identify(match.text, text, reference, read);
  if (identified === undefined) return undefined;
  const labelled = label.test(before) ? worth.labelled : 0;
  const whole = identified.isWhole ? worth.withAll : 0;
  const score = titleWorth + byDay + labelled + whole - match.cost;
  const { identifiers } = identified;
  return {
    identifiers,
    unsureAt: placesIn(identifiers.reference, match),
    source: match.read,
    score,
    isNamed: titleWorth > 0,
  };
}

/** Places in the reference, which may leave out letters that the form has around it. */
function placesIn(reference: string, { text, unsureAt }: FormMatch): readonly number[] {
  const start = Math.max(0, text.toUpperCase().indexOf(reference.toUpperCase()));
  return unsureAt.map((at) => at - start).filter((at) => at >= 0 && at < reference.length);
}

/** The bank whose name comes first has issued the receipt; others may be those of the receiver. */
function titleWorths(text: string): ReadonlyMap<BankPrint, number> {
  const plain = compact(text);
  const found = bankPrints.flatMap((print) => {
    const hosts = print.hosts.map((host) => ({ name: host, place: plain.indexOf(compact(host)) }));
    const titles = print.titles.map((name) => ({ name, place: findName(plain, name) ?? -1 }));
    const places = [...titles, ...hosts]
      .filter(({ place }) => place >= 0)
      .map(({ name, place }) => ({ print, place, length: name.length }));
    return places.sort((a, b) => a.place - b.place || b.length - a.length).slice(0, 1);
  });
  const [first] = found.sort((a, b) => a.place - b.place || b.length - a.length);
  return new Map(
    found.map(({ print }) => [print, worth.titled + (print === first?.print ? worth.titledFirst : 0)]),
  );
}

/** Undefined for a day that does not exist. An evening payment may be booked on the next day. */
function dayWorth(
  { text }: FormMatch,
  reference: PrintedReference,
  days: ReadonlySet<number>,
): number | undefined {
  if (reference.day === undefined) return 0;
  const day = reference.day(text);
  if (day === undefined) return undefined;
  if (days.size === 0) return 0;
  return [day - 1, day, day + 1].some((each) => days.has(each)) ? worth.sameDay : worth.otherDay;
}

interface Identified {
  readonly identifiers: ReceiptIdentifiers;
  readonly isWhole: boolean;
}

/** Adds the digits and the phone that the document shows; undefined if the bank's rules refuse the reference. */
function identify(
  reference: string,
  text: string,
  { accountDigits, withPhone }: PrintedReference,
  read: ReadIdentifiers,
): Identified | undefined {
  const suffix = accountDigits === undefined ? undefined : wholeAccount(text)?.slice(-accountDigits);
  const phone = withPhone === undefined ? undefined : wholePhone(text);
  const result = read({ reference, suffix, phone });
  if (result.kind === "valid") return { identifiers: result.identifiers, isWhole: true };
  if (result.faults.some(({ field }) => field === "reference")) return undefined;
  return { identifiers: { reference, suffix: null, phone: null }, isWhole: false };
}

/** An account with no digit hidden. */
function wholeAccount(text: string): string | undefined {
  return /(?<![\d*])1\d{12}(?![\d*])/.exec(text)?.[0];
}

function wholePhone(text: string): string | undefined {
  // A link's phone is the one that it opens with; another one may be the receiver's.
  const [, linked] = /PH=(\d{12})(?!\d)/i.exec(text) ?? [];
  return linked ?? /(?<!to\s?|[\d*])(?:\+?251|0)[79]\d{8}(?![\d*])/.exec(text)?.[0];
}
