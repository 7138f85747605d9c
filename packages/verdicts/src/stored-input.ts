import type { BankCode, VerificationInput } from "@receipts/contracts";

/** A receipt that a file may name, with all that its bank requires. */
export interface StoredCandidate {
  readonly bank: BankCode;
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** Places of letters in the reference that may as well be others. Absent in readings of earlier releases. */
  readonly unsureAt?: readonly number[];
}

/** The reading of a request's file, as stored. */
export interface StoredInput {
  readonly kind: VerificationInput["kind"];
  /** The likeliest first. */
  readonly candidates: readonly StoredCandidate[];
  /** Place of the candidate that the request is about now. */
  readonly chosen: number;
}

/** Without digits and phones that the caller did not send. */
export function shownInput({ kind, candidates, chosen }: StoredInput): VerificationInput {
  return {
    kind,
    candidates: candidates.map(({ bank, reference, confidence, unsureAt = [] }) => ({
      bank,
      referenceNumber: reference,
      confidence,
      unsureAt: [...unsureAt],
    })),
    chosen,
  };
}

/** Returns the candidate to try after the chosen one, if any is left. */
export function nextCandidate(input: StoredInput | null): StoredCandidate | undefined {
  return input?.candidates[input.chosen + 1];
}

/**
 * Whether a number that the bank does not know may have been read wrong: then its credit is refunded. The SQL function
 * `has_unsure_letters` has the same rule.
 */
export function isUnsure(input: StoredInput | null): boolean {
  return (
    input?.kind === "recognized_text" && input.candidates.some(({ unsureAt = [] }) => unsureAt.length > 0)
  );
}
