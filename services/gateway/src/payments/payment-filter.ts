import { isSearchable, type PaymentFilterQuery, type PeriodQuery, searchedAmount } from "@receipts/contracts";
import { periodOf } from "../http/requested-period.ts";

export interface PaymentFilter extends Omit<PaymentFilterQuery, "search" | keyof PeriodQuery> {
  /** Part of a text of the payment; three characters or more. */
  readonly text?: string | undefined;
  /** Exactly this amount, in santim. */
  readonly amount?: bigint | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
}

/** A search for `1,250` finds that amount, and that text. */
export function filterOf(query: PaymentFilterQuery): PaymentFilter {
  const { search } = query;
  return {
    ...query,
    ...periodOf(query),
    text: search !== undefined && isSearchable(search) ? search : undefined,
    amount: search === undefined ? undefined : searchedAmount(search),
  };
}
