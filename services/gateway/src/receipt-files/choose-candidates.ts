import { isDeepStrictEqual } from "node:util";
import { bankPrints } from "@receipts/banks";
import { bankTitle, type fileFormSchema } from "@receipts/contracts";
import type { StoredCandidate } from "@receipts/verdicts";
import type { z } from "zod";
import { ApiProblem } from "../http/api-problem.ts";
import { collectFaults } from "../http/validation.ts";
import type { ReadFile } from "../verification/submit-verification.ts";
import { readVerifyCommand, type VerifyRules } from "../verification/verify-command.ts";
import type { FoundReading } from "./read-file.ts";

export type FileForm = z.output<typeof fileFormSchema>;

/**
 * The candidates of a file that can be verified, with what the form says about them. Throws 422 if there is none, and if
 * the form is not valid.
 */
export function chooseCandidates(
  { kind, candidates }: FoundReading,
  form: FileForm,
  webhookHeader: string | undefined,
  rules: VerifyRules,
): ReadFile {
  const ofBank = candidatesOf(form.bank, candidates);
  const read = ofBank.map(({ bank, identifiers, confidence, unsureAt }) => {
    const faults = collectFaults();
    const hasSuffix = form.accountSuffix !== undefined || form.suffix !== undefined;
    const hasPhone = form.phone !== undefined || form.phoneNumber !== undefined;
    const body = {
      ...form,
      bank,
      referenceNumber: identifiers.reference,
      ...(hasSuffix || identifiers.suffix === null ? {} : { accountSuffix: identifiers.suffix }),
      ...(hasPhone || identifiers.phone === null ? {} : { phone: identifiers.phone }),
    };
    const command = readVerifyCommand(body, webhookHeader, rules, faults);
    return { command, confidence, unsureAt, problem: faults.problem() };
  });
  const usable = read.flatMap(({ command, problem, ...rest }) =>
    command === undefined || problem !== undefined ? [] : [{ command, ...rest }],
  );
  const [first] = usable;
  if (first === undefined) throw read[0]?.problem ?? otherBank(candidates, form);
  // The digits that a form sends can make two candidates the same.
  const distinct = usable.filter(
    ({ command }, index) => usable.findIndex((other) => isDeepStrictEqual(other.command, command)) === index,
  );
  return {
    command: first.command,
    input: {
      kind,
      candidates: distinct.map(
        ({ command, ...rest }): StoredCandidate => ({ bank: command.bank, ...command.identifiers, ...rest }),
      ),
      chosen: 0,
    },
  };
}

/** Those of the bank that the form names. A number of any bank may be one that is another's only if it is named. */
function candidatesOf(
  named: FileForm["bank"],
  candidates: FoundReading["candidates"],
): FoundReading["candidates"] {
  if (named === undefined) return candidates;
  const own = candidates.filter(({ bank }) => bank === named);
  const print = bankPrints.find(({ code }) => code === named);
  return own.length === 0 && print?.references.some(({ onlyIfNamed }) => onlyIfNamed)
    ? candidates.map((candidate) => ({ ...candidate, bank: print.code }))
    : own;
}

function otherBank(candidates: FoundReading["candidates"], { bank }: FileForm): ApiProblem {
  const found = [...new Set(candidates.map((candidate) => bankTitle(candidate.bank)))].join(" or ");
  return new ApiProblem("reference_not_found", {
    message: `The file names a receipt of ${found}, not of ${bank}: send another \`bank\`, or none`,
    details: [{ field: "bank", message: `is not the bank of the file, which is ${found}` }],
  });
}
