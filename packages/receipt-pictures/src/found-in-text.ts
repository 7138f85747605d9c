import { type CandidateRules, findCandidates } from "./candidates/find-candidates.ts";
import { certainRow, likeliestText, type TextRow } from "./candidates/read-letter.ts";
import type { DocumentReading } from "./document-reading.ts";

/** Returned text beyond it is cut off. */
const maxCharacters = 4_000;

export type Found = Exclude<DocumentReading, { kind: "refused" }>;

export function foundIn(kind: Found["kind"], rows: readonly TextRow[], rules: CandidateRules): Found {
  const text = shortened(rows.map(likeliestText).join("\n"));
  return { kind, text, candidates: findCandidates(rows, rules) };
}

/** The first code that names a receipt. */
export function foundInCode(codes: readonly string[], rules: CandidateRules): Found | undefined {
  return codes
    .map((code) => foundIn("qr", [certainRow(code)], rules))
    .find(({ candidates }) => candidates.length > 0);
}

export function shortened(text: string): string {
  return text.trim().slice(0, maxCharacters);
}
