import { ReceiptUnreadable } from "./bank-failure.ts";

export interface LabelledValues {
  has(label: string): boolean;
  /** The value of a label; undefined if the label is missing. Throws if it occurs with different values. */
  optional(label: string): string | undefined;
  /** As `optional`, but throws if the label is missing or its value is empty. */
  required(label: string): string;
}

/** Values by their labels. A label with two different values is an error: choosing either would be a guess. */
export function labelledValues(pairs: Iterable<readonly [label: string, value: string]>): LabelledValues {
  const values = new Map<string, Set<string>>();
  for (const [label, value] of pairs) {
    values.set(label, (values.get(label) ?? new Set<string>()).add(value));
  }
  const optional = (label: string): string | undefined => {
    const [value, other] = values.get(label) ?? [];
    if (other !== undefined) throw new ReceiptUnreadable(`"${label}" has different values`);
    return value;
  };
  return {
    has: (label) => values.has(label),
    optional,
    required(label) {
      const value = optional(label);
      if (value === undefined || value === "") throw new ReceiptUnreadable(`"${label}" is missing`);
      return value;
    },
  };
}
