import { z } from "zod";
import { amountFault, formatSantim, parseSantim, type Santim } from "../money.ts";
import { isoTimeInput } from "./iso-time.ts";
import { blankAsNull, plainText } from "./plain-text.ts";

const MINUTES_A_YEAR = 525_600;

/** The caller's conditions on the payment; null means that nothing is checked. */
export interface Expectation {
  readonly amount: Santim | null;
  /** How much less than `amount` is still enough. */
  readonly amountTolerance: Santim;
  readonly receiverName: string | null;
  readonly paidAfter: Date | null;
  /** From the payment to the request. */
  readonly maxAgeMinutes: number | null;
  readonly firstConfirmationOnly: boolean;
}

export const noExpectation: Expectation = {
  amount: null,
  amountTolerance: 0n as Santim,
  receiverName: null,
  paidAfter: null,
  maxAgeMinutes: null,
  firstConfirmationOnly: true,
};

const money = z
  .union([z.string(), z.number()], "must be an amount such as 1250.00")
  .transform((value, context) => {
    const amount = parseSantim(String(value));
    if (amount !== undefined) return amount;
    const expected = "must be an amount such as 1250.00, with at most two decimals";
    context.addIssue({ code: "custom", message: amountFault(value, expected) });
    return z.NEVER;
  });

const positiveMoney = money.refine((amount) => amount > 0n, "must be more than 0");

const name = z.string("must be a text").max(200, "must be 200 characters or fewer").pipe(plainText(200));

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsNull, schema.nullish());

/** The request field `expect`. Null means that a field is left out. */
export const expectBodySchema = z
  .object(
    {
      amount: optional(positiveMoney).meta({
        description: "The least that must have arrived; with fees left out, as in `amount` of the result",
        examples: ["1250.00"],
      }),
      amountTolerance: optional(money).meta({
        description: "How much less is still enough (default: 0)",
        examples: ["5.00"],
      }),
      receiverName: optional(name).meta({
        description: "Receiver as the bank prints it; compared in place of the names of the saved account",
        examples: ["Sara Trading"],
      }),
      paidAfter: optional(isoTimeInput).meta({
        description: "The payment must not be earlier; ISO 8601, UTC without an offset",
        examples: ["2026-11-01T08:00:00Z"],
      }),
      maxAgeMinutes: z
        .int("must be a whole number of minutes")
        .min(1, "must be 1 or more")
        .max(MINUTES_A_YEAR, `must be ${MINUTES_A_YEAR} (a year) or less`)
        .nullish()
        .meta({ description: "How long before the request the payment may have been made", examples: [120] }),
      firstConfirmationOnly: z
        .boolean("must be true or false")
        .nullish()
        .meta({ description: "Whether a receipt that was confirmed before is rejected (default: true)" }),
    },
    "must be an object",
  )
  .meta({ id: "Expectation" });
export type ExpectBody = z.infer<typeof expectBodySchema>;

export function readExpectation(body: ExpectBody | null | undefined): Expectation {
  return {
    amount: body?.amount ?? null,
    amountTolerance: body?.amountTolerance ?? noExpectation.amountTolerance,
    receiverName: body?.receiverName ?? null,
    paidAfter: body?.paidAfter ?? null,
    maxAgeMinutes: body?.maxAgeMinutes ?? null,
    firstConfirmationOnly: body?.firstConfirmationOnly ?? true,
  };
}

/** Returns the fields that differ from the defaults. Equal expectations give equal texts: they are part of fingerprints. */
export function storedExpectation(expectation: Expectation): string {
  const { amount, amountTolerance, receiverName, paidAfter, maxAgeMinutes } = expectation;
  return JSON.stringify({
    ...(amount !== null && { amount: formatSantim(amount) }),
    ...(amountTolerance > 0n && { amountTolerance: formatSantim(amountTolerance) }),
    ...(receiverName !== null && { receiverName }),
    ...(paidAfter !== null && { paidAfter: paidAfter.toISOString() }),
    ...(maxAgeMinutes !== null && { maxAgeMinutes }),
    ...(!expectation.firstConfirmationOnly && { firstConfirmationOnly: false }),
  });
}

/** Reads a text of `storedExpectation`, or the `jsonb` that was made of it. Null stays null: not known. */
export function parseStoredExpectation(stored: unknown): Expectation | null {
  return stored === null ? null : readExpectation(expectBodySchema.parse(stored));
}
