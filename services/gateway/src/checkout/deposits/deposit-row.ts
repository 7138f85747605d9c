import {
  type CountedReceipt,
  type CreateDepositBody,
  type Deposit,
  type DepositReceipt,
  type DepositResolution,
  type DepositReview,
  type DepositStatus,
  formatSantim,
  type LateReceipt,
  type PaymentOption,
  type ReceiptRejection,
  type Santim,
} from "@receipts/contracts";
import { visibleStatus } from "./deposit-machine.ts";

export type StoredReview = Omit<DepositReview, "expiresAt">;

/** A receipt that counts for a deposit with `allowPartial`. */
export interface DepositPart extends DepositReceipt {
  /** Santim. */
  readonly amount: number;
  readonly acceptedAt: string;
}

export interface DepositRow {
  readonly id: string;
  readonly userId: string;
  readonly token: string;
  readonly livemode: boolean;
  readonly status: DepositStatus;
  /** Santim; exact, as the contract allows at most 14 digits. */
  readonly amount: number;
  readonly amountReceived: number | null;
  readonly allowPartial: boolean;
  /** Oldest first; none unless `allowPartial`. */
  readonly parts: readonly DepositPart[];
  readonly reference: string;
  readonly description: string | null;
  readonly customer: NonNullable<CreateDepositBody["customer"]> | null;
  readonly paymentOptions: readonly PaymentOption[];
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly receipt: DepositReceipt | null;
  readonly lateReceipt: LateReceipt | null;
  readonly review: StoredReview | null;
  /** End of the review, decided or not. */
  readonly reviewExpiresAt: Date | null;
  readonly resolution: DepositResolution | null;
  readonly confirmedBy: Deposit["confirmedBy"];
  /** Hash of the receipt that confirmed it, is held for it, or came late. */
  readonly receiptHash: Buffer | null;
  /** Hashes of receipts that a person rejected. */
  readonly rejectedHashes: readonly Buffer[];
  readonly lastError: ReceiptRejection | null;
  readonly tries: number;
  readonly maxTries: number;
  readonly eventCount: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly confirmedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  /** By the database's clock, when the row was read. */
  readonly now: Date;
}

/** For the table `deposits`, under that name or as `d`. */
export const depositColumns = `d.id, d.user_id as "userId", d.token, d.livemode, d.status, d.amount,
  d.amount_received as "amountReceived", d.allow_partial as "allowPartial",
  -- Only a deposit that can have parts pays for their look-up.
  case when d.allow_partial then (
    select coalesce(jsonb_agg(p.receipt || jsonb_build_object('amount', p.amount, 'acceptedAt', iso_utc(p.accepted_at))
                              order by p.accepted_at, p.verification_id), '[]')
      from deposit_parts p where p.deposit_id = d.id) else '[]' end as parts, d.reference, d.description, d.customer,
  d.payment_options as "paymentOptions", d.return_url as "returnUrl", d.cancel_url as "cancelUrl", d.metadata,
  d.receipt, d.late_receipt as "lateReceipt", d.review, d.review_expires_at as "reviewExpiresAt", d.resolution,
  d.confirmed_by as "confirmedBy", d.receipt_hash as "receiptHash",
  d.rejected_hashes as "rejectedHashes", d.last_error as "lastError", d.tries, d.max_tries as "maxTries", d.event_count as "eventCount",
  d.created_at as "createdAt", d.expires_at as "expiresAt", d.confirmed_at as "confirmedAt",
  d.canceled_at as "canceledAt", d.http_request_id as "httpRequestId", d.traceparent, now_ms() as now`;

export const checkoutUrlOf = (baseUrl: string, token: string) => `${baseUrl}/checkout/${token}`;

export function santimOf(amount: number): Santim {
  return BigInt(amount) as Santim;
}

const money = (amount: number) => formatSantim(santimOf(amount));

/** The receipts that count. */
export function receiptsOf(row: DepositRow): CountedReceipt[] {
  if (row.allowPartial) return row.parts.map((part) => ({ ...part, amount: money(part.amount) }));
  const { receipt, amountReceived, confirmedAt } = row;
  if (receipt === null || amountReceived === null || confirmedAt === null) return [];
  return [{ ...receipt, amount: money(amountReceived), acceptedAt: confirmedAt.toISOString() }];
}

type Paid = Pick<DepositRow, "amount" | "amountReceived" | "parts">;

/** Santim that count for the deposit. */
export function paidOf({ amountReceived, parts }: Pick<DepositRow, "amountReceived" | "parts">): number {
  return amountReceived ?? parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** Santim that are missing. */
export function remainingOf(row: Paid): number {
  return Math.max(0, row.amount - paidOf(row));
}

/** These amounts as the API has them. */
export function amountsOf(row: Paid) {
  return {
    amountPaid: money(paidOf(row)),
    amountRemaining: money(remainingOf(row)),
    amountOverpaid: money(Math.max(0, paidOf(row) - row.amount)),
  };
}

/** The least that a receipt must show: the whole amount, or anything at all. */
export function leastAmountOf({ amount, allowPartial }: Pick<DepositRow, "amount" | "allowPartial">): Santim {
  return santimOf(allowPartial ? 1 : amount);
}

/** The deposit as shown by the API. */
export function depositView(row: DepositRow, checkoutBaseUrl: string): Deposit {
  return {
    id: row.id,
    object: "deposit",
    livemode: row.livemode,
    status: visibleStatus(row),
    amount: money(row.amount),
    amountReceived: row.amountReceived === null ? null : money(row.amountReceived),
    allowPartial: row.allowPartial,
    ...amountsOf(row),
    receipts: receiptsOf(row),
    currency: "ETB",
    reference: row.reference,
    description: row.description,
    customer: row.customer,
    paymentOptions: [...row.paymentOptions],
    checkoutUrl: checkoutUrlOf(checkoutBaseUrl, row.token),
    returnUrl: row.returnUrl,
    cancelUrl: row.cancelUrl,
    receipt: row.receipt,
    lateReceipt: row.lateReceipt,
    review:
      row.review === null || row.reviewExpiresAt === null
        ? null
        : { ...row.review, expiresAt: row.reviewExpiresAt.toISOString() },
    resolution: row.resolution,
    confirmedBy: row.status === "confirmed" ? (row.confirmedBy ?? "receipt") : null,
    lastError: row.lastError,
    attemptsLeft: row.maxTries - row.tries,
    metadata: { ...row.metadata },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    canceledAt: row.canceledAt?.toISOString() ?? null,
  };
}
