import type { FieldFault } from "@receipts/contracts";
import type { Request } from "express";
import type { z } from "zod";
import { invalidPayload } from "./api-problem.ts";

/** Parses with the schema that the OpenAPI document is built from; throws 422 with one detail a field. */
export function parseWith<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidPayload(parsed.error.issues.map(faultOf));
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  return { field: issue.path.map(String).join(".") || "body", message: issue.message };
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.get("idempotency-key");
  if (key === undefined || VISIBLE_ASCII.test(key)) return key;
  throw invalidPayload([{ field: "idempotency-key", message: "must be 1 to 255 visible ASCII characters" }]);
}
