/** One thing to look at; its value is held against its schema by a test. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

/** What the OpenAPI document shows of one operation. All people, numbers and references are invented. */
export interface OperationExamples {
  readonly body?: Examples;
  /** By HTTP status. Errors are not here: each code has one example for all operations. */
  readonly answers?: Readonly<Record<number, Examples>>;
}

/** The usual case: one example, which needs no words. */
export function only(value: unknown, summary = "Example"): Examples {
  return { example: { summary, value } };
}

/** A good answer of the verification surface. */
export function answer(data: unknown, message: string): Examples {
  return only({ success: true, message, data });
}

/** A list of the verification surface that is always sent whole. */
export function wholeList(data: readonly unknown[], message: string): Examples {
  return only({ success: true, message, data, meta: { total: data.length, limit: data.length, offset: 0 } });
}

/** A page of a list of the verification surface. */
export function page(item: unknown, message: string): Examples {
  return only({ success: true, message, data: [item], meta: { total: 1, limit: 20, offset: 0 } });
}
