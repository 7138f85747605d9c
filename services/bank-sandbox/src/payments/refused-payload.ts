import type { Response } from "express";
import type { z } from "zod";
import type { FieldFault } from "./payment-order.ts";

export function faultsOf(error: z.ZodError): FieldFault[] {
  return error.issues.map(({ path, message }) => ({ field: path.join(".") || "body", message }));
}

export function refusePayload(
  response: Response,
  code: "invalid_payload" | "unsupported_bank",
  details: readonly FieldFault[],
): void {
  response.status(422).json({ error: { code, details } });
}
