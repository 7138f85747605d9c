import { isDeepStrictEqual } from "node:util";
import type { FieldFault } from "@receipts/contracts";
import { z } from "zod";
import { faultMessage } from "./fault-message.ts";

export type ReadInput<T> =
  | { readonly kind: "read"; readonly value: T }
  | { readonly kind: "invalid"; readonly faults: readonly FieldFault[] };

/**
 * Reads a body or a query with the schema that the OpenAPI document is built from, by the rules that both surfaces share:
 * null and blank texts mean that an optional field is left out, and every fault is in our own words.
 */
export function readInput<T extends z.ZodType>(schema: T, input: unknown): ReadInput<z.output<T>> {
  const parsed = schema.safeParse(withoutAbsent(fieldsOf(schema), input), { error: faultMessage });
  if (parsed.success) return { kind: "read", value: parsed.data };
  return { kind: "invalid", faults: parsed.error.issues.filter(isOfRightType).flatMap(faultsOf) };
}

/** Length and range of a value of the wrong type say nothing: the validator measures texts as lists. */
function isOfRightType(issue: z.core.$ZodIssue, index: number, all: readonly z.core.$ZodIssue[]): boolean {
  const hasWrongType = all
    .slice(0, index)
    .some((before) => before.code === "invalid_type" && isDeepStrictEqual(before.path, issue.path));
  return !hasWrongType;
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].map(String).join("."),
      message: issue.message,
    }));
  }
  return [{ field: issue.path.map(String).join(".") || "body", message: issue.message }];
}

interface Field {
  readonly isOptional: boolean;
  /** Null has a meaning of its own, such as "take it away". */
  readonly takesNull: boolean;
  /** Of an object within. */
  readonly fields: Fields | undefined;
}

type Fields = ReadonlyMap<string, Field>;

const known = new WeakMap<z.ZodType, { readonly fields: Fields | undefined }>();

/** Undefined for a schema of anything but an object. Worked out once a schema. */
function fieldsOf(schema: z.ZodType): Fields | undefined {
  const before = known.get(schema);
  if (before !== undefined) return before.fields;
  const object = objectWithin(schema);
  const fields =
    object &&
    new Map(Object.entries(object.shape).map(([name, field]) => [name, describe(field as z.ZodType)]));
  known.set(schema, { fields });
  return fields;
}

function describe(schema: z.ZodType): Field {
  return {
    isOptional: schema.safeParse(undefined).success,
    takesNull: schema.safeParse(null).success,
    fields: fieldsOf(schema),
  };
}

function objectWithin(schema: z.core.$ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return objectWithin(schema.unwrap());
  }
  return undefined;
}

/** The input itself where nothing is absent. */
function withoutAbsent(fields: Fields | undefined, input: unknown): unknown {
  if (fields === undefined || typeof input !== "object" || input === null || Array.isArray(input))
    return input;
  let present: Record<string, unknown> = input as Record<string, unknown>;
  for (const name of Object.keys(input)) {
    const field = fields.get(name);
    if (field === undefined) continue;
    const value = present[name];
    const isLeftOut = field.isOptional && isAbsent(field, value);
    const read = isLeftOut ? undefined : withoutAbsent(field.fields, value);
    if (read === value) continue;
    if (present === input) present = { ...present };
    if (isLeftOut) delete present[name];
    else present[name] = read;
  }
  return present;
}

function isAbsent({ takesNull }: Field, value: unknown): boolean {
  return typeof value === "string" ? value.trim() === "" : value === null && !takesNull;
}
