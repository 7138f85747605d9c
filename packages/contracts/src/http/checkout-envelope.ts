import { z } from "zod";
import { checkoutErrorCodes } from "../checkout-errors.ts";
import { fieldFaultSchema } from "./envelope.ts";

const metaSchema = z.object({ requestId: z.string() });

/** The envelope of a good answer of the checkout surface. */
export function checkoutEnvelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ data, error: z.null(), meta: metaSchema });
}

/** A page of a list that is read with cursors. */
export function checkoutPageOf<T extends z.ZodType>(item: T) {
  return checkoutEnvelopeOf(
    z.object({
      items: z.array(item),
      hasMore: z.boolean(),
      nextCursor: z.string().nullable().meta({ description: "`startingAfter` of the next page" }),
    }),
  );
}

export const checkoutErrorEnvelopeSchema = z.object({
  data: z.null(),
  error: z.object({
    code: z.enum(checkoutErrorCodes as [string, ...string[]]),
    message: z.string(),
    fields: z.array(fieldFaultSchema).optional(),
  }),
  meta: metaSchema,
});
export type CheckoutErrorEnvelope = z.infer<typeof checkoutErrorEnvelopeSchema>;
