import type { BankCode, VerificationInput } from "@receipts/contracts";

/** A receipt that a file may name, with all that its bank requires. */
export interface StoredCandidate {
  readonly bank: BankCode;
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
  /** 0 to 1. */
  readonly confidence: number;
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
    candidates: candidates.map(({ bank, reference, confidence }) => ({
      bank,
      referenceNumber: reference,
      confidence,
    })),
    chosen,
  };
}

/** Returns the candidate to try after the chosen one, if any is left. */
export function nextCandidate(input: StoredInput | null): StoredCandidate | undefined {
  return input?.candidates[input.chosen + 1];
}
