import type { BenchAccount } from "./bench-accounts.ts";
import {
  type LoadFigures,
  type LoadOptions,
  runClosedLoop,
  runOpenLoop,
  type Submission,
} from "./bench-load.ts";

let references = 0;

/** A reference that nobody has asked for, as the benchmark's bank prints them; the suffix is its payer's. */
export function nextReference(): string {
  references += 1;
  return `FT26278${references.toString(36).toUpperCase().padStart(5, "0")}`;
}

export const SUFFIX = "58203";

export function submissionBy(account: BenchAccount | undefined, reference: string): Submission {
  return {
    headers: { "x-api-key": account?.apiKey ?? "" },
    body: JSON.stringify({ bank: "boa", reference, suffix: SUFFIX }),
  };
}

export interface VerifyLoad extends Pick<LoadOptions, "url" | "total" | "inFlight"> {
  readonly accounts: readonly BenchAccount[];
  readonly waitMs?: number;
  /** Open loop at this rate; a closed loop without it. */
  readonly perSecond?: number;
  /** The status that every call must have. */
  readonly expects?: string;
}

/** Submits new receipts, the accounts in turn; throws when a call was answered otherwise than expected. */
export async function submitReceipts(load: VerifyLoad): Promise<LoadFigures> {
  const { accounts, waitMs, perSecond, expects = waitMs === undefined ? "202" : "200", ...rest } = load;
  const options: LoadOptions = {
    ...rest,
    path: waitMs === undefined ? "/api/verify" : `/api/verify?waitMs=${waitMs}`,
    submission: (nth) => submissionBy(accounts[nth % accounts.length], nextReference()),
  };
  const figures =
    perSecond === undefined ? await runClosedLoop(options) : await runOpenLoop({ ...options, perSecond });
  requireStatus(figures, expects);
  return figures;
}

export function requireStatus({ statuses }: LoadFigures, expected: string): void {
  if (Object.keys(statuses).every((status) => status === expected)) return;
  throw new Error(`expected ${expected} alone, got ${JSON.stringify(statuses)}`);
}
