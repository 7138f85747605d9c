import { z } from "zod";
import { apiErrorCodes } from "../api-errors.ts";

/** The envelope of a good answer of the verification surface. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), message: z.string(), data });
}

/** A list with its place in the whole. */
export function listOf<T extends z.ZodType>(item: T) {
  return envelopeOf(z.array(item)).extend({
    meta: z.object({ total: z.int().min(0), limit: z.int().min(1), offset: z.int().min(0) }),
  });
}

export const fieldFaultSchema = z
  .object({ field: z.string(), message: z.string() })
  .meta({ id: "FieldFault" });
export type FieldFault = z.infer<typeof fieldFaultSchema>;

export const errorEnvelopeSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  data: z.null(),
  error: z.object({
    code: z.enum(apiErrorCodes as [string, ...string[]]),
    details: z.array(fieldFaultSchema).optional(),
  }),
  meta: z.object({
    requestId: z
      .string()
      .meta({ description: "Of this call, as in `x-request-id`: quote it when you ask for help" }),
  }),
  requestId: z.string().optional(),
  links: z.object({ statusUrl: z.url() }).optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
