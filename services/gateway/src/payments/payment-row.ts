import type { IsLive } from "@receipts/banks";
import type {
  BankCode,
  FirstConfirmation,
  Payment,
  ProcessingStatus,
  VerificationStatus,
} from "@receipts/contracts";
import {
  decisionColumns,
  type HistoryReceipt,
  livemodeColumn,
  livemodeOf,
  receiptColumn,
  resolutionColumn,
  type StoredMode,
} from "../verification/history-query.ts";
import { originColumns, originTables } from "../verification/request-origin.ts";
import { resolutionOf } from "../verification/status-record.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface PaymentRow
  extends HistoryReceipt,
    StoredMode,
    Pick<Payment, "decision" | "decisionReasons" | "depositId" | "orderReference" | "source"> {
  readonly id: string;
  readonly bank: BankCode;
  readonly reference: string | null;
  readonly processingStatus: ProcessingStatus;
  readonly status: VerificationStatus;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly branch: Named | null;
  readonly member: Named | null;
}

export const paymentColumns = `v.id, v.bank, v.reference, v.source, v.processing_status as "processingStatus", v.status,
  v.created_at as "createdAt", v.completed_at as "completedAt", ${decisionColumns}, ${resolutionColumn}, ${livemodeColumn}, ${receiptColumn} as receipt,
  d.id as "depositId", nullif(d.reference, '') as "orderReference", ${originColumns}`;

/** The request with this id as `v`, its branch, person and deposit. */
export const paymentTables = (id: string) => `lateral (
    select * from verification_requests where verification_requests.id = ${id} limit 1) v
  ${originTables("v")}
  left join deposit_submissions s on s.verification_id = v.id and s.user_id = v.user_id
  left join deposits d on d.id = s.deposit_id and d.user_id = v.user_id`;

/** `first`: undefined if it is not to be told. */
export function paymentView(
  row: PaymentRow,
  isLive: IsLive,
  first: FirstConfirmation | null | undefined,
): Payment {
  const { receipt } = row;
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    verifiedAt: row.completedAt?.toISOString() ?? null,
    paidAt: receipt.timestamp,
    amount: receipt.amount,
    currency: receipt.currency,
    senderName: receipt.senderName,
    receiverName: receipt.receiverName,
    bank: row.bank,
    livemode: livemodeOf(row, isLive),
    reference: row.reference,
    referenceNumber: receipt.referenceNumber,
    decision: row.decision,
    decisionReasons: row.decisionReasons,
    ...resolutionOf(row.resolution),
    processingStatus: row.processingStatus,
    status: row.status,
    source: row.source,
    branch: row.branch,
    member: row.member,
    depositId: row.depositId,
    orderReference: row.orderReference,
    ...(first === undefined ? {} : { firstConfirmation: first }),
  };
}
