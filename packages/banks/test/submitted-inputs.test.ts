import { supportedBankCodes } from "@receipts/contracts";
import { createBankDetection, type IdentifierResult, readIdentifiers } from "../src/index.ts";
import { asSubmitted } from "./submitted-inputs.ts";
import { accountInputs } from "./submitted-inputs-accounts.ts";
import { receiptPageInputs } from "./submitted-inputs-receipt-pages.ts";
import {
  detectedButRefused,
  refusedInputs,
  undetectedInputs,
  unsupportedInputs,
} from "./submitted-inputs-refused.ts";
import { walletInputs } from "./submitted-inputs-wallets.ts";

const detect = createBankDetection({});
const accepted = [...accountInputs, ...walletInputs, ...receiptPageInputs];

describe.each(accepted)(
  "$identifiers.reference of $bank",
  ({ bank, identifiers, inputs, onlyWithBank = [] }) => {
    const read = readIdentifiers(bank);
    const result = { kind: "valid", identifiers };

    it.each(inputs)("is read, and the bank told: %s", (_how, input) => {
      const submitted = asSubmitted(input);
      expect(read?.(submitted)).toEqual(result);
      expect(detect(submitted)).toEqual({ kind: "detected", bank, result });
    });

    if (onlyWithBank.length > 0) {
      it.each(onlyWithBank)("is read where the bank is stated, and only there: %s", (_how, input) => {
        const submitted = asSubmitted(input);
        expect(read?.(submitted)).toEqual(result);
        expect(detect(submitted)).not.toMatchObject({ bank });
      });
    }
  },
);

describe.each(refusedInputs)("stated as $bank", ({ bank, inputs }) => {
  it.each(inputs)("is refused, with the fields at fault: %s", (_what, input, fields) => {
    expect(faultyFields(readIdentifiers(bank)?.(asSubmitted(input)))).toEqual(fields);
  });
});

describe.each(detectedButRefused)("told as $bank", ({ bank, inputs }) => {
  it.each(inputs)("is refused, with the fields at fault: %s", (_what, input, fields) => {
    const detection = detect(asSubmitted(input));
    expect(detection).toMatchObject({ kind: "detected", bank });
    expect(detection.kind === "detected" && faultyFields(detection.result)).toEqual(fields);
  });
});

describe("without a bank", () => {
  it.each(undetectedInputs)("%s is not taken for one bank's", (_what, input, candidates) => {
    expect(detect(asSubmitted(input))).toMatchObject({ kind: "undetected", candidates });
  });

  it.each(unsupportedInputs)("%s is told to be a bank's that cannot be asked", (_what, input, bank) => {
    expect(detect(asSubmitted(input))).toEqual({ kind: "unsupported", bank });
  });

  /** Otherwise the answer asks for a bank, and with it says that the text is too long. */
  it.each(["reference", "suffix"] as const)("a %s that is too long is told to be so", (field) => {
    expect(detect({ [field]: `${"x".repeat(2_001)} DC25MN8R1T` })).toMatchObject({
      kind: "undetected",
      missing: [{ field, message: expect.stringContaining("2,000") }],
    });
  });
});

/** The table is the promise to whoever pastes: it may grow and not shrink. */
it("the table is as large as promised, and has every bank", () => {
  const counted = accepted.flatMap(({ inputs, onlyWithBank = [] }) => [...inputs, ...onlyWithBank]);
  const refused = [...refusedInputs, ...detectedButRefused].flatMap(({ inputs }) => inputs);
  expect(counted.length).toBeGreaterThanOrEqual(120);
  expect(refused.length + undetectedInputs.length).toBeGreaterThanOrEqual(20);
  const banks = new Set(supportedBankCodes);
  expect(new Set(accepted.map(({ bank }) => bank))).toEqual(banks);
  expect(new Set(refusedInputs.map(({ bank }) => bank))).toEqual(banks);
});

function faultyFields(result: IdentifierResult | undefined): readonly string[] | undefined {
  return result?.kind === "invalid" ? result.faults.map(({ field }) => field) : undefined;
}
