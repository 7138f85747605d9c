import type { Request } from "express";
import type { z } from "zod";
import { invalidPayload } from "./api-problem.ts";
import { readInput } from "./read-input.ts";

/** Throws 422 with one detail a fault. */
export function parseWith<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const read = readInput(schema, input);
  if (read.kind === "read") return read.value;
  throw invalidPayload(read.faults);
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get("idempotency-key");
  if (key === undefined || VISIBLE_ASCII.test(key)) return key;
  throw invalidPayload([{ field: "idempotency-key", message: "must be 1 to 255 visible ASCII characters" }]);
}
