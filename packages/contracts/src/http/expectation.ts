import { z } from "zod";
import { amountFault, formatSantim, parseSantim, type Santim } from "../money.ts";
import { isoTimeInput } from "./iso-time.ts";
import { blankAsNull, plainText } from "./plain-text.ts";

const MINUTES_A_YEAR = 525_600;

/** The caller's conditions on the payment. Null means that a condition is not checked. */
export interface Expectation {
  readonly amount: Santim | null;
  /** How far below `amount` the payment may be. */
  readonly amountTolerance: Santim;
  readonly receiverName: string | null;
  readonly paidAfter: Date | null;
  /** Longest time from the payment to the request. */
  readonly maxAgeMinutes: number | null;
  /** A payment made before is in review: the account's `oldPayments`, for receipts that people send. */
  readonly oldBefore: Date | null;
  readonly firstConfirmationOnly: boolean;
}

export const noExpectation: Expectation = {
  amount: null,
  amountTolerance: 0n as Santim,
  receiverName: null,
  paidAfter: null,
  maxAgeMinutes: null,
  oldBefore: null,
  firstConfirmationOnly: true,
};

export const money = z
  .union([z.string(), z.number()], "must be an amount such as 1250.00")
  .transform((value, context) => {
    const amount = parseSantim(String(value));
    if (amount !== undefined) return amount;
    const expected = "must be an amount such as 1250.00, with at most two decimals";
    context.addIssue({ code: "custom", message: amountFault(value, expected) });
    return z.NEVER;
  });

export const positiveMoney = money.refine((amount) => amount > 0n, "must be more than 0");

const name = z.string().max(200).pipe(plainText(200));

const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsNull, schema.nullish());

/** The request field `expect`. A field that is null counts as absent. */
export const expectBodySchema = z
  .object({
    amount: optional(positiveMoney).meta({
      description: "Least amount in birr that must have arrived, without fees, as `amount` of the result.",
      examples: ["1250.00"],
    }),
    amountTolerance: optional(money).meta({
      description: "Birr that may be missing from `amount`. Default: 0.",
      examples: ["5.00"],
    }),
    receiverName: optional(name).meta({
      description:
        "Receiver as the bank prints it. Replaces the names of your saved account in the comparison.",
      examples: ["Sara Coffee Trading"],
    }),
    paidAfter: optional(isoTimeInput).meta({
      description: "Earliest time of the payment. ISO 8601; UTC if it has no offset.",
      examples: ["2026-11-01T08:00:00Z"],
    }),
    maxAgeMinutes: z
      .int()
      .min(1)
      .max(MINUTES_A_YEAR)
      .nullish()
      .meta({ description: "Most minutes from the payment to this request, up to a year.", examples: [120] }),
    firstConfirmationOnly: z.boolean().nullish().meta({
      description:
        "`true` rejects a receipt that was confirmed before, and puts one that a deposit holds in `review`. Default: `true`.",
    }),
  })
  .meta({
    id: "Expectation",
    description: "Conditions on the payment. One that is not met makes `decision` `reject`.",
  });
export type ExpectBody = z.infer<typeof expectBodySchema>;

export function readExpectation(body: ExpectBody | null | undefined): Expectation {
  return {
    amount: body?.amount ?? null,
    amountTolerance: body?.amountTolerance ?? noExpectation.amountTolerance,
    receiverName: body?.receiverName ?? null,
    paidAfter: body?.paidAfter ?? null,
    maxAgeMinutes: body?.maxAgeMinutes ?? null,
    oldBefore: null,
    firstConfirmationOnly: body?.firstConfirmationOnly ?? true,
  };
}

/** Returns the fields that differ from the defaults. Equal expectations give equal texts, for they are fingerprinted. */
export function storedExpectation(expectation: Expectation): string {
  const { amount, amountTolerance, receiverName, paidAfter, maxAgeMinutes, oldBefore } = expectation;
  return JSON.stringify({
    ...(amount !== null && { amount: formatSantim(amount) }),
    ...(amountTolerance > 0n && { amountTolerance: formatSantim(amountTolerance) }),
    ...(receiverName !== null && { receiverName }),
    ...(paidAfter !== null && { paidAfter: paidAfter.toISOString() }),
    ...(maxAgeMinutes !== null && { maxAgeMinutes }),
    ...(oldBefore !== null && { oldBefore: oldBefore.toISOString() }),
    ...(!expectation.firstConfirmationOnly && { firstConfirmationOnly: false }),
  });
}

const storedSchema = expectBodySchema.extend({ oldBefore: isoTimeInput.optional() });

/** Reads the output of `storedExpectation`, as text or `jsonb`. Null stays null: not known. */
export function parseStoredExpectation(stored: unknown): Expectation | null {
  if (stored === null) return null;
  const { oldBefore = null, ...body } = storedSchema.parse(stored);
  return { ...readExpectation(body), oldBefore };
}
