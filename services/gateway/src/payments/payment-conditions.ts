import { type ListPosition, listConditions } from "@receipts/database";
import type { PaymentFilter } from "./payment-filter.ts";
import type { SearchWords } from "./search-words.ts";

export const newestFirst = "order by created_at desc, id desc";
/** Of the function index that a text search reads. */
export const searchText = "payment_search_text(v.reference, v.result)";

/**
 * Names the newest `most` payments of the account that match the filter, apart from its search. They have the order of an
 * index.
 */
export function newestPayments(
  userId: string,
  filter: PaymentFilter & { readonly after?: ListPosition | undefined },
  values: unknown[],
  options: {
    readonly name: string;
    readonly most: number;
    readonly where?: string;
    readonly columns?: string;
  },
): string {
  const { decision, bank, branch, member, from, before, after } = filter;
  const on = listConditions(values);
  const conditions = [
    ...on.given("v.user_id =", userId),
    ...on.given("payment_decision(v.result, v.status) =", decision),
    ...on.given("v.bank =", bank),
    ...on.given("v.branch_id =", branch),
    ...on.given("v.member_id =", member),
    ...on.given("v.created_at >=", from),
    ...on.given("v.created_at <", before),
    ...on.after(after, "v.created_at, v.id"),
    ...(options.where === undefined ? [] : [options.where]),
  ];
  const most = `${newestFirst} limit $${values.push(options.most)}`;
  const read = (...more: string[]) =>
    `from verification_requests v
      where ${[...conditions, ...more].join(" and ")} ${most}`;
  const columns = options.columns ?? "v.id, v.created_at";
  const indexed = [decision, bank, branch, member].some((value) => value !== undefined);
  if (!indexed) return `${options.name} as (select ${columns} ${read()})`;
  const ended = read("v.completed_at is not null");
  // Without a verdict there is no decision.
  if (decision !== undefined) return `${options.name} as (select ${columns} ${ended})`;
  return `${options.name} as (
    select * from ((select ${columns} ${ended}) union all (select ${columns} ${read("v.completed_at is null")})) v ${most})`;
}

/** The columns that a comparison with words needs. An erased payment has none. Whole rows would be too much to sort. */
export const comparedColumns = `v.id, v.created_at, v.user_id, v.source,
  case when v.erased_at is null then ${searchText} end as text,
  case when v.erased_at is null then payment_amount(v.result) end as amount`;

/** Every word is in the payment, in the order that the receipt of a deposit paid, or is the amount. */
export function wordsCondition(
  { keyed, compared }: Pick<SearchWords, "keyed" | "compared">,
  values: unknown[],
): string {
  return [
    ...keyed.map((text) => textCondition(text, values)),
    ...compared.map(({ text, amount }) =>
      amount === undefined
        ? textCondition(text, values)
        : `(v.amount = $${values.push(String(amount))}::bigint or ${textCondition(text, values)})`,
    ),
  ].join(" and ");
}

function textCondition(text: string, values: unknown[]): string {
  const at = values.push(text);
  return `(strpos(v.text, lower($${at})) > 0
           or v.source = 'checkout' and exists (
                select from deposit_submissions s join deposits d on d.id = s.deposit_id and d.user_id = v.user_id
                 where s.verification_id = v.id and strpos(lower(d.reference), lower($${at})) > 0))`;
}

export function amountCondition(amount: bigint, values: unknown[]): string {
  return `payment_amount(v.result) = $${values.push(String(amount))}::bigint and v.erased_at is null`;
}
