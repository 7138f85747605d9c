import { isSearchable, type PaymentFilterQuery, type PeriodQuery } from "@receipts/contracts";
import { periodOf } from "../http/requested-period.ts";
import { amountOf, withoutCurrency } from "./search-words.ts";

export interface PaymentFilter extends Omit<PaymentFilterQuery, "search" | keyof PeriodQuery> {
  /** Words that are all in the payment; three characters or more together. */
  readonly text?: string | undefined;
  /** Exactly this amount, in santim. */
  readonly amount?: bigint | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly before?: Date | undefined;
}

/** A search for `1,250` or `1250 birr` finds that amount, and that text. */
export function filterOf(query: PaymentFilterQuery): PaymentFilter {
  const search = query.search === undefined ? undefined : withoutCurrency(query.search);
  return {
    ...query,
    ...periodOf(query),
    text: search !== undefined && isSearchable(search) ? search : undefined,
    amount: search === undefined ? undefined : amountOf(search),
  };
}
