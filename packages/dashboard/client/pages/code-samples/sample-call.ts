import type { SampleOutcome } from "@receipts/contracts";
import type { DataAt } from "../../api/api-routes.ts";
import type { SentReceipt } from "../../verify/verify-request.ts";

export type BankExample = DataAt<"get", "/api/examples">[number];
type SampleBody = BankExample["request"]["body"];

/** Input of the form. */
export interface SampleInput {
  readonly bank: SampleBody["bank"];
  readonly outcome: SampleOutcome;
  readonly reference: string;
  readonly suffix: string | undefined;
  readonly phone: string | undefined;
}

/** telebirr needs no field beside the number, so the form starts with it. */
export function firstInput(examples: readonly BankExample[]): SampleInput | undefined {
  const example = examples.find(({ bank }) => bank === "telebirr") ?? examples[0];
  return example === undefined ? undefined : sampleOf(example, "success");
}

/** Identifiers that give this sandbox outcome. For a real bank, empty fields for the person's own receipt. */
export function sampleOf(example: BankExample, outcome: SampleOutcome): SampleInput {
  const sample = example.sandbox.find((each) => each.outcome === outcome)?.body;
  const { bank, reference, suffix, phone } = sample ?? emptied(example.request.body);
  return { bank, outcome, reference, suffix, phone };
}

function emptied({ bank, suffix, phone }: SampleBody): SampleBody {
  return {
    bank,
    reference: "",
    ...(suffix === undefined ? {} : { suffix: "" }),
    ...(phone === undefined ? {} : { phone: "" }),
  };
}

/** Request body without the empty fields. */
export function bodyOf({ bank, reference, suffix, phone }: SampleInput): SentReceipt {
  return {
    bank,
    reference,
    ...(suffix === undefined || suffix === "" ? {} : { suffix }),
    ...(phone === undefined || phone === "" ? {} : { phone }),
  };
}
