export type ReferenceOutcome = "genuine" | "not_found" | "reversed" | "down" | "slow" | "unrecognizable";

const outcomes: Readonly<Record<string, ReferenceOutcome>> = {
  NF: "not_found",
  RV: "reversed",
  DN: "down",
  SL: "slow",
  GB: "unrecognizable",
};

export function outcomeOf(reference: string): ReferenceOutcome {
  return outcomes[reference.slice(-2)] ?? "genuine";
}
