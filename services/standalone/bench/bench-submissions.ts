import type { BenchAccount } from "./bench-accounts.ts";
import {
  type LoadFigures,
  type LoadOptions,
  runClosedLoop,
  runOpenLoop,
  type Submission,
} from "./bench-load.ts";
import type { BenchBank } from "./bench-services.ts";

/** For loads whose verdicts do not matter. */
const noBank = { code: "boa", referenceStart: "FT26278" } as const;
type ReferenceFormat = Pick<BenchBank, "code" | "referenceStart">;

const referenceLength = { boa: 12, telebirr: 10 };
let references = 0;

/** Returns a new reference in the format of the benchmark's bank; boa's suffix identifies its payer. */
export function nextReference({ code, referenceStart }: ReferenceFormat = noBank): string {
  references += 1;
  const rest = references.toString(36).toUpperCase();
  return referenceStart + rest.padStart(referenceLength[code] - referenceStart.length, "0");
}

export const SUFFIX = "58203";

export function submissionBy(
  account: Pick<BenchAccount, "apiKey"> | undefined,
  reference: string,
  { code }: ReferenceFormat = noBank,
): Submission {
  const suffix = code === "boa" ? { suffix: SUFFIX } : {};
  return {
    headers: { "x-api-key": account?.apiKey ?? "" },
    body: JSON.stringify({ bank: code, reference, ...suffix }),
  };
}

export interface VerifyLoad extends Pick<LoadOptions, "url" | "total" | "inFlight"> {
  readonly accounts: readonly BenchAccount[];
  readonly bank?: ReferenceFormat | undefined;
  readonly waitMs?: number;
  /** Runs an open loop at this rate; without it, a closed loop. */
  readonly perSecond?: number;
  /** The status that every call must get. */
  readonly expects?: string;
}

/** Submits new receipts, the accounts in turn; throws if a call got another status than expected. */
export async function submitReceipts(load: VerifyLoad): Promise<LoadFigures> {
  const { accounts, bank, waitMs, perSecond, expects = waitMs === undefined ? "202" : "200", ...rest } = load;
  const options: LoadOptions = {
    ...rest,
    path: waitMs === undefined ? "/api/verify" : `/api/verify?waitMs=${waitMs}`,
    submission: (nth) => submissionBy(accounts[nth % accounts.length], nextReference(bank), bank),
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
