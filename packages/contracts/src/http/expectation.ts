import { z } from "zod";
import { formatSantim, parseSantim, type Santim } from "../money.ts";
import { plainText } from "./plain-text.ts";

const MINUTES_A_YEAR = 525_600;

/** What the caller expects of the payment; what it leaves out is not checked. */
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
    context.addIssue({
      code: "custom",
      message: "must be an amount such as 1250.00, with at most two decimals",
    });
    return z.NEVER;
  });

const positiveMoney = money.refine((amount) => amount > 0n, "must be more than 0");

const name = z.string("must be a text").max(200, "must be 200 characters or fewer").pipe(plainText(200));

const time = z
  .string("must be an ISO 8601 date-time such as 2026-11-01T08:00:00Z")
  .refine(
    (text) => z.iso.datetime({ offset: true }).safeParse(text).success,
    "must be an ISO 8601 date-time such as 2026-11-01T08:00:00Z",
  );

/** The request field `expect`. Null means that a field is left out. */
export const expectBodySchema = z
  .object(
    {
      amount: positiveMoney.nullish().meta({
        description: "The least that must have arrived; with fees left out, as in `amount` of the result",
        examples: ["1250.00"],
      }),
      amountTolerance: money
        .nullish()
        .meta({ description: "How much less is still enough (default: 0)", examples: ["5.00"] }),
      receiverName: name.nullish().meta({
        description: "Receiver as the bank prints it; compared in place of the names of the saved account",
        examples: ["Sara Trading"],
      }),
      paidAfter: time.nullish().meta({
        description: "The payment must not be earlier; ISO 8601 with an offset or Z",
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

/** Returns null where nothing is expected beyond the defaults. */
export function readExpectation(body: ExpectBody | null | undefined): Expectation | null {
  if (body === null || body === undefined) return null;
  const expectation: Expectation = {
    amount: body.amount ?? null,
    amountTolerance: body.amountTolerance ?? noExpectation.amountTolerance,
    receiverName: body.receiverName ?? null,
    paidAfter: body.paidAfter == null ? null : new Date(body.paidAfter),
    maxAgeMinutes: body.maxAgeMinutes ?? null,
    firstConfirmationOnly: body.firstConfirmationOnly ?? true,
  };
  return storedExpectation(expectation) === storedExpectation(noExpectation) ? null : expectation;
}

/** Always the same text for the same expectation: it is stored, and part of the fingerprint of a request. */
export function storedExpectation(expectation: Expectation): string {
  return JSON.stringify({
    amount: expectation.amount === null ? null : formatSantim(expectation.amount),
    amountTolerance: formatSantim(expectation.amountTolerance),
    receiverName: expectation.receiverName,
    paidAfter: expectation.paidAfter?.toISOString() ?? null,
    maxAgeMinutes: expectation.maxAgeMinutes,
    firstConfirmationOnly: expectation.firstConfirmationOnly,
  });
}

/** Reads what `storedExpectation` wrote; also from `jsonb`, which keeps no order. */
export function parseStoredExpectation(stored: unknown): Expectation | null {
  return stored === null ? null : readExpectation(expectBodySchema.parse(stored));
}
