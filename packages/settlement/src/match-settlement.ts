import type { BankCode } from "@receipts/contracts";
import { agreeNames, type NameMatch } from "./agree-names.ts";
import { type MatchTier, readReceiver, tierOf, type VisibleReceiver } from "./match-account.ts";
import { isMasked } from "./normalize-account.ts";
import { type Candidate, type SavedAccount, settlementCandidates } from "./settlement-candidates.ts";

export type SettlementMatchType = MatchTier | "unmatched";
export type SettlementMatchConfidence = "high" | "medium" | "none";
export type SettlementMatchReason =
  | "receiver_account_exact_match"
  | "receiver_mask_matches_visible_digits"
  | "receiver_suffix_matches"
  | "no_registered_accounts"
  | "missing_receiver_account"
  | "candidate_account_mismatch"
  | "ambiguous_registered_accounts"
  | "verification_not_successful";

/**
 * How far the receipt proves that the candidate was paid. A matching mask is a hint: a stranger can open an account
 * with the same visible digits.
 */
export type SettlementProof =
  /** The receipt prints the whole number. */
  | "account"
  /** The bank opened the document with the candidate's own digits, and its payer is another account. */
  | "opened"
  /** The visible digits match, and so does the printed name. */
  | "mask_and_name"
  /** The visible digits match; the name differs or is unknown. */
  | "mask_only"
  /** Not matched. */
  | "none";

/** Shows which digits were compared. Contains only data that the caller sent, saved or received before. */
export interface SettlementMatchDebug {
  readonly receiverAccount: string | null;
  readonly candidateCount: number;
  readonly matchType: SettlementMatchType;
  /** The whole number if nothing is masked; null without a receiver. */
  readonly visiblePrefix: string | null;
  readonly visibleSuffix: string | null;
  readonly visibleCharacterCount: number;
  readonly matchedUserBankAccountId: string | null;
  readonly matchedBusinessBankAccountId: string | null;
}

/** The JSON of `settlementAccountMatch`. `debug` is always set here, and shown only on request. */
export interface SettlementAccountMatch {
  readonly matched: boolean;
  readonly matchType: SettlementMatchType;
  readonly matchConfidence: SettlementMatchConfidence;
  readonly source: "request" | "account_registry";
  readonly bank: BankCode;
  /** As printed on the receipt. Absent if there is none, and in the no-account form. */
  readonly receiverAccount?: string;
  /** Normalized. Absent unless matched. */
  readonly matchedSettlementAccount?: string;
  readonly matchedUserBankAccountId: string | null;
  readonly matchedBusinessBankAccountId: string | null;
  readonly candidateCount: number;
  readonly ambiguous: boolean;
  readonly reason: SettlementMatchReason;
  readonly proof: SettlementProof;
  /** The printed receiver against the candidate's names, or against the name that the request expects. */
  readonly nameMatch: NameMatch;
  readonly debug: SettlementMatchDebug;
}

export interface SettlementMatchInput {
  /** The bank of the receipt. */
  readonly bank: BankCode;
  /** Whether the verification's `status` is `success`. */
  readonly succeeded: boolean;
  readonly receiverAccount: string | null;
  readonly receiverName: string | null;
  /** The bank of the account if it is another one; null if that bank is unknown. */
  readonly receiverBank?: BankCode | null;
  /** As sent in the request; null if not sent. */
  readonly settlementAccount: string | null;
  /** Accounts at other banks count only if the receiver's account is there. */
  readonly savedAccounts: readonly SavedAccount[];
  /** The receiver's name that the request expects; replaces the saved names in the comparison. */
  readonly expectedName?: string | null;
  /** Whether the bank opened the document with the last digits of this account, if it was queried for that. */
  readonly opening?: AccountOpening | null;
}

export interface AccountOpening {
  /** Normalized. */
  readonly account: string;
  readonly isOpened: boolean;
}

interface Decision {
  readonly reason: SettlementMatchReason;
  readonly candidateCount: number;
  readonly tier?: MatchTier;
  readonly matched?: Candidate;
}

/** Best first: the first tier with a match decides. */
const tiers = ["exact", "masked_pattern", "suffix"] as const satisfies readonly MatchTier[];

const matchReasons = {
  exact: "receiver_account_exact_match",
  masked_pattern: "receiver_mask_matches_visible_digits",
  suffix: "receiver_suffix_matches",
} as const satisfies Record<MatchTier, SettlementMatchReason>;

/** With three visible digits a mask matches one account in a thousand: a match, but no proof. */
const highConfidenceDigits = 4;

/**
 * Checks whether the receipt was paid to the expected account. Never throws; the order of saved accounts does not
 * matter.
 */
export function matchSettlement(input: SettlementMatchInput): SettlementAccountMatch {
  const receiver = readReceiver(accountBankOf(input), input.receiverAccount ?? "");
  return present(input, receiver, decide(input, receiver));
}

function decide(input: SettlementMatchInput, receiver: VisibleReceiver | undefined): Decision {
  if (!input.succeeded) return { reason: "verification_not_successful", candidateCount: 0 };
  if (!isAnythingExpected(input)) return { reason: "no_registered_accounts", candidateCount: 0 };
  if (receiver === undefined) return { reason: "missing_receiver_account", candidateCount: 0 };
  const { bank, settlementAccount, savedAccounts } = input;
  const accountBank = accountBankOf(input);
  const candidates = settlementCandidates({ bank, accountBank }, settlementAccount, savedAccounts);
  return compare(receiver, candidates, input.opening ?? null);
}

/** The bank of the receiver's account. */
function accountBankOf({ bank, receiverBank }: SettlementMatchInput): BankCode | null {
  return receiverBank === undefined ? bank : receiverBank;
}

/**
 * A merchant with a saved wallet number, whose receipt goes to a bank, has not been paid: that is a mismatch, not
 * `no_registered_accounts`.
 */
function isAnythingExpected(input: SettlementMatchInput): boolean {
  const banks: readonly (BankCode | null)[] = [input.bank, accountBankOf(input)];
  return input.settlementAccount !== null || input.savedAccounts.some(({ bank }) => banks.includes(bank));
}

/** An account whose digits do not open the document is neither payer nor receiver, even if its mask matches. */
function compare(
  receiver: VisibleReceiver,
  candidates: readonly Candidate[],
  opening: AccountOpening | null,
): Decision {
  const candidateCount = candidates.length;
  const isExcluded = ({ account }: Candidate) => opening?.account === account && !opening.isOpened;
  const possible = candidates.filter((candidate) => !isExcluded(candidate));
  for (const tier of tiers) {
    const [matched, ...others] = possible.filter(({ account }) => tierOf(receiver, account) === tier);
    if (others.length > 0) return { reason: "ambiguous_registered_accounts", candidateCount };
    if (matched !== undefined) return { reason: matchReasons[tier], candidateCount, tier, matched };
  }
  return { reason: "candidate_account_mismatch", candidateCount };
}

function present(
  input: SettlementMatchInput,
  receiver: VisibleReceiver | undefined,
  { reason, candidateCount, tier, matched }: Decision,
): SettlementAccountMatch {
  const receiverAccount = receiver === undefined ? null : input.receiverAccount;
  const shared = {
    matchType: tier ?? "unmatched",
    matchedUserBankAccountId: matched?.userBankAccountId ?? null,
    matchedBusinessBankAccountId: matched?.businessBankAccountId ?? null,
    candidateCount,
  } as const;
  const showsReceiver = receiverAccount !== null && reason !== "no_registered_accounts";
  return {
    matched: matched !== undefined,
    matchConfidence: confidenceOf(tier, receiver),
    source: input.settlementAccount === null ? "account_registry" : "request",
    bank: input.bank,
    ...(showsReceiver ? { receiverAccount } : {}),
    ...(matched === undefined ? {} : { matchedSettlementAccount: matched.account }),
    ...shared,
    ambiguous: reason === "ambiguous_registered_accounts",
    reason,
    ...proofOf(input, tier, matched),
    debug: { ...shared, receiverAccount, ...visibleParts(receiver) },
  };
}

function proofOf(
  { succeeded, receiverName, expectedName = null, opening = null }: SettlementMatchInput,
  tier: MatchTier | undefined,
  matched: Candidate | undefined,
): { readonly proof: SettlementProof; readonly nameMatch: NameMatch } {
  const names = expectedName === null ? (matched?.names ?? []) : [expectedName];
  const nameMatch = succeeded ? agreeNames(receiverName, names) : "unknown";
  if (matched === undefined) return { proof: "none", nameMatch };
  if (tier === "exact") return { proof: "account", nameMatch };
  if (opening?.isOpened && opening.account === matched.account) return { proof: "opened", nameMatch };
  return { proof: nameMatch === "agrees" ? "mask_and_name" : "mask_only", nameMatch };
}

function confidenceOf(
  tier: MatchTier | undefined,
  receiver: VisibleReceiver | undefined,
): SettlementMatchConfidence {
  if (tier === undefined || receiver === undefined) return "none";
  if (tier === "exact") return "high";
  return tier === "masked_pattern" && receiver.visibleDigits >= highConfidenceDigits ? "high" : "medium";
}

function visibleParts(receiver: VisibleReceiver | undefined) {
  if (receiver === undefined) return { visiblePrefix: null, visibleSuffix: null, visibleCharacterCount: 0 };
  const { normalized, prefix, suffix, visibleDigits } = receiver;
  const masked = isMasked(normalized);
  return {
    visiblePrefix: masked ? prefix : normalized,
    visibleSuffix: masked ? suffix : normalized,
    visibleCharacterCount: visibleDigits,
  };
}
