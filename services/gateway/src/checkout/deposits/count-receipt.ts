import { type DepositReceipt, MAX_FREE_PARTS, type Santim } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import type { DepositChange } from "./deposit-repository.ts";
import { type DepositRow, paidOf, santimOf } from "./deposit-row.ts";

/** The recorded data of a change, besides the state. */
export type DepositFacts = Partial<Omit<DepositChange, "status" | "lastError">> & {
  /** A receipt that counts from now on, of a deposit with `allowPartial`. */
  readonly part?: AcceptedReceipt;
};

export interface AcceptedReceipt {
  readonly receiptHash: Buffer;
  readonly receipt: DepositReceipt;
  readonly amount: Santim;
}

/** The facts of an accepted receipt, which pays the deposit alone or together with earlier ones. */
export function countReceipt(
  row: DepositRow,
  accepted: AcceptedReceipt,
): { readonly isWhole: boolean; readonly facts: DepositFacts } {
  const { receiptHash, receipt, amount } = accepted;
  if (!row.allowPartial) return { isWhole: true, facts: { receiptHash, receipt, amountReceived: amount } };
  const amountReceived = santimOf(paidOf(row)) + amount;
  const isWhole = amountReceived >= santimOf(row.amount);
  // A receipt that counts does not use up the attempts of the next.
  const tries = row.parts.length < MAX_FREE_PARTS ? row.tries - 1 : row.tries;
  return {
    isWhole,
    facts: { part: accepted, tries, ...(isWhole && { receiptHash, receipt, amountReceived }) },
  };
}

/** Call it before the deposit is changed, so that the changed row has it. */
export async function insertPart(
  client: PoolClient,
  { id, userId }: DepositRow,
  { receiptHash, receipt, amount }: AcceptedReceipt,
): Promise<void> {
  await client.query({
    name: "insert_deposit_part",
    text: `insert into deposit_parts (verification_id, deposit_id, user_id, receipt_hash, receipt, amount)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [receipt.verificationRequestId, id, userId, receiptHash, receipt, amount.toString()],
  });
}
