import type { FieldFault } from "@receipts/contracts";
import type { Request } from "express";
import type { z } from "zod";
import { ApiProblem, invalidPayload } from "./api-problem.ts";
import { readInput } from "./read-input.ts";

/** Throws 422 with one detail a fault. */
export function parseWith<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const read = readInput(schema, input);
  if (read.kind === "read") return read.value;
  throw invalidPayload(read.faults);
}

/** Reads a request part by part, so that one answer has the faults of all of them. */
export interface FaultCollector {
  /** Undefined where `read` refuses. Faults of fields in `known` are not repeated. */
  attempt<T>(read: () => T, known?: ReadonlySet<string>): T | undefined;
  has(field: string): boolean;
  /** All faults, with code and message of the first. */
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

/** The fields of a body that are right, for what else can be said of them; the schema lets each be absent. */
export function faultlessFields<T extends z.ZodType>(schema: T, input: object): z.output<T> {
  const read = readInput(schema, input);
  if (read.kind === "read") return read.value;
  const faulty = new Set(read.faults.map(fieldOf));
  const rest = Object.entries(input).filter(([name]) => !faulty.has(name));
  return parseWith(schema, Object.fromEntries(rest));
}

const detailsOf = ({ options }: ApiProblem) => options.details ?? [];
/** Of the body itself, where the fault is deeper. */
const fieldOf = ({ field }: FieldFault) => field.split(".")[0] ?? field;

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get("idempotency-key");
  if (key === undefined || VISIBLE_ASCII.test(key)) return key;
  throw invalidPayload([{ field: "idempotency-key", message: "must be 1 to 255 visible ASCII characters" }]);
}
