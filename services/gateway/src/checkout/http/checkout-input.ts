import type { Request } from "express";
import type { z } from "zod";
import { type ReadInput, readInput, readQuery } from "../../http/validation.ts";
import { CheckoutProblem, invalidRequest } from "./checkout-problem.ts";

/** Throws 400 with one entry a fault. */
export function parseStrictly<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  return inputOf(readInput(schema, input));
}

export function parseQueryStrictly<T extends z.ZodType>(schema: T, { query }: Request): z.output<T> {
  return inputOf(readQuery(schema, query));
}

function inputOf<T>(read: ReadInput<T>): T {
  if (read.kind === "read") return read.value;
  throw invalidRequest(read.faults);
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

export function requiredIdempotencyKey(request: Request): string {
  const key = request.get("idempotency-key");
  if (key === undefined) throw new CheckoutProblem("idempotency_key_required");
  if (VISIBLE_ASCII.test(key)) return key;
  throw invalidRequest([{ field: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }]);
}

/** RFC 6750: the scheme in any case, one space, the key. */
export function bearerKey(request: Request): string | undefined {
  return /^bearer ([!-~]{1,200})$/i.exec(request.get("authorization") ?? "")?.[1];
}
