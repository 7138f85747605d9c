import type { FieldFault } from "@receipts/contracts";
import type { Request } from "express";
import type { z } from "zod";
import { CheckoutProblem, invalidRequest } from "./checkout-problem.ts";

/** Parses with the schema that the OpenAPI document is built from; throws 400 with one entry a field. */
export function parseStrictly<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.flatMap(faultsOf));
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].map(String).join("."),
      message: "is not a field of this request",
    }));
  }
  return [{ field: issue.path.map(String).join(".") || "body", message: issue.message }];
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
