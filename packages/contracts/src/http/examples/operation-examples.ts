/** One example. A test validates its value against the schema. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

/** Examples of one operation. All people, numbers and references are invented. */
export interface OperationExamples {
  readonly body?: Examples;
  /** By HTTP status. Errors are elsewhere: each code has one example for all operations. */
  readonly responses?: Readonly<Record<number, Examples>>;
}

/** One example without a title of its own. */
export function only(value: unknown, summary = "Example"): Examples {
  return { example: { summary, value } };
}

/** Successful response of the verification surface. */
export function response(data: unknown, message: string): Examples {
  return only({ success: true, message, data });
}

/** A list of the verification surface that has only one page. */
export function wholeList(data: readonly unknown[], message: string): Examples {
  return only({ success: true, message, data, meta: { total: data.length, limit: data.length, offset: 0 } });
}

/** One page of a list of the verification surface. */
export function page(item: unknown, message: string, totals: object = {}): Examples {
  return only({ success: true, message, data: [item], meta: { total: 1, limit: 20, offset: 0, ...totals } });
}
