import { type FieldFault, IS_REQUIRED } from "@receipts/contracts";
import type { Request } from "express";
import { z } from "zod";
import { ApiProblem, invalidPayload } from "./api-problem.ts";
import { missingMessage } from "./missing-field.ts";

/** Throws 422 with one detail for each error. */
export function parseWith<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  return inputOf(readInput(schema, input));
}

export function parseQuery<T extends z.ZodType>(schema: T, { query }: Request): z.output<T> {
  return inputOf(readQuery(schema, query));
}

function inputOf<T>(read: ReadInput<T>): T {
  if (read.kind === "read") return read.value;
  throw invalidPayload(read.faults);
}

/** Reads a request part by part, so that one response lists the errors of all. */
export interface FaultCollector {
  /** Returns undefined if `read` throws a problem. Errors of fields in `known` are not repeated. */
  attempt<T>(read: () => T, known?: ReadonlySet<string>): T | undefined;
  has(field: string): boolean;
  /** All errors, with code and message of the first. */
  problem(): ApiProblem | undefined;
}

export function collectFaults(): FaultCollector {
  const problems: ApiProblem[] = [];
  return {
    attempt: (read, known) => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        const details = detailsOf(error).filter((fault) => known?.has(fault.field) !== true);
        if (error.code !== "invalid_payload") problems.push(error);
        else if (details.length > 0) problems.push(invalidPayload(details));
        return undefined;
      }
    },
    has: (name) =>
      problems.length > 0 &&
      problems.some((problem) => detailsOf(problem).some((fault) => fieldOf(fault) === name)),
    problem: () => {
      const [first] = problems;
      if (first === undefined) return undefined;
      return new ApiProblem(first.code, { ...first.options, details: problems.flatMap(detailsOf) });
    },
  };
}

/** Returns the valid fields of a body, for further checks; the schema must make each optional. */
export function faultlessFields<T extends z.ZodType>(schema: T, input: object): z.output<T> {
  const read = readInput(schema, input);
  if (read.kind === "read") return read.value;
  const faulty = new Set(read.faults.map(fieldOf));
  const rest = Object.entries(input).filter(([name]) => !faulty.has(name));
  return parseWith(schema, Object.fromEntries(rest));
}

const detailsOf = ({ options }: ApiProblem) => options.details ?? [];
/** The top-level field of a nested error. */
const fieldOf = ({ field }: FieldFault) => field.split(".")[0] ?? field;

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** `header`: in the spelling of the surface. */
export function idempotencyKeyOf(request: Request, header = "idempotency-key"): string | undefined {
  const key = request.get(header);
  if (key === undefined || VISIBLE_ASCII.test(key)) return key;
  throw invalidPayload([{ field: header, message: "must be 1 to 255 visible ASCII characters" }]);
}

export type ReadInput<T> =
  | { readonly kind: "read"; readonly value: T }
  | { readonly kind: "invalid"; readonly faults: readonly FieldFault[] };

/**
 * Reads a body or a query with the schema of the OpenAPI document, by the rules of both surfaces. Null and blank texts
 * mean that an optional field is absent, and every error is in our own words.
 */
export function readInput<T extends z.ZodType>(schema: T, input: unknown): ReadInput<z.output<T>> {
  const fields = fieldsOf(schema);
  const parsed = schema.safeParse(withoutAbsent(fields, input));
  if (parsed.success) return { kind: "read", value: parsed.data };
  const issues = issuesOfRightTypes(parsed.error.issues);
  return { kind: "invalid", faults: issues.flatMap((issue) => faultsOf(issue, fields)) };
}

/** Reads a query, where a repeated field arrives as a list. */
export function readQuery<T extends z.ZodType>(schema: T, query: object): ReadInput<z.output<T>> {
  const known = fieldsOf(schema);
  const isRepeated = ([name, value]: [string, unknown]) => Array.isArray(value) && known?.has(name) === true;
  const sent = Object.entries(query);
  const repeated = new Set(sent.filter(isRepeated).map(([name]) => name));
  if (repeated.size === 0) return readInput(schema, query);
  const read = readInput(schema, Object.fromEntries(sent.filter(([name]) => !repeated.has(name))));
  const others = read.kind === "read" ? [] : read.faults.filter(({ field }) => !repeated.has(field));
  const once = Array.from(repeated, (field) => ({ field, message: "must be given once" }));
  return { kind: "invalid", faults: [...once, ...others] };
}

/**
 * Drops errors about length and range of a value with the wrong type: the validator measures texts as lists. In one pass,
 * as a body can have an error for each of thousands of entries.
 */
function issuesOfRightTypes(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const ofWrongType = new Set<string>();
  return issues.filter((issue) => {
    const path = JSON.stringify(issue.path);
    if (ofWrongType.has(path)) return false;
    if (issue.code === "invalid_type") ofWrongType.add(path);
    return true;
  });
}

function faultsOf(issue: z.core.$ZodIssue, fields: Fields | undefined): FieldFault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].map(String).join("."),
      message: issue.message,
    }));
  }
  const isMissing = issue.message.startsWith(IS_REQUIRED);
  const missing = isMissing ? fieldAt(fields, issue.path)?.missing : undefined;
  return [{ field: issue.path.map(String).join(".") || "body", message: missing ?? issue.message }];
}

function fieldAt(fields: Fields | undefined, [name, ...rest]: readonly PropertyKey[]): Field | undefined {
  const field = fields?.get(String(name));
  return rest.length === 0 ? field : fieldAt(field?.fields, rest);
}

interface Field {
  readonly isOptional: boolean;
  /** Null has its own meaning, such as "remove it". */
  readonly takesNull: boolean;
  /** The error if the field is missing; undefined if it is optional. */
  readonly missing: string | undefined;
  /** Fields of a nested object. */
  readonly fields: Fields | undefined;
}

type Fields = ReadonlyMap<string, Field>;

const known = new WeakMap<z.ZodType, { readonly fields: Fields | undefined }>();

/** Returns undefined if the schema is no object. Computed once for each schema. */
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
  const isOptional = schema.safeParse(undefined).success;
  return {
    isOptional,
    missing: isOptional ? undefined : missingMessage(schema),
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

/** Returns the input itself if nothing is absent. */
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
