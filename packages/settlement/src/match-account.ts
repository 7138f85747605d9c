import type { BankCode } from "@receipts/contracts";
import { bareAccount, isMasked, normalizeAccount } from "./normalize-account.ts";

export type MatchTier = "exact" | "masked_pattern" | "suffix";

/** The parts of the receiver's account that a receipt shows. */
export interface VisibleReceiver {
  readonly normalized: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Digits between two masks, in order. They can only exclude a candidate. */
  readonly middle: readonly string[];
  readonly visibleDigits: number;
}

/** Fewer visible digits match too many accounts. */
const minVisibleDigits = 3;

/** A bank that shows the end of an account shows at least four digits. */
const minSuffixDigits = 4;

const wholeNumber = /^\d+$/;

/** Returns undefined if nothing is left: blank, or the `-` of an empty field. */
export function readReceiver(bank: BankCode | null, printed: string): VisibleReceiver | undefined {
  const normalized = normalizeAccount(bank, printed);
  if (normalized === "") return undefined;
  const runs = normalized.split("*");
  const prefix = runs.at(0) ?? "";
  const suffix = runs.at(-1) ?? "";
  const shown = isMasked(normalized) ? prefix + suffix : normalized;
  return {
    normalized,
    prefix,
    suffix,
    middle: runs.slice(1, -1).filter((run) => run !== ""),
    // At most the printed digits: the `0` that the national form puts before `9****12` was not visible.
    visibleDigits: Math.min(countDigits(shown), countDigits(bareAccount(printed))),
  };
}

/** Returns the tier in which a candidate matches. Both sides are normalized. A visible letter matches nothing. */
export function tierOf(receiver: VisibleReceiver, candidate: string): MatchTier | undefined {
  if (!/^\+?\d+$/.test(candidate)) return undefined;
  if (receiver.normalized === candidate) return "exact";
  if (!wholeNumber.test(candidate)) return undefined;
  if (matchesMask(receiver, candidate)) return "masked_pattern";
  if (endsWithReceiver(receiver, candidate)) return "suffix";
  return undefined;
}

/**
 * Whether nothing that is printed excludes the account. A letter may stand for a digit, and an account without a visible
 * digit may be any.
 */
export function canBeAccount(bank: BankCode, printed: string, account: string): boolean {
  const shown = readReceiver(bank, printed.replaceAll(/[^\d*]/g, "*"));
  return shown === undefined || (account.startsWith(shown.prefix) && account.endsWith(shown.suffix));
}

function matchesMask(receiver: VisibleReceiver, candidate: string): boolean {
  const { normalized, prefix, suffix, middle, visibleDigits } = receiver;
  if (!isMasked(normalized) || !/^[\d*]+$/.test(normalized)) return false;
  if (visibleDigits < minVisibleDigits) return false;
  const hidden = candidate.length - prefix.length - suffix.length;
  if (hidden < 0 || !candidate.startsWith(prefix) || !candidate.endsWith(suffix)) return false;
  return holdsInOrder(candidate.slice(prefix.length, prefix.length + hidden), middle);
}

/** The leftmost place of each run is enough: if the runs fit at all, they fit leftmost. */
function holdsInOrder(hidden: string, runs: readonly string[]): boolean {
  let from = 0;
  for (const run of runs) {
    const at = hidden.indexOf(run, from);
    if (at < 0) return false;
    from = at + run.length;
  }
  return true;
}

function endsWithReceiver({ normalized }: VisibleReceiver, candidate: string): boolean {
  return (
    wholeNumber.test(normalized) &&
    normalized.length >= minSuffixDigits &&
    normalized.length < candidate.length &&
    candidate.endsWith(normalized)
  );
}

function countDigits(text: string): number {
  return text.replace(/\D/g, "").length;
}
