import type { PaymentFilter } from "./payment-filter.ts";

export const newestFirst = "order by created_at desc, id desc";
/** Of the function index that a text search reads. */
export const searchText = "payment_search_text(v.reference, v.result)";

/** The last payment of the batch before. */
export interface Position {
  readonly createdAt: string;
  readonly id: string;
}

/**
 * Names the newest `most` payments of the account that match the filter, apart from its search. They have the order of an
 * index. Only the requested conditions are in the text: one that may be null would hide an index from the planner.
 */
export function walk(
  userId: string,
  filter: PaymentFilter & { readonly after?: Position | undefined },
  values: unknown[],
  options: {
    readonly name: string;
    readonly most: number;
    readonly where?: string;
    readonly columns?: string;
  },
): string {
  const { decision, bank, branch, member, from, before, after } = filter;
  const given = (value: unknown, condition: string): string[] =>
    value === undefined ? [] : [`${condition} $${values.push(value)}`];
  const conditions = [
    ...given(userId, "v.user_id ="),
    ...given(decision, "payment_decision(v.result, v.status) ="),
    ...given(bank, "v.bank ="),
    ...given(branch, "v.branch_id ="),
    ...given(member, "v.member_id ="),
    ...given(from, "v.created_at >="),
    ...given(before, "v.created_at <"),
    ...(after === undefined
      ? []
      : [
          `(v.created_at, v.id) < ($${values.push(after.createdAt)}::timestamptz, $${values.push(after.id)})`,
        ]),
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

/** The searched text of request `v`: none once it is erased. */
export const comparedText = `case when v.erased_at is null then ${searchText} end`;
/** What a comparison with a text needs of a payment. The whole rows would be too much to sort. */
export const comparedColumns = `v.id, v.created_at, v.user_id, v.source,
  ${comparedText} as text`;

/** `compared` is the text of a payment. Also true of the order that the receipt of a deposit paid. */
export function textCondition(text: string, values: unknown[], compared = "v.text"): string {
  const at = values.push(text);
  return `(strpos(${compared}, lower($${at})) > 0
           or v.source = 'checkout' and exists (
                select from deposit_submissions s join deposits d on d.id = s.deposit_id and d.user_id = v.user_id
                 where s.verification_id = v.id and strpos(lower(d.reference), lower($${at})) > 0))`;
}

export function amountCondition(amount: bigint, values: unknown[]): string {
  return `payment_amount(v.result) = $${values.push(String(amount))}::bigint and v.erased_at is null`;
}
