import type { z } from "zod";
import { exampleOf } from "./example-of.ts";

/** One example. A test validates its value against the schema. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}
export type Examples = Readonly<Record<string, Example>>;

/** Parts of `data` in which an example differs from what the fields of its schema show; for a list, of each item. */
export interface Difference {
  readonly data: object;
}

/**
 * Examples that the fields of one operation do not have: several, other states, texts. All people, numbers and references
 * are invented.
 */
export interface OperationExamples {
  readonly body?: Examples;
  /** By HTTP status. Errors are elsewhere: each code has one example for all operations. */
  readonly responses?: Readonly<Record<number, Examples | Difference>>;
}

/** One example without a title of its own. */
export function only(value: unknown, summary = "Example"): Examples {
  return { example: { summary, value } };
}

/**
 * The examples of a body or a response: the given ones, else one of the fields' own examples, with the description of the
 * response as its `message`. A file has none.
 */
export function examplesOf(
  schema: z.ZodType,
  given?: Examples | Difference,
  description?: string,
): Examples | undefined {
  if (given !== undefined && !isDifference(given)) return given;
  if (schema.meta()?.["format"] === "binary") return undefined;
  const example = exampleOf(schema);
  if (!isPlainObject(example)) return only(example);
  const message = "success" in example ? { message: description?.replace(/\.$/, "") } : {};
  return only(merged(example, { ...message, ...given }));
}

const isDifference = (given: Examples | Difference): given is Difference => "data" in given;

function merged(base: unknown, changes: unknown): unknown {
  if (Array.isArray(base) && isPlainObject(changes)) return base.map((item) => merged(item, changes));
  if (!isPlainObject(base) || !isPlainObject(changes)) return changes;
  const parts = Object.entries(changes).map(([name, value]) => [name, merged(base[name], value)] as const);
  return { ...base, ...Object.fromEntries(parts) };
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
