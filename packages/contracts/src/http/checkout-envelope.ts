import { z } from "zod";
import { checkoutErrorCodes } from "../error-codes.ts";
import { docUrlField, fieldFaultSchema, noData, responseMetaSchema, schemaName } from "./envelope.ts";
import { ids } from "./examples/example-values.ts";
import { flagField, nullableTextField, textField } from "./response-fields.ts";

/** Envelope of a successful response of the checkout surface. */
export function checkoutEnvelopeOf<T extends z.ZodType>(data: T) {
  const name = schemaName(data);
  return z
    .object({
      data,
      error: z.null().meta({ description: "Always null in a successful response." }),
      meta: responseMetaSchema,
    })
    .meta({ id: `${name}Response`, description: `Successful response with one ${name} in \`data\`.` });
}

/** A page of a list that is read with cursors. */
export function checkoutPageOf<T extends z.ZodType>(item: T) {
  const name = schemaName(item);
  return checkoutEnvelopeOf(
    z
      .object({
        items: z.array(item).meta({ description: "The items of this page, in the order of the list." }),
        hasMore: flagField("True if there is another page after this one."),
        nextCursor: nullableTextField(
          "Send it as `startingAfter` to get the next page. Null if there is nothing to continue from.",
          ids.event,
        ),
      })
      .meta({ id: `${name}Page`, description: `One page of a list of ${name} items.` }),
  );
}

export const checkoutErrorEnvelopeSchema = z.object({
  data: noData,
  error: z.object({
    code: z.enum(checkoutErrorCodes as [string, ...string[]]),
    message: textField("What is wrong, for people. Programs should read `code`."),
    docUrl: docUrlField,
    fields: z
      .array(fieldFaultSchema)
      .optional()
      .meta({ description: "Every invalid value of the request. Absent if no single value is at fault." }),
  }),
  meta: responseMetaSchema,
});
export type CheckoutErrorEnvelope = z.infer<typeof checkoutErrorEnvelopeSchema>;
