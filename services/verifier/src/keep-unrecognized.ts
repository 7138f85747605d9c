import type { ReceiptDocument, ReceiptUnreadable } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import type { DocumentQuarantine } from "@receipts/quarantine";
import type { Log, ServiceMetrics } from "@receipts/service-kit";

export interface KeepUnrecognizedDeps {
  readonly bank: BankCode;
  readonly quarantine: DocumentQuarantine;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export interface Unrecognized {
  readonly verificationId: string;
  readonly httpRequestId: string;
  readonly document: ReceiptDocument;
  readonly complaint: ReceiptUnreadable;
}

/** Puts a document that the parser did not know where an operator finds it. Never throws. */
export type KeepUnrecognized = (unrecognized: Unrecognized) => Promise<void>;

/** The line names the document in the quarantine; of the document itself nothing may be in a log. */
export function createKeepUnrecognized(deps: KeepUnrecognizedDeps): KeepUnrecognized {
  const { bank } = deps;
  const unrecognized = deps.metrics.counter(
    "bank_documents_unrecognized_total",
    "Documents of a bank that its parser could not read: a rising count is a changed page",
    ["bank"],
  );
  return async ({ verificationId, httpRequestId, document, complaint }) => {
    unrecognized.inc({ bank });
    const reason = complaint.message;
    const documentId = await deps.quarantine.keep({ bank, verificationId, reason, ...document });
    deps.log.warn("bank.document_unrecognized", {
      requestId: httpRequestId,
      verificationId,
      bank,
      // Null when it is not in the quarantine: the store failed, or enough others were being kept.
      documentId: documentId ?? null,
      reason,
      bytes: document.body.byteLength,
    });
  };
}
